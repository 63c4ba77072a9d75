/* All-gathers (MPI 5.0, sections 6.7 and 6.7.2). */
#include <errno.h>

#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"

static void build(struct schedule *schedule, const struct team *team,
                  const struct collective_call *call) {
    if (!collective_sends_in_place(call))
        schedule_copy(schedule, PART(blocks_at(&call->send, 0)),
                      PART(blocks_at(&call->receive, team->rank)));
    build_allgather(schedule, team, collective_way(call), &call->receive);
}

COLLECTIVE_OPERATION(allgather, OPERATION_ALLGATHER, SHAPE_ONE, SHAPE_EACH, .in_place = true,
                     .build = build, .moves = cube_allgather_by);

#define ALLGATHER COLLECTIVE_EACH_ALIKE(allgather)

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    MPI_Comm object = on_cube_plain(comm);
    struct row sent, received;
    if (object && on_cube_row(sendbuf, sendcount, sendtype, &sent) &&
        on_cube_received(recvbuf, recvcount, recvtype, sendcount, sendtype, &sent, &received) &&
        on_cube_are_apart(sendbuf, sent.bytes, recvbuf, (size_t)object->local->size * sent.bytes)) {
        record_begin(object, OPERATION_ALLGATHER, sendcount, sendtype, NULL, 0);
        return on_cube_end(object, __func__,
                           on_cube_is_whole(object)
                               ? cube_allgather(sent.address, received.address, sent.bytes)
                               : cube_allgather_by(ON_CUBE_CHOICE(object), sent.address,
                                                   received.address, sent.bytes));
    }
    return collective_perform(ALLGATHER);
}

COLLECTIVE_STARTED(MPI_Iallgather, MPI_Allgather_init, ALLGATHER, PARAMETERS_ALIKE, MPI_Comm comm)

/* All processes know all sizes. A process knows the size of its own block twice, from what it sends
 * and from what it receives, and the two have to be equal. */
static int by_cube_any(const struct cube_choice *choice, const struct collective_call *call,
                       const struct rows *rows) {
    const size_t *own = rows->receive_offsets + call->comm->rank;
    if (!collective_sends_in_place(call) && (size_t)blocks_size(&call->send, 0) != own[1] - own[0])
        return -EMSGSIZE;
    return cube_allgatherv_by(choice, rows->send, rows->receive, rows->receive_offsets);
}

COLLECTIVE_OPERATION(allgatherv, OPERATION_ALLGATHERV, SHAPE_ONE, SHAPE_EACH,
                     .unequal = &rows_unequal, .in_place = true, .build = build,
                     .by_cube = by_cube_any);

int MPI_Allgatherv(PARAMETERS_RECEIVED, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_RECEIVED(allgatherv));
}

COLLECTIVE_STARTED(MPI_Iallgatherv, MPI_Allgatherv_init, COLLECTIVE_EACH_RECEIVED(allgatherv),
                   PARAMETERS_RECEIVED, MPI_Comm comm)
