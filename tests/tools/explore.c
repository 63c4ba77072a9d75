/* Small programs, a case each: wrong in some order of their messages, or, with a second argument,
 * right in all. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, right, value, variant; /* of a case */

static int take(int source, int tag) {
    MPI_Status status;
    MPI_Recv(&value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
    return status.MPI_SOURCE;
}
static void give(int dest, int tag) {
    MPI_Send(&rank, 1, MPI_INT, dest, tag, MPI_COMM_WORLD);
}
static MPI_Request ask(int source, int *into) {
    MPI_Request request;
    MPI_Irecv(into, 1, MPI_INT, source, 0, MPI_COMM_WORLD, &request);
    return request;
}

/* Rank 1's message may be taken first: then nobody sends what the second receive waits for. */
static void named(void) {
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, right ? 2 : MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        take(1, 0);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        printf("%d\n", rank);
    }
}

static void master(void) {
    int sum = 0;
    for (int i = 1; rank == 0 && i < size; i++) {
        take(MPI_ANY_SOURCE, MPI_ANY_TAG);
        sum = right ? sum + value : 10 * sum + value;
    }
    if (rank == 0)
        printf("%d\n", sum);
    else
        give(0, rank);
}

/* Reads its input to the end, and aborts with the number of its lines, or goes on. */
static void input(void) {
    char line[100];
    int lines = 0;
    while (rank == 0 && fgets(line, sizeof line, stdin))
        lines++;
    if (rank == 0 && !right)
        MPI_Abort(MPI_COMM_WORLD, lines);
    master();
}

/* A leaf leaves a reduction before the root enters it: what it sends next may be taken for what
 * another sent before. */
static void phases(void) {
    int sum = 0, reduced, all = variant, tag = right && !all;
    for (int i = 1; rank == 0 && i < size; i++) {
        take(MPI_ANY_SOURCE, 0);
        sum += value;
    }
    if (rank != 0)
        give(0, 0);
    if (all)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Reduce(&rank, &reduced, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++)
        take(MPI_ANY_SOURCE, tag);
    if (rank == 0)
        printf("%d\n", sum);
    else
        give(0, tag);
}

/* Several calls may complete either request, the last ones of many. */
enum { MANY = 600 };
static void either(void) {
    int values[2], call = variant, index = -1, count = 0, flag = 0;
    if (rank > 0) {
        give(0, 0);
        return;
    }
    MPI_Request requests[MANY];
    for (int i = 0; i < MANY - 2; i++)
        requests[i] = MPI_REQUEST_NULL;
    requests[MANY - 2] = ask(1, &values[0]);
    requests[MANY - 1] = ask(2, &values[1]);
    if (call == 0)
        MPI_Waitany(MANY, requests, &index, MPI_STATUS_IGNORE);
    else if (call == 1)
        MPI_Waitsome(MANY, requests, &count, &index, MPI_STATUSES_IGNORE);
    while (call > 1 && !flag && !count)
        if (call == 2)
            MPI_Testany(MANY, requests, &index, &flag, MPI_STATUS_IGNORE);
        else
            MPI_Testsome(MANY, requests, &count, &index, MPI_STATUSES_IGNORE);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    if (!right && index == MANY - 2)
        MPI_Abort(MPI_COMM_WORLD, 3);
}

/* The message may have come, or not yet: for a probe, or for a test of a receive. */
static void look(void) {
    int flag = 0, tests = variant;
    if (rank == 1)
        give(0, 0);
    if (rank != 0)
        return;
    MPI_Request request = tests ? ask(1, &value) : MPI_REQUEST_NULL;
    do
        if (tests)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        else
            MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    while (right && !flag);
    if (!flag && tests)
        abort();
    if (!flag)
        MPI_Abort(MPI_COMM_WORLD, 4);
    if (!tests)
        take(1, 0);
}

/* What a probe finds decides. */
static void probe(void) {
    MPI_Status status;
    MPI_Message message;
    if (rank > 0) {
        give(0, 0);
        return;
    }
    MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    take(right ? status.MPI_SOURCE : 2, 0);
}

/* Receives of different processes: 2 orders each. */
static void pairs(void) {
    if (rank % 3 > 0)
        give(rank - rank % 3, 0);
    for (int i = 0; rank % 3 == 0 && i < 2; i++)
        take(MPI_ANY_SOURCE, 0);
}

/* Rank 2 sends after rank 0 has taken rank 1's message: it hears of that from rank 0, or from
 * rank 1. */
static void answered(void) {
    if (rank == 1)
        MPI_Ssend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 2)
        take(right, 0);
    if (rank == 0)
        take(MPI_ANY_SOURCE, 0);
    if (rank == right)
        give(2, 0);
    if (rank == 0)
        take(MPI_ANY_SOURCE, 0);
    if (rank == 2)
        give(0, 0);
}

/* Rank 1's message is taken by rank 0 before the barrier that rank 1 has begun before it. What rank
 * 0 sends then comes too late for rank 1's first receive. */
static void within(void) {
    MPI_Request request;
    if (rank == 0)
        give(take(1, 0), 0);
    if (rank == 1)
        take(MPI_ANY_SOURCE, 0);
    if (rank == 2)
        give(1, 0);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == 1) {
        give(0, 0);
        take(MPI_ANY_SOURCE, 0);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The second receive takes the first message before rank 2 sends what the first may not take then.
 */
static void begun(void) {
    int first;
    if (rank == 0) {
        MPI_Request request = ask(MPI_ANY_SOURCE, &first);
        take(MPI_ANY_SOURCE, 0);
        give(2, 1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        take(2, 0);
    }
    if (rank == 2)
        take(0, 1);
    if (rank == 1)
        give(0, 0);
    if (rank > 0)
        give(0, 0);
}

/* Rank 2 sends to rank 0 only if its own receive has taken rank 4's message first. */
static void chain(void) {
    if (rank == 0 && take(MPI_ANY_SOURCE, 0) == 2 && !right)
        abort();
    if (rank == 1)
        give(0, 0);
    if (rank == 2) {
        int first = take(MPI_ANY_SOURCE, 0);
        take(MPI_ANY_SOURCE, 0);
        if (first == 4)
            give(0, 0);
    }
    if (rank > 2)
        give(2, 0);
}

static const char *program;

/* Two spawned processes, which have the numbers after those that are there, send to rank 0. */
static void spawned(void) {
    MPI_Comm parent, children;
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, parent);
        MPI_Comm_disconnect(&parent);
        return;
    }
    char *words[] = {"spawned", NULL};
    MPI_Comm_spawn(program, words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
    for (int i = 0; rank == 0 && i < 2; i++) {
        MPI_Recv(&value, 1, MPI_INT, right ? i : MPI_ANY_SOURCE, 0, children, MPI_STATUS_IGNORE);
        printf("%d%s", value, i < 1 ? " " : "\n");
    }
    MPI_Comm_disconnect(&children);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
        int variant;
    } cases[] = {
        {"named", named, 0},       {"master", master, 0},   {"reduced", phases, 0},
        {"together", phases, 1},   {"waitany", either, 0},  {"waitsome", either, 1},
        {"testany", either, 2},    {"testsome", either, 3}, {"iprobe", look, 0},
        {"test", look, 1},         {"probe", probe, 0},     {"pairs", pairs, 0},
        {"answered", answered, 0}, {"begun", begun, 0},     {"chain", chain, 0},
        {"spawned", spawned, 0},   {"input", input, 0},     {"within", within, 0},
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = argc > 2;
    program = argv[0];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], cases[i].name) == 0)
            variant = cases[i].variant, cases[i].run();
    return MPI_Finalize();
}
