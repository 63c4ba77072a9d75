#include "mpi/collective/call.h"

#include "mpi/message/matching.h"

NODE_LOCAL void (*collective_build_inter)(struct schedule *schedule,
                                          const struct collective_call *call);

int collective_build(struct schedule *schedule, const struct collective_call *call) {
    struct team team = collective_team(call->comm);
    if (comm_is_inter(call->comm))
        collective_build_inter(schedule, call);
    else
        call->operation->build(schedule, &team, call);
    return schedule_end(schedule);
}

int collective_next_number(MPI_Comm comm) {
    int number = comm->collectives;
    comm->collectives = (int)((unsigned)number + 1);
    return number & MATCH_NUMBERS;
}

int collective_last_number(MPI_Comm comm) {
    return (comm->collectives - 1) & MATCH_NUMBERS;
}
