/* Finds a moment at which a death makes survivors wait for ever, get wrong results, or differ: all
 * repeat the operation of the first argument, and after each error the survivors revoke the
 * communicator, agree, shrink it, and go on. The number of rounds is the second argument, and the
 * seed the third. Survivors print only errors; the lowest one prints the number of survivors. One
 * of them, by the seed, never kills itself, and is left when the rounds are many. */
#include <mpi-ext.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 40000 /* bytes, which do not go along with their envelope */ };

static int wrong;

static void claim(int holds, const char *what, int round) {
    if (holds)
        return;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("wrong at rank %d in round %d: %s\n", rank, round, what);
    wrong = 1;
}

/* Whether an error is one that a death can cause. */
static int is_failure(int error) {
    return error == MPIX_ERR_PROC_FAILED || error == MPIX_ERR_PROC_FAILED_PENDING ||
           error == MPIX_ERR_REVOKED || error == MPI_ERR_IN_STATUS;
}

/* Sends to the right, and receives from the left, or from anybody. */
static int ring(MPI_Comm comm, int bytes, int any, int round) {
    static char out[LONG], in[LONG];
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    memset(out, rank + round, (size_t)bytes);
    MPI_Request request[2];
    MPI_Status status[2];
    int error = MPI_Irecv(in, bytes, MPI_CHAR, any ? MPI_ANY_SOURCE : (rank + size - 1) % size, 7,
                          comm, &request[0]);
    if (error != MPI_SUCCESS)
        return error;
    error = MPI_Isend(out, bytes, MPI_CHAR, (rank + 1) % size, 7, comm, &request[1]);
    if (error != MPI_SUCCESS) {
        MPI_Cancel(&request[0]);
        MPI_Request_free(&request[0]);
        return error;
    }
    error = MPI_Waitall(2, request, status);
    if (error == MPI_SUCCESS)
        claim(in[bytes - 1] == (char)((rank + size - 1) % size + round), "a message", round);
    for (int i = 0; i < 2; i++)
        if (request[i] != MPI_REQUEST_NULL) {
            MPI_Cancel(&request[i]);
            MPI_Request_free(&request[i]);
        }
    return error;
}

static int sum(MPI_Comm comm, int round) {
    int size, one = 1, all = 0;
    MPI_Comm_size(comm, &size);
    int error = MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm);
    if (error == MPI_SUCCESS)
        claim(all == size, "a sum", round);
    return error;
}

static int spread(MPI_Comm comm, int round) {
    static int words[LONG / sizeof(int)];
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    words[LONG / sizeof(int) - 1] = rank == round % size ? round : -1;
    int error = MPI_Bcast(words, LONG / sizeof(int), MPI_INT, round % size, comm);
    if (error == MPI_SUCCESS)
        claim(words[LONG / sizeof(int) - 1] == round, "a broadcast", round);
    return error;
}

static int agree(MPI_Comm comm, int round) {
    int flag = ~0;
    MPIX_Comm_failure_ack(comm);
    int error = MPIX_Comm_agree(comm, &flag);
    claim(flag == ~0, "the flag of an agreement", round);
    return error;
}

static int later(MPI_Comm comm, int round) {
    int size, one = 1, all = 0;
    MPI_Request request;
    MPI_Comm_size(comm, &size);
    int error = MPI_Iallreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm, &request);
    if (error == MPI_SUCCESS)
        error = MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (error == MPI_SUCCESS)
        claim(all == size, "a later sum", round);
    return error;
}

static int halves(MPI_Comm comm, int round) {
    (void)round;
    int rank;
    MPI_Comm half;
    MPI_Comm_rank(comm, &rank);
    int error = MPI_Comm_split(comm, rank % 2, 0, &half);
    if (error == MPI_SUCCESS)
        MPI_Comm_free(&half);
    return error;
}

/* One of them revokes what all receive on. */
static int revoke(MPI_Comm comm, int round) {
    int rank, size, word;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == round % size)
        MPIX_Comm_revoke(comm);
    int error = MPI_Recv(&word, 1, MPI_INT, rank, 3, comm, MPI_STATUS_IGNORE);
    claim(error == MPIX_ERR_REVOKED, "a receive on a revoked communicator", round);
    return error;
}

static int barrier(MPI_Comm comm, int round) {
    (void)round;
    return MPI_Barrier(comm);
}

static int send(MPI_Comm comm, int round) {
    return ring(comm, 8, 0, round);
}

static int send_long(MPI_Comm comm, int round) {
    return ring(comm, LONG, 0, round);
}

static int from_any(MPI_Comm comm, int round) {
    return ring(comm, 8, 1, round);
}

/* The last one is not among "all": it does not take a death. */
static const struct {
    const char *name;
    int (*work)(MPI_Comm comm, int round);
} works[] = {{"barrier", barrier}, {"allreduce", sum}, {"bcast", spread}, {"send", send},
             {"long", send_long},  {"any", from_any},  {"agree", agree},  {"later", later},
             {"split", halves},    {"revoke", revoke}};
enum { WORKS = sizeof works / sizeof *works };

static int work(const char *what, MPI_Comm comm, int round) {
    int k = 0;
    if (strcmp(what, "all") == 0)
        k = round % (WORKS - 1);
    else
        while (k < WORKS - 1 && strcmp(works[k].name, what) != 0)
            k++;
    return works[k].work(comm, round);
}

/* Claims that all processes of a new communicator have the same number. */
static void same(MPI_Comm comm, int number, const char *what, int round) {
    int least = number, most = number;
    int error = MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, comm);
    if (error == MPI_SUCCESS)
        error = MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, comm);
    claim(error == MPI_SUCCESS ? least == most : is_failure(error), what, round);
}

/* Repairs *comm if any of its processes has had an error. */
static void repair(MPI_Comm *comm, int error, int round) {
    int fine = error == MPI_SUCCESS;
    if (!fine)
        MPIX_Comm_revoke(*comm);
    int agreed = MPIX_Comm_agree(*comm, &fine);
    claim(agreed == MPI_SUCCESS || agreed == MPIX_ERR_PROC_FAILED, "the error of an agreement",
          round);
    if (fine && agreed == MPI_SUCCESS)
        return;
    MPIX_Comm_revoke(*comm); /* others may have had no error */
    MPI_Comm next;
    int shrunk = MPIX_Comm_shrink(*comm, &next);
    claim(shrunk == MPI_SUCCESS, "a shrinking", round);
    if (*comm != MPI_COMM_WORLD)
        MPI_Comm_free(comm);
    *comm = next;
    int size;
    MPI_Comm_size(next, &size);
    same(next, size, "the size after a shrinking", round);
    same(next, 2 * agreed + (fine != 0), "what was agreed on", round);
}

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    int rounds = argc > 2 ? atoi(argv[2]) : 100, world, worlds;
    unsigned seed = argc > 3 ? (unsigned)atoi(argv[3]) : 0; /* 0: nobody kills itself */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &worlds);
    MPI_Comm comm = MPI_COMM_WORLD;
    srand(seed + 1000u * (unsigned)world);
    for (int round = 0; round < rounds; round++) {
        if (seed && rand() % 8 == 0 && (unsigned)world != seed % (unsigned)worlds)
            raise(SIGKILL);
        int error = work(argc > 1 ? argv[1] : "all", comm, round);
        claim(error == MPI_SUCCESS || is_failure(error), "an error", round);
        repair(&comm, error, round);
    }
    int rank, size;
    MPI_Comm last;
    claim(MPIX_Comm_shrink(comm, &last) == MPI_SUCCESS, "the last shrinking", rounds);
    MPI_Comm_rank(last, &rank);
    MPI_Comm_size(last, &size);
    MPI_Comm_free(&last);
    if (comm != MPI_COMM_WORLD)
        MPI_Comm_free(&comm);
    if (rank == 0)
        printf("%d left\n", size);
    fflush(stdout);
    MPI_Finalize();
    return wrong;
}
