/* Small programs with windows, a case each: wrong in some order in which a process serves requests
 * for its window, or, with a second argument, right in all. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4096 };
static int rank, size, right, *memory;
static MPI_Win window;

static int get(int target, int at) {
    int value;
    MPI_Get(&value, 1, MPI_INT, target, at, 1, MPI_INT, window);
    MPI_Win_flush(target, window);
    return value;
}
static void put(int target, int at, int value) {
    MPI_Put(&value, 1, MPI_INT, target, at, 1, MPI_INT, window);
    MPI_Win_flush(target, window);
}
static void add(int target, int at, int value, MPI_Op op) {
    MPI_Accumulate(&value, 1, MPI_INT, target, at, 1, MPI_INT, op, window);
}
static int swap(int target, int expected, int value) {
    int found;
    MPI_Compare_and_swap(&value, &expected, &found, MPI_INT, target, 0, window);
    MPI_Win_flush(target, window);
    return found;
}

/* All ranks append a digit to a number of rank 0, each with the lock of its window. */
static void append(void) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    put(0, 0, right ? get(0, 0) + rank : 10 * get(0, 0) + rank);
    MPI_Win_unlock(0, window);
}

/* Two locks, in one order by rank 1 and in another by rank 2. */
static void crossed(void) {
    int first = rank == 2 && !right ? 2 : 0, second = 2 - first;
    for (int i = 0; i < 9 && rank != 1; i++) /* so rank 1 is first */
        MPI_Sendrecv(&i, 1, MPI_INT, 2 - rank, 0, &size, 1, MPI_INT, 2 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    if (rank == 0)
        return;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, first, 0, window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, second, 0, window);
    MPI_Win_unlock(second, window);
    MPI_Win_unlock(first, window);
}

/* Rank 1 alone may write: readers exclude it, and not each other. */
static void readers(void) {
    if (rank > 0) {
        MPI_Win_lock(rank == 1 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, window);
        if (rank == 1)
            put(0, 0, 7);
        else if (get(0, 0) == 7 && !right)
            printf("rank %d sees it\n", rank);
        MPI_Win_unlock(0, window);
    }
}

/* A put is lost in an accumulate that comes before it, unless another element is meant. */
static void mixed(void) {
    if (rank == 1)
        MPI_Put(&rank, 1, MPI_INT, 0, right, 1, MPI_INT, window);
    if (rank == 2)
        add(0, 0, 5, MPI_SUM);
}

/* Sums of floating-point numbers depend on their order, maxima do not. */
static void sums(void) {
    float value = rank == 1 ? 1e8f : rank == 2 ? -1e8f : 1;
    if (rank > 0)
        MPI_Accumulate(&value, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, right ? MPI_MAX : MPI_SUM, window);
}

/* Whoever takes the first ticket goes first. */
static void tickets(void) {
    int one = 1, ticket;
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    if (!right)
        printf("rank %d: %d\n", rank, ticket);
    MPI_Win_unlock_all(window);
}

/* A lock by compare-and-swap: those that wait for it poll. */
static void spinning(void) {
    MPI_Win_lock_all(0, window);
    while (swap(0, 0, 1) != 0)
        ;
    put(0, 1, right ? get(0, 1) + rank : rank);
    swap(0, 1, 0);
    MPI_Win_unlock_all(window);
}

/* Pairs that have nothing to do with each other: two ranks at each of two elements, or at each of
 * two processes. */
static void apart(void) {
    add(right ? rank / 2 * 2 : 0, right ? 0 : rank / 2, rank, MPI_REPLACE);
}

/* A fence, or a message after a flush, comes in between. */
static void ordered(void) {
    int none;
    MPI_Win_fence(0, window);
    if (rank == 1)
        add(0, 0, 1, MPI_REPLACE);
    MPI_Win_fence(0, window);
    if (rank == 2)
        add(0, 0, 2, MPI_REPLACE);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_lock_all(0, window);
    if (rank == 2) {
        add(0, 0, 3, MPI_REPLACE);
        if (right)
            MPI_Win_flush(0, window);
        MPI_Send(&none, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Recv(&none, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        add(0, 0, 4, MPI_REPLACE);
    }
    MPI_Win_unlock_all(window);
}

/* Many elements, in pieces, and long: those of rank 1 and of rank 2 share some. */
static void pieces(void) {
    static int values[WORDS];
    MPI_Datatype column;
    for (int i = 0; i < WORDS; i++)
        values[i] = rank;
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 1)
        MPI_Accumulate(values, 4, MPI_INT, 0, right ? WORDS - 10 : 0, 1, column, MPI_REPLACE,
                       window);
    if (rank == 2)
        MPI_Put(values, WORDS / 2, MPI_INT, 0, 3, WORDS / 2, MPI_INT, window);
    if (rank == 3)
        MPI_Get(values, WORDS / 4, MPI_INT, 0, WORDS / 2 + 3, WORDS / 4, MPI_INT, window);
    MPI_Type_free(&column);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
        int fences;
    } cases[] = {
        {"append", append, 0},     {"crossed", crossed, 0}, {"readers", readers, 0},
        {"mixed", mixed, 1},       {"sums", sums, 1},       {"tickets", tickets, 0},
        {"spinning", spinning, 0}, {"apart", apart, 1},     {"ordered", ordered, 0},
        {"pieces", pieces, 1},
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = argc > 2;
    MPI_Win_allocate(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    memset(memory, 0, WORDS * sizeof *memory);
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(argv[1], cases[i].name) != 0)
            continue;
        if (cases[i].fences)
            MPI_Win_fence(0, window);
        cases[i].run();
        if (cases[i].fences)
            MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %d %d %d\n", memory[0], memory[1], memory[3], memory[6]);
    MPI_Win_free(&window);
    return MPI_Finalize();
}
