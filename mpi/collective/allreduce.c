/* All-reduce (MPI 5.0, section 6.9.6). */
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/operator/operator.h"
#include "mpi/operator/operator_cube.h"

static void build_reduced(struct schedule *schedule, const struct team *team,
                          const struct collective_call *call) {
    build_allreduce(schedule, team, call->way, operator_commutes(call->op),
                    collective_operand(call), blocks_at(&call->receive, 0));
}

COLLECTIVE_OPERATION(allreduce, OPERATION_ALLREDUCE, SHAPE_ONE, SHAPE_ONE, .combines = true,
                     .in_place = true, .build = build_reduced, .reduces = cube_allreduce_by);

#define ALLREDUCE COLLECTIVE_REDUCED(allreduce, .count = count)

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
    MPI_Comm object = on_cube_plain(comm);
    const struct cube_type *type = operator_cube_type(datatype);
    const struct cube_op *combiner = operator_cube_op(op);
    const void *own = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    if (object && type && combiner && LIKELY(count >= 0) &&
        LIKELY((combiner->kinds >> type->kind & 1) != 0) && LIKELY(recvbuf > MPI_IN_PLACE) &&
        LIKELY(sendbuf && sendbuf != recvbuf)) {
        record_begin(object, OPERATION_ALLREDUCE, count, datatype, op, 0);
        return on_cube_end(object, __func__,
                           on_cube_is_whole(object)
                               ? cube_allreduce(own, recvbuf, (size_t)count, type, combiner)
                               : cube_allreduce_by(ON_CUBE_CHOICE(object), own, recvbuf,
                                                   (size_t)count, type, combiner));
    }
    return collective_perform(ALLREDUCE);
}

COLLECTIVE_STARTED(MPI_Iallreduce, MPI_Allreduce_init, ALLREDUCE, PARAMETERS_REDUCED, MPI_Comm comm)
