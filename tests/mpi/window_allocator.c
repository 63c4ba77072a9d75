/* Finds detours that call the allocator: rank 1 computes within its own allocator, while its long
 * answers to rank 0, and a message behind them, still leave. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { GO, RELAY = 3, WORDS = 262144, FEW = 64, ROOM = 8 << 20, LINE = 16 };

static volatile int inside; /* this process is in the allocator, and waits there */

static void *take(size_t bytes) {
    static _Alignas(LINE) char room[ROOM];
    static size_t used;
    size_t start = used + LINE;
    if (inside || bytes > ROOM || start + bytes > ROOM) {
        fputs(inside ? "the allocator is called on a detour\n" : "no memory\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    memcpy(room + used, &bytes, sizeof bytes);
    used = (start + bytes + LINE - 1) / LINE * LINE;
    return room + start;
}

size_t malloc_usable_size(void *memory) {
    size_t had = 0;
    if (memory)
        memcpy(&had, (char *)memory - LINE, sizeof had);
    return had;
}
void *malloc(size_t bytes) {
    return take(bytes);
}
void *calloc(size_t count, size_t bytes) {
    return take(count * bytes); /* the room is 0, and nothing comes back */
}
void *realloc(void *old, size_t bytes) {
    size_t had = malloc_usable_size(old);
    void *made = take(bytes);
    return had > 0 ? memcpy(made, old, had < bytes ? had : bytes) : made;
}
void free(void *memory) {
    if (memory && inside)
        take(0);
}
void *memalign(size_t alignment, size_t bytes) {
    char *made = take(bytes + alignment);
    return made + (-(size_t)made & (alignment - 1));
}

/* Asks for more than the links take, and waits for it when rank 1 is in its allocator. What it asks
 * for does not lie in one piece, so the answers are in memory of the library's. */
static void ask(volatile int *memory, MPI_Win win) {
    static int found[WORDS / 2];
    const int one = 1;
    MPI_Datatype half;
    MPI_Type_vector(WORDS / 2, 1, 2, MPI_INT, &half);
    MPI_Type_commit(&half);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Get(found, WORDS / 2, MPI_INT, 1, 0, 1, half, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    while (memory[GO] == 0)
        continue;
    MPI_Win_flush(1, win);
    MPI_Put(&one, 1, MPI_INT, 1, GO, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Recv(found, FEW, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&half);
}

/* What is sent is packed, and the packed bytes are freed when they have left. */
static void answer(volatile int *memory) {
    MPI_Datatype few;
    MPI_Request sent;
    MPI_Type_vector(FEW, 1, 2, MPI_INT, &few);
    MPI_Type_commit(&few);
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isend((int *)memory + FEW, 1, few, 0, 0, MPI_COMM_WORLD, &sent);
    MPI_Send(NULL, 0, MPI_INT, RELAY, 0, MPI_COMM_WORLD);
    inside = 1;
    while (memory[GO] == 0)
        continue;
    inside = 0;
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Type_free(&few);
}

int main(int argc, char **argv) {
    int rank, *memory;
    const int one = 1;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        ask(memory, win);
    if (rank == 1)
        answer(memory);
    if (rank == RELAY) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, GO, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
    if (rank == 0)
        puts("right");
    return MPI_Finalize();
}
