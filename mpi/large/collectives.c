/* Collective operations with large counts. */
#include <stddef.h>

#include "mpi/large/large.h"

/* The blocking, the nonblocking and the persistent form. `prepare` declares what the arguments of
 * the function without _c need. */
#define COLLECTIVE(name, nonblocking, parameters, prepare, arguments)                              \
    MPI_CALL(int, name##_c, LARGE_EACH parameters, MPI_Comm comm) {                                \
        prepare return PMPI_##name(LARGE_EACH arguments, comm);                                    \
    }                                                                                              \
    MPI_CALL(int, nonblocking##_c, LARGE_EACH parameters, MPI_Comm comm, MPI_Request *request) {   \
        prepare return PMPI_##nonblocking(LARGE_EACH arguments, comm, request);                    \
    }                                                                                              \
    MPI_CALL(int, name##_init_c, LARGE_EACH parameters, MPI_Comm comm, MPI_Info info,              \
             MPI_Request *request) {                                                               \
        prepare return PMPI_##name##_init(LARGE_EACH arguments, comm, info, request);              \
    }

COLLECTIVE(Bcast, Ibcast, (void *buffer, MPI_Count count, MPI_Datatype datatype, int root),
           LARGE(one, buffer, count, datatype), (buffer, one.count, one.type, root))

/* Blocks that are alike. */
#define BLOCKS                                                                                     \
    const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,                \
        MPI_Count recvcount, MPI_Datatype recvtype
#define BLOCKS_SMALL sendbuf, sent.count, sent.type, recvbuf, received.count, received.type
#define BLOCKS_PREPARED                                                                            \
    LARGE(sent, sendbuf, sendcount, sendtype) LARGE(received, recvbuf, recvcount, recvtype)

COLLECTIVE(Gather, Igather, (BLOCKS, int root), BLOCKS_PREPARED, (BLOCKS_SMALL, root))
COLLECTIVE(Scatter, Iscatter, (BLOCKS, int root), BLOCKS_PREPARED, (BLOCKS_SMALL, root))
COLLECTIVE(Allgather, Iallgather, (BLOCKS), BLOCKS_PREPARED, (BLOCKS_SMALL))
COLLECTIVE(Alltoall, Ialltoall, (BLOCKS), BLOCKS_PREPARED, (BLOCKS_SMALL))
COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, (BLOCKS), BLOCKS_PREPARED, (BLOCKS_SMALL))
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, (BLOCKS), BLOCKS_PREPARED, (BLOCKS_SMALL))

/* One block to send, and a list of those to receive; or the other way round. */
#define RECEIVES                                                                                   \
    const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,                \
        const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype
#define RECEIVES_SMALL                                                                             \
    sendbuf, sent.count, sent.type, recvbuf, received.counts, received.displacements, recvtype
#define RECEIVES_PREPARED(number)                                                                  \
    LARGE(sent, sendbuf, sendcount, sendtype) LARGE_LIST(received, number, recvcounts, displs)

COLLECTIVE(Gatherv, Igatherv, (RECEIVES, int root), RECEIVES_PREPARED(large_at_root(comm, root)),
           (RECEIVES_SMALL, root))
COLLECTIVE(Allgatherv, Iallgatherv, (RECEIVES), RECEIVES_PREPARED(large_processes(comm)),
           (RECEIVES_SMALL))
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, (RECEIVES),
           RECEIVES_PREPARED(large_sources(comm)), (RECEIVES_SMALL))
COLLECTIVE(Scatterv, Iscatterv,
           (const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
            MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
            int root),
           LARGE_LIST(sent, large_at_root(comm, root), sendcounts, displs)
               LARGE(received, recvbuf, recvcount, recvtype),
           (sendbuf, sent.counts, sent.displacements, sendtype, recvbuf, received.count,
            received.type, root))

/* Two lists. What is sent means nothing with MPI_IN_PLACE. */
#define LISTS_PREPARED(sends, receives)                                                            \
    LARGE_LIST(sent, sendbuf == MPI_IN_PLACE ? 0 : (sends), sendcounts, sdispls)                   \
    LARGE_LIST(received, receives, recvcounts, rdispls)
#define LISTS                                                                                      \
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],                   \
        MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],                        \
        const MPI_Aint rdispls[], MPI_Datatype recvtype
#define LISTS_WITH_TYPES                                                                           \
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],                   \
        const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],               \
        const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]

COLLECTIVE(Alltoallv, Ialltoallv, (LISTS),
           LISTS_PREPARED(large_processes(comm), large_processes(comm)),
           (sendbuf, sent.counts, sent.displacements, sendtype, recvbuf, received.counts,
            received.displacements, recvtype))
COLLECTIVE(Alltoallw, Ialltoallw, (LISTS_WITH_TYPES),
           LISTS_PREPARED(large_processes(comm), large_processes(comm)),
           (sendbuf, sent.counts, sent.displacements, sendtypes, recvbuf, received.counts,
            received.displacements, recvtypes))
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, (LISTS),
           LISTS_PREPARED(large_destinations(comm), large_sources(comm)),
           (sendbuf, sent.counts, sent.displacements, sendtype, recvbuf, received.counts,
            received.displacements, recvtype))

/* These displacements are addresses without _c, too. */
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, (LISTS_WITH_TYPES),
           LARGE_LIST(sent, large_destinations(comm), sendcounts, NULL)
               LARGE_LIST(received, large_sources(comm), recvcounts, NULL),
           (sendbuf, sent.counts, sdispls, sendtypes, recvbuf, received.counts, rdispls, recvtypes))

/* Elements that are combined. */
#define OPERANDS                                                                                   \
    const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op
#define OPERANDS_SMALL sendbuf, recvbuf, small, datatype, op

COLLECTIVE(Reduce, Ireduce, (OPERANDS, int root), LARGE_COUNT(small, count), (OPERANDS_SMALL, root))
COLLECTIVE(Allreduce, Iallreduce, (OPERANDS), LARGE_COUNT(small, count), (OPERANDS_SMALL))
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, (OPERANDS), LARGE_COUNT(small, count),
           (OPERANDS_SMALL))
COLLECTIVE(Scan, Iscan, (OPERANDS), LARGE_COUNT(small, count), (OPERANDS_SMALL))
COLLECTIVE(Exscan, Iexscan, (OPERANDS), LARGE_COUNT(small, count), (OPERANDS_SMALL))
COLLECTIVE(Reduce_scatter, Ireduce_scatter,
           (const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype,
            MPI_Op op),
           LARGE_LIST(all, large_own_processes(comm), recvcounts, NULL),
           (sendbuf, recvbuf, all.counts, datatype, op))

MPI_CALL(int, Reduce_local_c, const void *inbuf, void *inoutbuf, MPI_Count count,
         MPI_Datatype datatype, MPI_Op op) {
    MPI_Comm comm = MPI_COMM_SELF;
    LARGE_COUNT(small, count)
    return PMPI_Reduce_local(inbuf, inoutbuf, small, datatype, op);
}
