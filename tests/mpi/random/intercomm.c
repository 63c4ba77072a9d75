/* Finds intercommunicators, made of two parts of any size, whose sides differ, also when they are
 * merged. tests/mpi/corners/between.c has operations with one root. */
#include "random.h"

enum { COUNT_MOST = 20 };

static int value(int side, int rank, int i) {
    uint64_t of = (uint64_t)side << 40 | (uint64_t)rank << 20 | (uint64_t)i;
    return (int)(mix(job.seed, (uint64_t)job.round, of) % 1000);
}

struct inter {
    MPI_Comm comm;
    int side, rank, size, others;
    int count;
};

static void expect(int found, int expected, const char *call) {
    if (found != expected)
        wrong("%s on an intercommunicator gives %d, not %d", call, found, expected);
}

static void reduce(const struct inter *inter) {
    int send[COUNT_MOST], receive[COUNT_MOST] = {0};
    for (int i = 0; i < inter->count; i++)
        send[i] = value(inter->side, inter->rank, i);
    MPI_Allreduce(send, receive, inter->count, MPI_INT, MPI_SUM, inter->comm);
    for (int i = 0; i < inter->count; i++) {
        int sum = 0;
        for (int rank = 0; rank < inter->others; rank++)
            sum += value(1 - inter->side, rank, i);
        expect(receive[i], sum, "MPI_Allreduce");
    }
}

static void all_to_all(const struct inter *inter, bool later) {
    static _Thread_local int send[WORLD_MOST * COUNT_MOST], receive[WORLD_MOST * COUNT_MOST];
    for (int to = 0; to < inter->others; to++)
        for (int i = 0; i < inter->count; i++)
            send[to * inter->count + i] = value(inter->side, inter->rank, to * COUNT_MOST + i);
    if (later) {
        MPI_Request request;
        MPI_Ialltoall(send, inter->count, MPI_INT, receive, inter->count, MPI_INT, inter->comm,
                      &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Alltoall(send, inter->count, MPI_INT, receive, inter->count, MPI_INT, inter->comm);
    }
    for (int from = 0; from < inter->others; from++)
        for (int i = 0; i < inter->count; i++)
            expect(receive[from * inter->count + i],
                   value(1 - inter->side, from, inter->rank * COUNT_MOST + i), "MPI_Alltoall");
}

static void message(const struct inter *inter) {
    int to = inter->rank % inter->others, sent = value(inter->side, inter->rank, 0), came;
    MPI_Request request;
    MPI_Isend(&sent, 1, MPI_INT, to, 9, inter->comm, &request);
    for (int from = 0; from < inter->others; from++)
        if (from % inter->size == inter->rank) {
            MPI_Recv(&came, 1, MPI_INT, from, 9, inter->comm, MPI_STATUS_IGNORE);
            expect(came, value(1 - inter->side, from, 0), "MPI_Recv");
        }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void merge(const struct inter *inter, bool same) {
    MPI_Comm merged;
    int rank, size;
    MPI_Intercomm_merge(inter->comm, same ? 0 : inter->side == 0, &merged);
    MPI_Comm_rank(merged, &rank);
    MPI_Comm_size(merged, &size);
    expect(size, inter->size + inter->others, "MPI_Intercomm_merge (size)");
    if (!same)
        expect(rank, inter->side == 1 ? inter->rank : inter->others + inter->rank,
               "MPI_Intercomm_merge (rank)");
    int one = 1, sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, merged);
    expect(sum, size, "MPI_Allreduce of what was merged");
    MPI_Comm_free(&merged);
}

/* Splits an intercommunicator by even and odd ranks, or creates one of the even ranks. */
static void take_part(const struct inter *inter, bool split) {
    int odd = inter->rank % 2;
    struct inter part = {.side = inter->side, .rank = inter->rank / 2, .count = inter->count};
    part.size = (inter->size + 1 - odd) / 2;
    part.others = (inter->others + 1 - odd) / 2;
    if (split) {
        MPI_Comm_split(inter->comm, odd, 0, &part.comm);
    } else {
        MPI_Group whole, even;
        MPI_Comm_group(inter->comm, &whole);
        MPI_Group_range_incl(whole, 1, (int[1][3]){{0, inter->size - 1, 2}}, &even);
        MPI_Comm_create(inter->comm, even, &part.comm);
        MPI_Group_free(&even);
        MPI_Group_free(&whole);
    }
    bool none = split ? part.others == 0 : odd;
    expect(part.comm == MPI_COMM_NULL, none, "whether there is a part");
    if (none)
        return;
    message(&part);
    all_to_all(&part, false);
    MPI_Comm_free(&part.comm);
}

void intercomm_action(void) {
    const struct family *family = family_choose();
    if (family->comm == MPI_COMM_NULL || family->size < 2)
        return;
    struct draw common = {mix(job.seed, (uint64_t)job.round, (uint64_t)family->world[0])};
    int first = 1 + draw_below(&common, family->size - 1); /* how many processes side 0 has */
    struct inter inter = {.side = family->rank >= first};
    MPI_Comm half;
    MPI_Comm_split(family->comm, inter.side, 0, &half);
    MPI_Intercomm_create(half, 0, family->comm, inter.side == 0 ? first : 0, job.round,
                         &inter.comm);
    int is_inter, result, others;
    MPI_Group remote;
    MPI_Comm_test_inter(inter.comm, &is_inter);
    MPI_Comm_rank(inter.comm, &inter.rank);
    MPI_Comm_size(inter.comm, &inter.size);
    MPI_Comm_remote_size(inter.comm, &inter.others);
    expect(is_inter, 1, "MPI_Comm_test_inter");
    expect(inter.size, inter.side == 0 ? first : family->size - first, "MPI_Comm_size");
    expect(inter.others, inter.side == 1 ? first : family->size - first, "MPI_Comm_remote_size");
    MPI_Comm_remote_group(inter.comm, &remote);
    MPI_Group_size(remote, &others);
    MPI_Group_free(&remote);
    expect(others, inter.others, "MPI_Comm_remote_group (size)");
    inter.count = draw_below(&common, COUNT_MOST);
    if (draw_below(&common, 3) == 0) {
        MPI_Comm other;
        MPI_Comm_dup(inter.comm, &other);
        MPI_Comm_compare(inter.comm, other, &result);
        expect(result, MPI_CONGRUENT, "MPI_Comm_compare");
        MPI_Comm_free(&inter.comm);
        inter.comm = other;
    }
    for (int rounds = draw_below(&common, 4); rounds > 0; rounds--) {
        switch (draw_below(&common, 5)) {
        case 0:
            reduce(&inter);
            break;
        case 1:
            all_to_all(&inter, draw_below(&common, 2) == 0);
            break;
        case 2:
            message(&inter);
            break;
        case 3:
            take_part(&inter, draw_below(&common, 2) == 0);
            break;
        default:
            MPI_Barrier(inter.comm);
            break;
        }
    }
    merge(&inter, draw_below(&common, 3) == 0);
    MPI_Comm_free(&inter.comm);
    MPI_Comm_free(&half);
}
