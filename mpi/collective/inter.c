/* Schedules on intercommunicators. There are two ways.
 *
 * Where each block is for one process, the processes exchange blocks with those of the other group
 * directly. Otherwise, each group does its part by the builders for one team, and the two leaders,
 * which are the members with rank 0, exchange the results. */
#include "mpi/collective/call.h"

#include "mpi/operator/operator.h"

/* Who takes part: the own group, and the other one. */
struct groups {
    struct team own, other;
};

static bool leads(const struct groups *groups) {
    return groups->own.rank == 0;
}

/* When all members of a group have come, its leader tells the other leader, which tells its own
 * group. */
static void barrier(struct schedule *schedule, const struct groups *groups,
                    UNUSED const struct collective_call *call) {
    build_barrier(schedule, &groups->own);
    if (leads(groups)) {
        schedule_send_signal(schedule, &groups->other, 0);
        schedule_receive_signal(schedule, &groups->other, 0);
        schedule_round(schedule);
    }
    build_barrier(schedule, &groups->own);
}

/* The root sends to the leader of the other group, which passes it on. */
static void broadcast(struct schedule *schedule, const struct groups *groups,
                      const struct collective_call *call) {
    struct part part = blocks_at(&call->receive, 0);
    if (call->root == MPI_ROOT) {
        schedule_send(schedule, &groups->other, 0, &part);
    } else if (call->root >= 0) {
        if (leads(groups))
            schedule_receive(schedule, &groups->other, call->root, &part);
        schedule_round(schedule);
        build_broadcast(schedule, &groups->own, call->way, 0, part);
    }
    schedule_round(schedule);
}

static void gather(struct schedule *schedule, const struct groups *groups,
                   const struct collective_call *call) {
    schedule_take(schedule, "straight between the groups");
    for (int rank = 0; call->root == MPI_ROOT && rank < groups->other.size; rank++)
        schedule_receive(schedule, &groups->other, rank, PART(blocks_at(&call->receive, rank)));
    if (call->root >= 0)
        schedule_send(schedule, &groups->other, call->root, PART(blocks_at(&call->send, 0)));
    schedule_round(schedule);
}

static void scatter(struct schedule *schedule, const struct groups *groups,
                    const struct collective_call *call) {
    schedule_take(schedule, "straight between the groups");
    for (int rank = 0; call->root == MPI_ROOT && rank < groups->other.size; rank++)
        schedule_send(schedule, &groups->other, rank, PART(blocks_at(&call->send, rank)));
    if (call->root >= 0)
        schedule_receive(schedule, &groups->other, call->root, PART(blocks_at(&call->receive, 0)));
    schedule_round(schedule);
}

/* Each process sends a block to each process of the other group, and receives a block from each. If
 * the arguments describe only one block to send, all get that one. */
static void exchange(struct schedule *schedule, const struct groups *groups,
                     const struct collective_call *call) {
    schedule_take(schedule, "straight between the groups");
    bool is_one = call->operation->send == SHAPE_ONE;
    for (int k = 0; k < groups->other.size; k++) {
        int rank = (groups->own.rank + k) % groups->other.size;
        schedule_send(schedule, &groups->other, rank,
                      PART(blocks_at(&call->send, is_one ? 0 : rank)));
        schedule_receive(schedule, &groups->other, k, PART(blocks_at(&call->receive, k)));
    }
    schedule_round(schedule);
}

/* The root's result comes from the leader of the other group. */
static void reduce(struct schedule *schedule, const struct groups *groups,
                   const struct collective_call *call) {
    struct part own = collective_operand(call);
    if (call->root == MPI_ROOT) {
        schedule_receive(schedule, &groups->other, 0, PART(blocks_at(&call->receive, 0)));
    } else if (call->root >= 0) {
        struct part result = schedule_scratch(schedule, leads(groups) ? own.count : 0, own.layout);
        result.count = own.count;
        build_reduce(schedule, &groups->own, call->way, operator_commutes(call->op), 0, own,
                     result);
        if (leads(groups))
            schedule_send(schedule, &groups->other, call->root, &result);
    }
    schedule_round(schedule);
}

/* Combines what the own group has at its leader, and lets the leaders exchange the results. Returns
 * where the other group's result is at the leader. Only the leader has memory for it. The two
 * groups may have different counts, so the own result has own.count elements and the other group's
 * result has `others`. */
static struct part exchange_sums(struct schedule *schedule, const struct groups *groups,
                                 const struct collective_call *call, struct part own,
                                 MPI_Count others) {
    bool here = leads(groups);
    struct part sum = schedule_scratch(schedule, here ? own.count : 0, own.layout);
    struct part other = schedule_scratch(schedule, here ? others : 0, own.layout);
    sum.count = own.count;
    other.count = others;
    build_reduce(schedule, &groups->own, call->way, operator_commutes(call->op), 0, own, sum);
    if (here) {
        schedule_send(schedule, &groups->other, 0, &sum);
        schedule_receive(schedule, &groups->other, 0, &other);
        schedule_round(schedule);
    }
    return other;
}

static void allreduce(struct schedule *schedule, const struct groups *groups,
                      const struct collective_call *call) {
    struct part own = collective_operand(call), result = blocks_at(&call->receive, 0);
    struct part other = exchange_sums(schedule, groups, call, own, own.count);
    if (leads(groups))
        schedule_copy(schedule, &other, &result);
    build_broadcast(schedule, &groups->own, call->way, 0, result);
}

/* Both groups give the same number of elements (section 6.10), and each group divides what comes
 * from the other one by its own counts. */
static void reduce_scatter(struct schedule *schedule, const struct groups *groups,
                           const struct collective_call *call) {
    struct part own = collective_operand(call), result = blocks_at(&call->receive, 0);
    int size = groups->own.size, rank = groups->own.rank;
    int *places = schedule_memory(schedule, (size_t)size * sizeof *places);
    if (!places)
        return;
    MPI_Count all = 0;
    for (int r = 0; r < size; r++) {
        places[r] = (int)all;
        all += blocks_at(&call->receive, r).count;
    }
    own.count = all;
    result.count = blocks_at(&call->receive, rank).count;
    struct part other = exchange_sums(schedule, groups, call, own, all);
    struct blocks blocks = {.buffer = other.address,
                            .type = call->receive.type,
                            .count = call->receive.count,
                            .counts = call->receive.counts,
                            .displacements = places};
    build_scatter(schedule, &groups->own, WAY_LONG, 0, result, &blocks, false);
}

/* By enum operation_number; all others exchange blocks. */
static void (*const builders[])(struct schedule *schedule, const struct groups *groups,
                                const struct collective_call *call) = {
    [OPERATION_BARRIER] = barrier,
    [OPERATION_BROADCAST] = broadcast,
    [OPERATION_GATHER] = gather,
    [OPERATION_GATHERV] = gather,
    [OPERATION_SCATTER] = scatter,
    [OPERATION_SCATTERV] = scatter,
    [OPERATION_REDUCE] = reduce,
    [OPERATION_ALLREDUCE] = allreduce,
    [OPERATION_REDUCE_SCATTER] = reduce_scatter,
    [OPERATION_REDUCE_SCATTER_BLOCK] = reduce_scatter,
    [OPERATION_NEIGHBOR_ALLTOALLW] = NULL,
};

static void build(struct schedule *schedule, const struct collective_call *call) {
    struct groups groups = {collective_team(call->comm), collective_remote_team(call->comm)};
    (builders[call->operation->number] ? builders[call->operation->number]
                                       : exchange)(schedule, &groups, call);
}

void inter_start(void) {
    collective_build_inter = build;
}
