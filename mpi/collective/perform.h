/* The three forms in which a call is carried out (MPI 5.0, sections 6.1, 6.12 and 6.13): whatever
 * the operation, they check the arguments, build a schedule of them, and play it. A blocking call
 * on a subcube goes by cube.h instead. */
#ifndef MPI_PERFORM_H
#define MPI_PERFORM_H

#include "mpi/collective/call.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"

/* Carry out a call, begin one, and prepare one that MPI_Start begins. The description of the call
 * is the caller's, and the checks change it (call.h). Return MPI_SUCCESS or an error code, which
 * has been raised. */
int collective_perform(struct collective_call *call);
int collective_begin(struct collective_call *call, MPI_Request *request);
int collective_prepare(struct collective_call *call, MPI_Request *request);

/* Defines an operation: its name in keys and variables, its number, what is sent and received, and
 * its other members. */
#define COLLECTIVE_OPERATION(which, which_number, sent, received, ...)                             \
    static const struct collective_operation which = {                                             \
        .number = which_number, .name = #which, .send = sent, .receive = received, __VA_ARGS__}

/* Describe a call by the arguments of the function in which this stands, which have the standard's
 * names. Further members, such as `.root = root`, stand last. EACH_ALIKE is for one count and one
 * type for all blocks, EACH_RECEIVED for a count and a place for each block that is received, EACH
 * for a count and a place for each block that is sent or received, and EACH_TYPE for a type for
 * each block as well. With EACH_TYPE, places are counted in bytes. REDUCED is for reductions, where
 * `counted` gives the count: `.count = count`. */
#define COLLECTIVE_CALL(which, sent, received, ...)                                                \
    (&(struct collective_call){.operation = &(which),                                              \
                               .function = __func__,                                               \
                               .comm = comm,                                                       \
                               .send = sent,                                                       \
                               .receive = received,                                                \
                               __VA_ARGS__})
#define COLLECTIVE_EACH_ALIKE(which, ...)                                                          \
    COLLECTIVE_CALL(which, BLOCKS_SENT, BLOCKS_RECEIVED, __VA_ARGS__)
#define COLLECTIVE_EACH_RECEIVED(which, ...)                                                       \
    COLLECTIVE_CALL(which, BLOCKS_SENT, BLOCKS_RECEIVED_AT(displs), __VA_ARGS__)
#define COLLECTIVE_EACH(which)                                                                     \
    COLLECTIVE_CALL(which, BLOCKS_SENT_AT(sdispls), BLOCKS_RECEIVED_AT(rdispls))
#define COLLECTIVE_EACH_TYPE(which, places)                                                        \
    COLLECTIVE_CALL(which, BLOCKS_OF_TYPES(send, places, sdispls),                                 \
                    BLOCKS_OF_TYPES(recv, places, rdispls))
#define COLLECTIVE_REDUCED(which, counted, ...)                                                    \
    COLLECTIVE_CALL(which, BLOCKS(.buffer = (void *)sendbuf),                                      \
                    BLOCKS(.buffer = recvbuf, .type = datatype, counted), .op = op, __VA_ARGS__)

/* Blocks that are described by arguments with these names. */
#define BLOCKS(...)     ((struct blocks){__VA_ARGS__})
#define BLOCKS_SENT     BLOCKS(.buffer = (void *)sendbuf, .count = sendcount, .type = sendtype)
#define BLOCKS_RECEIVED BLOCKS(.buffer = recvbuf, .count = recvcount, .type = recvtype)
#define BLOCKS_SENT_AT(displacement)                                                               \
    BLOCKS(.buffer = (void *)sendbuf, .counts = sendcounts, .displacements = displacement,         \
           .type = sendtype)
#define BLOCKS_RECEIVED_AT(displacement)                                                           \
    BLOCKS(.buffer = recvbuf, .counts = recvcounts, .displacements = displacement, .type = recvtype)
#define BLOCKS_OF_TYPES(which, places, displacement)                                               \
    BLOCKS(.buffer = (void *)which##buf, .counts = which##counts, .places = displacement,          \
           .types = which##types)

/* Defines the nonblocking and the persistent form of a blocking function: their names, the
 * description of the call, and the parameters of the blocking one. */
#define COLLECTIVE_STARTED(begins, prepares, call, ...)                                            \
    int begins(__VA_ARGS__, MPI_Request *request) {                                                \
        return collective_begin(call, request);                                                    \
    }                                                                                              \
    int prepares(__VA_ARGS__, MPI_Info info, MPI_Request *request) {                               \
        RETURN_UNLESS_HINTS(comm, __func__, info);                                                 \
        return collective_prepare(call, request);                                                  \
    }

/* Parameters that several operations have, to be given with those descriptions. */
#define PARAMETERS_ALIKE                                                                           \
    const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,       \
        MPI_Datatype recvtype
#define PARAMETERS_RECEIVED                                                                        \
    const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,                      \
        const int recvcounts[], const int displs[], MPI_Datatype recvtype
#define PARAMETERS_EACH                                                                            \
    const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,       \
        void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype
#define PARAMETERS_EACH_TYPE(displacement)                                                         \
    const void *sendbuf, const int sendcounts[], const displacement sdispls[],                     \
        const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],                     \
        const displacement rdispls[], const MPI_Datatype recvtypes[]
#define PARAMETERS_REDUCED                                                                         \
    const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op

#endif
