/* Messages of all lengths between all ranks. Each rank sends to every other one, and to itself, in
 * several ways, and checks what comes. Rank 0 prints one line, which says how many messages it has
 * received. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static const int lengths[] = {0, 1, 2, 3, 16, 100, 1000, 5000, 20000};
enum { LENGTHS = sizeof lengths / sizeof *lengths, MOST = 20000 };

/* Tags are lengths. These numbers are added to the tags of messages that are no part of all_to_all,
 * because its receives for any source would otherwise take them. */
enum { RING = 100000, POLL = 200000 };

static int rank, size, received;

static int content(int from, int to, int length, int i) {
    return from * 7919 + to * 104729 + length * 31 + i;
}

static void fill(int *data, int to, int length) {
    for (int i = 0; i < length; i++)
        data[i] = content(rank, to, length, i);
}

static void check(const int *data, int length, const MPI_Status *status) {
    int count;
    MPI_Get_count(status, MPI_INT, &count);
    int wrong = count != length || status->MPI_TAG % RING != length;
    for (int i = 0; i < length; i++)
        wrong += data[i] != content(status->MPI_SOURCE, rank, length, i);
    if (wrong) {
        printf("rank %d: %d ints from %d are wrong\n", rank, length, status->MPI_SOURCE);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    received++;
}

/* All send to all at once, and receive from any source. */
static void all_to_all(int length) {
    int *sent = malloc(((size_t)length * size + 1) * sizeof *sent);
    int *data = calloc((size_t)length * size + 1, sizeof *data);
    MPI_Request *requests = malloc(2 * (size_t)size * sizeof(MPI_Request));
    MPI_Status *statuses = malloc(2 * (size_t)size * sizeof *statuses);
    for (int k = 0; k < size; k++) {
        MPI_Irecv(data + k * length, length, MPI_INT, MPI_ANY_SOURCE, length, MPI_COMM_WORLD,
                  &requests[k]);
        fill(sent + k * length, k, length);
    }
    for (int k = 0; k < size; k++)
        (k % 2 ? MPI_Isend : MPI_Issend)(sent + k * length, length, MPI_INT, k, length,
                                         MPI_COMM_WORLD, &requests[size + k]);
    MPI_Waitall(2 * size, requests, statuses);
    for (int k = 0; k < size; k++)
        check(data + k * length, length, &statuses[k]);
    free(sent);
    free(data);
    free(requests);
    free(statuses);
}

/* Each rank sends to the next one on a ring, by blocking calls. Even ranks send first. */
static void ring(int *sent, int *data, int length) {
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Status status;
    fill(sent, next, length);
    if (size == 1) {
        MPI_Sendrecv(sent, length, MPI_INT, next, RING + length, data, length, MPI_INT, before,
                     RING + length, MPI_COMM_WORLD, &status);
    } else if (rank % 2 == 0) {
        MPI_Send(sent, length, MPI_INT, next, RING + length, MPI_COMM_WORLD);
        MPI_Recv(data, length, MPI_INT, before, RING + length, MPI_COMM_WORLD, &status);
    } else {
        MPI_Recv(data, length, MPI_INT, before, RING + length, MPI_COMM_WORLD, &status);
        MPI_Send(sent, length, MPI_INT, next, RING + length, MPI_COMM_WORLD);
    }
    check(data, length, &status);
}

/* Rank 0 sends to each other rank in turn, and waits for its answer. The others poll meanwhile. */
static void poll(int *sent, int *data, int length) {
    MPI_Status status;
    int flag = 0;
    for (int k = 1; rank == 0 && k < size; k++) {
        fill(sent, k, length);
        MPI_Send(sent, length, MPI_INT, k, POLL + length, MPI_COMM_WORLD);
        MPI_Probe(k, POLL + length, MPI_COMM_WORLD, &status);
        MPI_Recv(data, length, MPI_INT, k, POLL + length, MPI_COMM_WORLD, &status);
        check(data, length, &status);
    }
    if (rank == 0)
        return;
    while (!flag)
        MPI_Iprobe(0, POLL + length, MPI_COMM_WORLD, &flag, &status);
    MPI_Recv(data, length, MPI_INT, 0, POLL + length, MPI_COMM_WORLD, &status);
    check(data, length, &status);
    fill(sent, 0, length);
    MPI_Ssend(sent, length, MPI_INT, 0, POLL + length, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    static int sent[MOST], data[MOST];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int l = 0; l < LENGTHS; l++) {
        all_to_all(lengths[l]);
        ring(sent, data, lengths[l]);
        poll(sent, data, lengths[l]);
    }
    if (rank == 0)
        printf("%d ranks: %d messages\n", size, received);
    return MPI_Finalize();
}
