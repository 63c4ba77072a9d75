/* Scatters (MPI 5.0, sections 6.6 and 6.6.2). */
#include <errno.h>
#include <stdlib.h>

#include "cube.h"
#include "mpi/collective/call.h"
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"
#include "mpi/object/profile.h"

static void build_scattered(struct schedule *schedule, const struct team *team,
                            const struct collective_call *call) {
    bool in_place = collective_receives_in_place(call);
    struct part own = blocks_at(in_place ? &call->send : &call->receive, 0);
    build_scatter(schedule, team, call->way, call->root, own, &call->send, in_place);
}

/* The root alone knows all counts, so that there is no other way than the long one. */
static void build_scattered_any(struct schedule *schedule, const struct team *team,
                                const struct collective_call *call) {
    bool in_place = collective_receives_in_place(call);
    struct part own = blocks_at(in_place ? &call->send : &call->receive, 0);
    build_scatter(schedule, team, WAY_LONG, call->root, own, &call->send, in_place);
}

static int by_cube(const struct cube_choice *choice, const struct collective_call *call,
                   const struct rows *rows) {
    return cube_scatter_by(choice, rows->send, rows->receive, rows->bytes, call->root);
}

static const struct operation scatter = {
    .number = OPERATION_SCATTER,
    .name = "scatter",
    .send = SHAPE_EACH,
    .receive = SHAPE_ONE,
    .root = ROOT_SENDS,
    .in_place = true,
    .build = build_scattered,
    .by_cube = by_cube,
};

#define SCATTER                                                                                    \
    ((struct collective_call){                                                                     \
        .operation = &scatter,                                                                     \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf, .count = sendcount, .type = sendtype},                 \
        .receive = {.buffer = recvbuf, .count = recvcount, .type = recvtype},                      \
        .root = root,                                                                              \
    })

MPI_CALL(int, Scatter, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
         int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return collective_perform(SCATTER);
}

MPI_CALL(int, Iscatter, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
         int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    return collective_begin(SCATTER, request);
}

MPI_CALL(int, Scatter_init, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
         void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
         MPI_Info info, MPI_Request *request) {
    (void)info;
    return collective_prepare(SCATTER, request);
}

/* The root tells all where the blocks begin, for those between have to know that. */
static int by_cube_any(const struct cube_choice *choice, const struct collective_call *call,
                       const struct rows *rows) {
    const struct cube_choice whole = {.dimensions = choice->dimensions};
    int rank = call->comm->rank, count = call->comm->local->size + 1;
    size_t *offsets = rows->send_offsets, *told = NULL;
    if (offsets == NULL)
        offsets = told = malloc((size_t)count * sizeof *told);
    int error = -ENOMEM;
    if (offsets != NULL)
        error =
            cube_bcast_by(&whole, offsets, (size_t)count * sizeof *offsets, &cube_byte, call->root);
    if (error == 0 && !collective_receives_in_place(call) &&
        (size_t)blocks_size(&call->receive, 0) != offsets[rank + 1] - offsets[rank])
        error = -EMSGSIZE;
    if (error == 0)
        error = cube_scatterv_by(choice, rows->send, rows->receive, offsets, call->root);
    free(told);
    return error;
}

static const struct operation scatterv = {
    .number = OPERATION_SCATTERV,
    .name = "scatterv",
    .send = SHAPE_EACH,
    .receive = SHAPE_ONE,
    .root = ROOT_SENDS,
    .unequal = rows_unequal,
    .in_place = true,
    .build = build_scattered_any,
    .by_cube = by_cube_any,
};

#define SCATTERV                                                                                   \
    ((struct collective_call){                                                                     \
        .operation = &scatterv,                                                                    \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf,                                                        \
                 .counts = sendcounts,                                                             \
                 .displacements = displs,                                                          \
                 .type = sendtype},                                                                \
        .receive = {.buffer = recvbuf, .count = recvcount, .type = recvtype},                      \
        .root = root,                                                                              \
    })

MPI_CALL(int, Scatterv, const void *sendbuf, const int sendcounts[], const int displs[],
         MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
         MPI_Comm comm) {
    return collective_perform(SCATTERV);
}

MPI_CALL(int, Iscatterv, const void *sendbuf, const int sendcounts[], const int displs[],
         MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
         MPI_Comm comm, MPI_Request *request) {
    return collective_begin(SCATTERV, request);
}

MPI_CALL(int, Scatterv_init, const void *sendbuf, const int sendcounts[], const int displs[],
         MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
         MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return collective_prepare(SCATTERV, request);
}
