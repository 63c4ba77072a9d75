/* Collective operations on intercommunicators, of neighbours, and those that do not match, on the
 * host's cube (MPI 5.0, sections 6.2.2, 8.6 and 6.14). */
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "cube.h"
#include "mpi.h"
#include "mpi/object/error.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

enum { MOST = 8, M = 3 };

/* Maps x -> a x + b modulo 2^32: composing them does not commute. */
struct map {
    uint32_t a, b;
};

static struct map composed(struct map first, struct map second) {
    return (struct map){first.a * second.a, first.b * second.a + second.b};
}

static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
    (void)type;
    const struct map *left = in;
    struct map *right = inout;
    for (int i = 0; i < *count; i++)
        right[i] = composed(left[i], right[i]);
}

/* Element i of a process of a group. */
static struct map element(int group, int rank, int i) {
    uint32_t seed = (uint32_t)(group * 7919 + rank * 131 + i + 1) * 2654435761u;
    return (struct map){seed | 1, seed >> 9};
}

static bool is_element(struct map map, int group, int rank, int i) {
    struct map wanted = element(group, rank, i);
    return map.a == wanted.a && map.b == wanted.b;
}

/* Element i of all `size` processes of a group, combined. */
static bool is_sum(struct map map, int group, int size, int i) {
    struct map sum = element(group, 0, i);
    for (int rank = 1; rank < size; rank++)
        sum = composed(sum, element(group, rank, i));
    return map.a == sum.a && map.b == sum.b;
}

/* ---- Between two groups ---- */

static NODE_LOCAL struct {
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Op op;
    int group, rank, size, others, form;
    struct map in[MOST * MOST * M], out[MOST * MOST * M];
} self;

#define CALL(name, begin, ...)                                                                     \
    do {                                                                                           \
        MPI_Request request = MPI_REQUEST_NULL;                                                    \
        if (self.form == 0) {                                                                      \
            host_check(MPI_##name(__VA_ARGS__, self.comm) == MPI_SUCCESS);                         \
            break;                                                                                 \
        }                                                                                          \
        if (self.form == 1) {                                                                      \
            host_check(MPI_##begin(__VA_ARGS__, self.comm, &request) == MPI_SUCCESS);              \
        } else {                                                                                   \
            host_check(MPI_##name##_init(__VA_ARGS__, self.comm, MPI_INFO_NULL, &request) ==       \
                       MPI_SUCCESS);                                                               \
            host_check(MPI_Start(&request) == MPI_SUCCESS);                                        \
        }                                                                                          \
        host_check(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);                          \
        if (request != MPI_REQUEST_NULL)                                                           \
            host_check(MPI_Request_free(&request) == MPI_SUCCESS);                                 \
    } while (0)

/* How this process names a root. */
static int root_of(int group, int rank) {
    if (self.group != group)
        return rank;
    return self.rank == rank ? MPI_ROOT : MPI_PROC_NULL;
}

static void clear(void) {
    memset(self.out, 0xa5, sizeof self.out);
    for (int i = 0; i < MOST * MOST * M; i++)
        self.in[i] = element(self.group, self.rank, i);
}

static void rooted(int group, int root) {
    int own = root_of(group, root), other = 1 - group, counts[MOST], places[MOST];
    bool is_root = own == MPI_ROOT, is_other = self.group == other;
    for (int r = 0; r < MOST; r++) {
        counts[r] = 1 + r % 3;
        places[r] = (MOST - 1 - r) * 4;
    }
    clear();
    CALL(Bcast, Ibcast, is_root ? self.in : self.out, M, self.type, own);
    for (int i = 0; is_other && i < M; i++)
        host_check(is_element(self.out[i], group, root, i));
    clear();
    CALL(Gather, Igather, self.in, M, self.type, self.out, M, self.type, own);
    for (int r = 0; is_root && r < self.others; r++)
        for (int i = 0; i < M; i++)
            host_check(is_element(self.out[r * M + i], other, r, i));
    clear();
    CALL(Gatherv, Igatherv, self.in, counts[self.rank], self.type, self.out, counts, places,
         self.type, own);
    for (int r = 0; is_root && r < self.others; r++)
        for (int i = 0; i < counts[r]; i++)
            host_check(is_element(self.out[places[r] + i], other, r, i));
    clear();
    CALL(Scatter, Iscatter, self.in, M, self.type, self.out, M, self.type, own);
    for (int i = 0; is_other && i < M; i++)
        host_check(is_element(self.out[i], group, root, self.rank * M + i));
    clear();
    CALL(Scatterv, Iscatterv, self.in, counts, places, self.type, self.out, counts[self.rank],
         self.type, own);
    for (int i = 0; is_other && i < counts[self.rank]; i++)
        host_check(is_element(self.out[i], group, root, places[self.rank] + i));
    clear();
    CALL(Reduce, Ireduce, self.in, self.out, M, self.type, self.op, own);
    for (int i = 0; is_root && i < M; i++)
        host_check(is_sum(self.out[i], other, self.others, i));
}

static void unrooted(void) {
    int other = 1 - self.group, counts[MOST], places[MOST], bytes[MOST], sent[MOST];
    MPI_Datatype types[MOST];
    for (int r = 0; r < MOST; r++) {
        counts[r] = 1 + (r + self.rank) % 3; /* what r sends here, and what goes to r */
        places[r] = r * 4;
        bytes[r] = places[r] * (int)sizeof(struct map);
        types[r] = self.type;
        sent[r] = 1 + r % 3;
    }
    clear();
    CALL(Allgather, Iallgather, self.in, M, self.type, self.out, M, self.type);
    for (int r = 0; r < self.others; r++)
        for (int i = 0; i < M; i++)
            host_check(is_element(self.out[r * M + i], other, r, i));
    clear();
    CALL(Allgatherv, Iallgatherv, self.in, sent[self.rank], self.type, self.out, sent, places,
         self.type);
    for (int r = 0; r < self.others; r++)
        for (int i = 0; i < sent[r]; i++)
            host_check(is_element(self.out[places[r] + i], other, r, i));
    clear();
    CALL(Alltoall, Ialltoall, self.in, M, self.type, self.out, M, self.type);
    for (int r = 0; r < self.others; r++)
        for (int i = 0; i < M; i++)
            host_check(is_element(self.out[r * M + i], other, r, self.rank * M + i));
    clear();
    CALL(Alltoallv, Ialltoallv, self.in, counts, places, self.type, self.out, counts, places,
         self.type);
    for (int r = 0; r < self.others; r++)
        for (int i = 0; i < counts[r]; i++)
            host_check(is_element(self.out[places[r] + i], other, r, places[self.rank] + i));
    clear();
    CALL(Alltoallw, Ialltoallw, self.in, counts, bytes, types, self.out, counts, bytes, types);
    for (int r = 0; r < self.others; r++)
        for (int i = 0; i < counts[r]; i++)
            host_check(is_element(self.out[places[r] + i], other, r, places[self.rank] + i));
}

static void reductions(void) {
    int other = 1 - self.group, counts[MOST], all = self.size * self.others;
    clear();
    CALL(Allreduce, Iallreduce, self.in, self.out, M, self.type, self.op);
    for (int i = 0; i < M; i++)
        host_check(is_sum(self.out[i], other, self.others, i));
    clear();
    CALL(Reduce_scatter_block, Ireduce_scatter_block, self.in, self.out, self.others, self.type,
         self.op);
    for (int i = 0; i < self.others; i++)
        host_check(is_sum(self.out[i], other, self.others, self.rank * self.others + i));
    for (int r = 0; r < self.size; r++)
        counts[r] = r == 0 ? all - (self.size - 1) : 1;
    clear();
    CALL(Reduce_scatter, Ireduce_scatter, self.in, self.out, counts, self.type, self.op);
    for (int i = 0; i < counts[self.rank]; i++)
        host_check(is_sum(self.out[i], other, self.others,
                          self.rank == 0 ? i : counts[0] + self.rank - 1));
}

/* Whether a barrier of both groups keeps everybody: nobody leaves it before all have come. */
static void barriers(void) {
    MPI_Request request;
    host_check(MPI_Barrier(self.comm) == MPI_SUCCESS);
    host_check(MPI_Ibarrier(self.comm, &request) == MPI_SUCCESS);
    host_check(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

/* Two groups: every node whose bit is set in `set`, and all others in descending order. */
static int between(void *argument) {
    unsigned set = *(const unsigned *)argument;
    MPI_Init(NULL, NULL);
    int node = cube_node(), group = (int)(set >> node & 1), leaders[2] = {-1, -1};
    for (int k = 0; k < cube_nodes(); k++)
        if (leaders[set >> k & 1] < 0 || !(set >> k & 1))
            leaders[set >> k & 1] = k;
    MPI_Comm local;
    MPI_Comm_split(MPI_COMM_WORLD, group, group ? node : -node, &local);
    host_check(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, leaders[1 - group], 5, &self.comm) ==
               MPI_SUCCESS);
    MPI_Comm_rank(self.comm, &self.rank);
    MPI_Comm_size(self.comm, &self.size);
    MPI_Comm_remote_size(self.comm, &self.others);
    self.group = group;
    MPI_Type_contiguous(2, MPI_UINT32_T, &self.type);
    MPI_Type_commit(&self.type);
    MPI_Op_create(compose, 0, &self.op);
    for (self.form = 0; self.form < 3; self.form++) {
        for (int side = 0; side < 2; side++)
            for (int root = 0; root < (side == group ? self.size : self.others); root++)
                rooted(side, root);
        unrooted();
        reductions();
        barriers();
    }
    MPI_Op_free(&self.op);
    MPI_Type_free(&self.type);
    MPI_Comm_free(&self.comm);
    MPI_Comm_free(&local);
    MPI_Finalize();
    return 0;
}

TEST(test_between) {
    static const struct {
        uint32_t dimension;
        unsigned set;
    } groups[] = {{1, 0x1}, {2, 0x4}, {2, 0x6}, {3, 0x0f}, {3, 0x52}, {3, 0xef}};
    for (int k = 0; k < (int)(sizeof groups / sizeof groups[0]); k++) {
        unsigned set = groups[k].set;
        assert_int_equal(host_run(groups[k].dimension, NULL, between, &set), HOST_OK);
    }
}

/* ---- Neighbours ---- */

struct grid {
    int dimensions, extents[3], periodic[3];
};

/* A number for what a process sends as its block `block`. */
static int sent_by(int rank, int block) {
    return rank * 100 + block;
}

static int on_grid(void *argument) {
    const struct grid *grid = argument;
    MPI_Comm comm;
    MPI_Init(NULL, NULL);
    MPI_Cart_create(MPI_COMM_WORLD, grid->dimensions, grid->extents, grid->periodic, 0, &comm);
    int rank, blocks = 2 * grid->dimensions, in[6], out[6], all[6], neighbours[6];
    MPI_Comm_rank(comm, &rank);
    for (int d = 0; d < grid->dimensions; d++)
        MPI_Cart_shift(comm, d, 1, &neighbours[2 * d], &neighbours[2 * d + 1]);
    for (int form = 0; form < 3; form++) {
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        for (int k = 0; k < 6; k++) {
            in[k] = sent_by(rank, k);
            out[k] = all[k] = -1;
        }
        if (form == 0) {
            host_check(MPI_Neighbor_alltoall(in, 1, MPI_INT, out, 1, MPI_INT, comm) == 0);
            host_check(MPI_Neighbor_allgather(in, 1, MPI_INT, all, 1, MPI_INT, comm) == 0);
        } else if (form == 1) {
            host_check(
                MPI_Ineighbor_alltoall(in, 1, MPI_INT, out, 1, MPI_INT, comm, &requests[0]) == 0);
            host_check(
                MPI_Ineighbor_allgather(in, 1, MPI_INT, all, 1, MPI_INT, comm, &requests[1]) == 0);
        } else {
            host_check(MPI_Neighbor_alltoall_init(in, 1, MPI_INT, out, 1, MPI_INT, comm,
                                                  MPI_INFO_NULL, &requests[0]) == 0);
            host_check(MPI_Neighbor_allgather_init(in, 1, MPI_INT, all, 1, MPI_INT, comm,
                                                   MPI_INFO_NULL, &requests[1]) == 0);
            host_check(MPI_Startall(2, requests) == 0);
        }
        host_check(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE) == 0);
        for (int k = 0; k < 2 && form == 2; k++)
            host_check(MPI_Request_free(&requests[k]) == 0);
        for (int k = 0; k < blocks; k++) {
            bool none = neighbours[k] == MPI_PROC_NULL;
            host_check(out[k] == (none ? -1 : sent_by(neighbours[k], k ^ 1)));
            host_check(all[k] == (none ? -1 : sent_by(neighbours[k], 0)));
        }
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

/* Each process has an edge to itself, and two to the next one: the edges of a pair match in their
 * order. Rank r sends k + 1 elements along its edge k. */
static int on_graph(void *argument) {
    (void)argument;
    MPI_Init(NULL, NULL);
    int rank = cube_node(), size = cube_nodes(), next = (rank + 1) % size;
    int before = (rank + size - 1) % size;
    MPI_Comm comm;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, (int[]){before, rank, before}, MPI_UNWEIGHTED,
                                   3, (int[]){next, next, rank}, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &comm);
    /* By the order of edges, what comes from `before` is its edges 0 and 1, and the own edge is 2;
     * with one process all edges are its own, in their order. */
    int edges[3] = {0, size == 1 ? 1 : 2, size == 1 ? 2 : 1};
    int in[9], out[9], counts[3], received[3], places[3] = {6, 3, 0};
    MPI_Aint bytes[3] = {24, 12, 0};
    MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
    for (int k = 0; k < 3; k++) {
        counts[k] = k + 1;
        received[k] = edges[k] + 1;
    }
    for (int kind = 0; kind < 3; kind++) {
        for (int k = 0; k < 9; k++) {
            in[k] = sent_by(rank, k);
            out[k] = -1;
        }
        if (kind == 0)
            host_check(MPI_Neighbor_alltoallv(in, counts, places, MPI_INT, out, received, places,
                                              MPI_INT, comm) == 0);
        else if (kind == 1)
            host_check(MPI_Neighbor_alltoallw(in, counts, bytes, types, out, received, bytes, types,
                                              comm) == 0);
        else
            host_check(MPI_Neighbor_allgatherv(in, 2, MPI_INT, out, (int[]){2, 2, 2}, places,
                                               MPI_INT, comm) == 0);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < (kind == 2 ? 2 : received[k]); i++)
                host_check(out[places[k] + i] ==
                           sent_by(k == 1 ? rank : before, kind == 2 ? i : places[edges[k]] + i));
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

TEST(test_neighbours) {
    static struct grid grids[] = {
        {1, {8}, {1}},       {1, {8}, {0}},
        {2, {4, 2}, {1, 1}}, {3, {2, 2, 2}, {1, 0, 1}},
        {2, {1, 8}, {1, 1}}, {3, {1, 1, 8}, {1, 1, 0}},
    };
    for (int k = 0; k < (int)(sizeof grids / sizeof grids[0]); k++)
        assert_int_equal(host_run(3, NULL, on_grid, &grids[k]), HOST_OK);
    for (uint32_t dimension = 0; dimension <= 3; dimension++)
        assert_int_equal(host_run(dimension, NULL, on_graph, NULL), HOST_OK);
}

/* ---- Beside messages ---- */

enum { MESSAGES = 20, LONG = 5000 };

/* The lower half of the nodes is a subcube, and so is the upper one. While one waits in its own
 * collective calls, the other sends it messages, short and long. */
static int beside(void *argument) {
    (void)argument;
    MPI_Init(NULL, NULL);
    int node = cube_node(), half = cube_nodes() / 2, other = (node + half) % cube_nodes();
    MPI_Comm own;
    MPI_Comm_split(MPI_COMM_WORLD, node / half, node, &own);
    int *data = malloc(2 * MESSAGES * LONG * sizeof *data), sum, rank = node % half;
    MPI_Request requests[2 * MESSAGES];
    for (int k = 0; k < MESSAGES; k++) {
        int count = k % 3 == 0 ? LONG : k + 1;
        int *out = data + (ptrdiff_t)(MESSAGES + k) * LONG;
        for (int i = 0; i < count; i++)
            out[i] = node * 1000 + k * 7 + i;
        MPI_Irecv(data + (ptrdiff_t)k * LONG, LONG, MPI_INT, other, k, MPI_COMM_WORLD,
                  &requests[2 * k]);
        MPI_Isend(out, count, MPI_INT, other, k, MPI_COMM_WORLD, &requests[2 * k + 1]);
        host_check(MPI_Barrier(own) == MPI_SUCCESS);
        host_check(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, own) == MPI_SUCCESS);
        host_check(sum == half * (half - 1) / 2);
    }
    host_check(MPI_Waitall(2 * MESSAGES, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    bool right = true;
    for (int k = 0; k < MESSAGES; k++)
        for (int i = 0; i < (k % 3 == 0 ? LONG : k + 1); i++)
            right = right && data[k * LONG + i] == other * 1000 + k * 7 + i;
    host_check(right);
    free(data);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}

TEST(test_beside) {
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        assert_int_equal(host_run(dimension, NULL, beside, NULL), HOST_OK);
}

/* ---- Calls that do not match ---- */

static NODE_LOCAL int raised;

static void handle(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    raised = *code;
}

/* On a communicator of two in the opposite order, which is no subcube, each process makes a call of
 * its own. Both learn of it. */
static int mismatched(void *argument) {
    int which = *(const int *)argument, in[4] = {1, 2, 3, 4}, out[8];
    MPI_Init(NULL, NULL);
    MPI_Comm comm;
    MPI_Request requests[2];
    MPI_Errhandler handler;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -cube_node(), &comm);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    int rank;
    MPI_Comm_rank(comm, &rank);
    const char *other = "";
    int error = MPI_ERR_OTHER;
    raised = MPI_SUCCESS;
    switch (which) {
    case 0:
        MPI_Allreduce(in, out, 1, MPI_INT, rank == 0 ? MPI_SUM : MPI_MAX, comm);
        other = rank == 0 ? "MPI_Allreduce with MPI_MAX" : "MPI_Allreduce with MPI_SUM";
        break;
    case 1:
        if (rank == 0)
            MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, comm);
        else
            MPI_Allgather(in, 1, MPI_INT, out, 1, MPI_INT, comm);
        other = rank == 0 ? "MPI_Allgather" : "MPI_Allreduce with MPI_SUM";
        break;
    case 2: /* the longer one finds too few bytes, the shorter one too many */
        MPI_Allreduce(in, out, 1 + rank, MPI_INT, MPI_SUM, comm);
        other = rank == 0 ? "sent 8 bytes where this process expected 4"
                          : "sent 4 bytes where this process expected 8";
        error = rank == 0 ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT;
        break;
    case 3: /* the first persistent calls, though not the first that each process starts */
        if (rank == 0) {
            MPI_Bcast_init(in, 1, MPI_INT, 0, comm, MPI_INFO_NULL, &requests[0]);
            MPI_Barrier_init(comm, MPI_INFO_NULL, &requests[1]);
        } else {
            MPI_Scan_init(in, out, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[0]);
            MPI_Barrier_init(comm, MPI_INFO_NULL, &requests[1]);
        }
        MPI_Start(&requests[1]);
        MPI_Start(&requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Request_free(&requests[0]);
        MPI_Request_free(&requests[1]);
        other = "MPI_Bcast with root 0";
        error = rank == 0 ? MPI_SUCCESS : MPI_ERR_OTHER; /* the root only sends */
        break;
    default:
        if (rank == 0)
            MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, comm);
        else
            MPI_Alltoallv(in, (int[]){1, 1}, (int[]){0, 1}, MPI_INT, out, (int[]){1, 1},
                          (int[]){0, 1}, MPI_INT, comm);
        other = rank == 0 ? "MPI_Alltoallv" : "MPI_Alltoall";
        break;
    }
    host_check(raised == error);
    host_check(error == MPI_SUCCESS || strstr(error_detail(), other) != NULL);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

TEST(test_mismatches) {
    for (int which = 0; which < 5; which++)
        assert_int_equal(host_run(1, NULL, mismatched, &which), HOST_OK);
}
