/* Finds collective calls that fail where random ones (test_programs.c) do not come: with kept
 * schedules, many persistent ones, beside messages, and those that do not match. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "cube.h"
#include "mpi.h"
#include "mpi/message/matching.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"
#include "tests/unit/nodes.h"

/* A function of the leak sanitizer, which not every build has. */
void __lsan_disable(void) __attribute__((weak));

/* ---- Persistent calls after so many that their numbers do not fit beside a signature ---- */

enum { EARLY = 2, KEPT = 6, STARTS = 3 };

TEST_AT_NODES(test_many_persistent, 2, 2) {
    MPI_Comm comm;
    MPI_Request requests[KEPT];
    int data[KEPT], rank, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int k = 0; k < KEPT; k++) {
        if (k == EARLY)
            comm->prepared = MATCH_NUMBERS; /* as if so many had been made and freed */
        MPI_Bcast_init(&data[k], 1, MPI_INT, k % size, comm, MPI_INFO_NULL, &requests[k]);
    }
    for (int start = 0; start < STARTS; start++) {
        for (int k = 0; k < KEPT; k++)
            data[k] = rank == k % size ? 10 * start + k : -1;
        for (int k = 0; k < KEPT; k++)
            MPI_Start(&requests[(k + rank * (start + 1)) % KEPT]);
        MPI_Waitall(KEPT, requests, MPI_STATUSES_IGNORE);
        for (int k = 0; k < KEPT; k++)
            host_check(data[k] == 10 * start + k);
    }
    for (int k = 0; k < KEPT; k++)
        MPI_Request_free(&requests[k]);
    MPI_Comm_free(&comm);
    MPI_Finalize();
}

struct telling {
    bool gathers;
    _Atomic int told;
};

/* The root expects two elements of everybody, or has two for everybody, and the others have one.
 * They are told so, and do not wait for the root, which may wait for them. */
static int tell_sizes(void *argument) {
    struct telling *telling = argument;
    int rank, size, class, in[16] = {0}, out[16], counts[8], places[8];
    if (__lsan_disable)
        __lsan_disable(); /* nobody gets to MPI_Finalize */
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int r = 0; r < size; r++)
        counts[r] = 2, places[r] = 2 * r;
    int own = rank == 0 ? 2 : 1;
    int error =
        telling->gathers
            ? MPI_Gatherv(in, own, MPI_INT, out, counts, places, MPI_INT, 0, MPI_COMM_WORLD)
            : MPI_Scatterv(in, counts, places, MPI_INT, out, own, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Error_class(error, &class);
    atomic_fetch_add(&telling->told, class == MPI_ERR_TRUNCATE);
    return 0;
}

TEST(test_sizes_that_the_root_alone_knows) {
    for (int dimension = 1; dimension <= 3; dimension++)
        for (int gathers = 0; gathers <= 1; gathers++) {
            struct telling telling = {.gathers = gathers};
            host_run((uint32_t)dimension, NULL, tell_sizes, &telling);
            assert_int_equal(telling.told, (1 << dimension) - 1);
        }
}

/* Calls by messages that differ from the one before in one argument: each has a schedule of its
 * own, and then that of the first comes again. */
TEST_WITH_VERDICT(test_kept_schedules, HOST_OK, 2, 2, .ranks = 3) {
    enum { COUNT = 2, LONGER = 4 };
    int rank, in[LONGER], out[LONGER];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < LONGER; i++)
        in[i] = rank + i;
    for (int again = 0; again < 2; again++) {
        const struct {
            int count, root;
            MPI_Op op;
        } calls[] = {
            {COUNT, 0, MPI_SUM}, {LONGER, 0, MPI_SUM}, {COUNT, 0, MPI_MAX}, {COUNT, 2, MPI_SUM}};
        for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
            memset(out, 0, sizeof out);
            host_check(MPI_Reduce(in, out, calls[k].count, MPI_INT, calls[k].op, calls[k].root,
                                  MPI_COMM_WORLD) == MPI_SUCCESS);
            for (int i = 0; i < LONGER; i++)
                host_check(out[i] == (rank != calls[k].root || i >= calls[k].count ? 0
                                      : calls[k].op == MPI_SUM                     ? 3 + 3 * i
                                                                                   : 2 + i));
        }
    }
    MPI_Finalize();
}

/* An operator that cannot stand zeros, of which no process has any. */
static void multiply(void *in, void *inout, int *count, UNUSED MPI_Datatype *type) {
    for (int i = 0; i < *count; i++) {
        host_check(((int *)in)[i] != 0 && ((int *)inout)[i] != 0);
        ((int *)inout)[i] *= ((int *)in)[i];
    }
}

/* Blocks of three and of four elements. */
static int reduce_without_zeros(void *argument) {
    int rank, size, all = 0, in[32], out[4] = {0}, counts[8], product = 1;
    MPI_Op op;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int r = 0; r < size; r++) {
        counts[r] = r % 2 == 0 ? 3 : 4;
        all += counts[r];
        product *= r + 1;
    }
    for (int i = 0; i < all; i++)
        in[i] = rank + 1;
    MPI_Op_create(multiply, argument ? 1 : 0, &op);
    host_check(MPI_Reduce_scatter(in, out, counts, MPI_INT, op, MPI_COMM_WORLD) == MPI_SUCCESS);
    for (int i = 0; i < 4; i++)
        host_check(out[i] == (i < counts[rank] ? product : 0));
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}

TEST(test_operators_of_users_get_elements_only) {
    int commutes;
    for (uint32_t dimension = 0; dimension <= 3; dimension++) {
        assert_int_equal(host_run(dimension, NULL, reduce_without_zeros, NULL), HOST_OK);
        assert_int_equal(host_run(dimension, NULL, reduce_without_zeros, &commutes), HOST_OK);
    }
}

/* ---- Beside messages ---- */

enum { MESSAGES = 20, LONG = 5000 };

/* The lower half of the nodes is a subcube, and so is the upper one. While one waits in its own
 * collective calls, the other sends it messages, short and long. */
TEST_AT_NODES(test_beside, 1, 3) {
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
}

/* ---- Calls that do not match ---- */

static NODE_LOCAL int raised;

static void handle(UNUSED MPI_Comm *comm, int *code, ...) {
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
    case 0: /* the first persistent calls, though not the first that each process starts */
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
    host_check(error == MPI_SUCCESS || strstr(error_detail(), other));
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

TEST(test_mismatches) {
    for (int which = 0; which < 2; which++)
        assert_int_equal(host_run(1, NULL, mismatched, &which), HOST_OK);
}
