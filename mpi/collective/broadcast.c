/* Broadcasts (MPI 5.0, section 6.4). */
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"

static void build(struct schedule *schedule, const struct team *team,
                  const struct collective_call *call) {
    build_broadcast(schedule, team, call->way, call->root, blocks_at(&call->receive, 0));
}

static int by_cube(const struct cube_choice *choice, const struct collective_call *call,
                   const struct rows *rows) {
    return cube_bcast_by(choice, rows->receive, rows->bytes, &cube_byte, call->root);
}

COLLECTIVE_OPERATION(bcast, OPERATION_BROADCAST, SHAPE_NONE, SHAPE_ONE, .root = ROOT_HAS,
                     .build = build, .by_cube = by_cube);

#define BROADCAST                                                                                  \
    (&(struct collective_call){                                                                    \
        .operation = &bcast,                                                                       \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .receive = {.buffer = buffer, .count = count, .type = datatype},                           \
        .root = root,                                                                              \
    })

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    MPI_Comm object = on_cube_plain(comm);
    struct row row;
    if (object && on_cube_row(buffer, count, datatype, &row) &&
        LIKELY((unsigned)root < (unsigned)object->local->size)) {
        record_begin(object, OPERATION_BROADCAST, count, datatype, NULL, root);
        return on_cube_end(
            object, __func__,
            on_cube_is_whole(object)
                ? cube_bcast(row.address, row.bytes, &cube_byte, root)
                : cube_bcast_by(ON_CUBE_CHOICE(object), row.address, row.bytes, &cube_byte, root));
    }
    return collective_perform(BROADCAST);
}

COLLECTIVE_STARTED(MPI_Ibcast, MPI_Bcast_init, BROADCAST, void *buffer, int count,
                   MPI_Datatype datatype, int root, MPI_Comm comm)
