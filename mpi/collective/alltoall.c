/* Total exchanges (MPI 5.0, section 6.8). */
#include <errno.h>

#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"

/* With MPI_IN_PLACE, the received blocks overwrite the sent ones. So a copy is sent: `copies`
 * describes packed bytes for each process, and these match any type. Returns whether there was
 * memory. */
static bool copy_blocks(struct schedule *schedule, const struct team *team,
                        const struct collective_call *call, struct blocks *copies) {
    int p = team->size;
    int *numbers = schedule_memory(schedule, 2 * (size_t)p * sizeof *numbers);
    if (!numbers)
        return false;
    MPI_Count all = 0;
    for (int rank = 0; rank < p; rank++) {
        numbers[rank] = (int)blocks_size(&call->receive, rank);
        numbers[p + rank] = (int)all;
        all += numbers[rank];
    }
    struct part bytes = schedule_bytes(schedule, all);
    for (int rank = 0; rank < p; rank++)
        schedule_copy(schedule, PART(blocks_at(&call->receive, rank)),
                      PART(part_at(&bytes, numbers[p + rank], numbers[rank])));
    *copies = (struct blocks){.buffer = bytes.address,
                              .type = MPI_PACKED,
                              .counts = numbers,
                              .displacements = numbers + p};
    return true;
}

static void build(struct schedule *schedule, const struct team *team,
                  const struct collective_call *call) {
    struct blocks send = call->send;
    if (!collective_sends_in_place(call) || copy_blocks(schedule, team, call, &send))
        build_alltoall(schedule, team, collective_way(call), &send, &call->receive);
}

COLLECTIVE_OPERATION(alltoall, OPERATION_ALLTOALL, SHAPE_EACH, SHAPE_EACH, .in_place = true,
                     .build = build, .moves = cube_alltoall_by);

#define ALLTOALL COLLECTIVE_EACH_ALIKE(alltoall)

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    MPI_Comm object = on_cube_plain(comm);
    struct row sent, received;
    if (object && on_cube_row(sendbuf, sendcount, sendtype, &sent) &&
        on_cube_received(recvbuf, recvcount, recvtype, sendcount, sendtype, &sent, &received) &&
        on_cube_are_apart(sendbuf, (size_t)object->local->size * sent.bytes, recvbuf,
                          (size_t)object->local->size * sent.bytes)) {
        record_begin(object, OPERATION_ALLTOALL, sendcount, sendtype, NULL, 0);
        return on_cube_end(object, __func__,
                           on_cube_is_whole(object)
                               ? cube_alltoall(sent.address, received.address, sent.bytes)
                               : cube_alltoall_by(ON_CUBE_CHOICE(object), sent.address,
                                                  received.address, sent.bytes));
    }
    return collective_perform(ALLTOALL);
}

COLLECTIVE_STARTED(MPI_Ialltoall, MPI_Alltoall_init, ALLTOALL, PARAMETERS_ALIKE, MPI_Comm comm)

static int by_cube_any(const struct cube_choice *choice, const struct collective_call *call,
                       const struct rows *rows) {
    const size_t *sent = rows->send_offsets + call->comm->rank;
    const size_t *received = rows->receive_offsets + call->comm->rank;
    if (sent[1] - sent[0] != received[1] - received[0])
        return -EMSGSIZE;
    return cube_alltoallv_by(choice, rows->send, rows->send_offsets, rows->receive,
                             rows->receive_offsets);
}

COLLECTIVE_OPERATION(alltoallv, OPERATION_ALLTOALLV, SHAPE_EACH, SHAPE_EACH,
                     .unequal = &rows_unequal, .in_place = true, .build = build,
                     .by_cube = by_cube_any);

int MPI_Alltoallv(PARAMETERS_EACH, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH(alltoallv));
}

COLLECTIVE_STARTED(MPI_Ialltoallv, MPI_Alltoallv_init, COLLECTIVE_EACH(alltoallv), PARAMETERS_EACH,
                   MPI_Comm comm)

COLLECTIVE_OPERATION(alltoallw, OPERATION_ALLTOALLW, SHAPE_EACH, SHAPE_EACH,
                     .unequal = &rows_unequal, .in_place = true, .build = build,
                     .by_cube = by_cube_any);

int MPI_Alltoallw(PARAMETERS_EACH_TYPE(int), MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_TYPE(alltoallw, displacements));
}

COLLECTIVE_STARTED(MPI_Ialltoallw, MPI_Alltoallw_init,
                   COLLECTIVE_EACH_TYPE(alltoallw, displacements), PARAMETERS_EACH_TYPE(int),
                   MPI_Comm comm)
