/* Lab 9: a master hands out tasks, and its workers hand back their values.
 *
 * Usage: farm TASKS [MOST]; a worker that has done MOST tasks ends the run with status 3.
 *
 * This program is a skeleton: README.md has the task. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MASTER = 0, MOST_TASKS = 1000, STATUS_MOST = 3 };
enum { NUMBER, VALUE, TASK }; /* the tags: of a worker's two messages, and of the master's */
enum { NO_TASK = -1 };        /* the number in a worker's first message, and in the master's last */
enum { ROUNDS = 100 };

/* A number that no other rank knows (cuberun --secret). */
static unsigned secret(int rank) {
    const char *text = getenv("CUBE_SECRET");
    return text ? (unsigned)strtoul(text, NULL, 0) : (unsigned)rank;
}

/* The value of a task. */
static unsigned value_of(int task) {
    unsigned value = (unsigned)task;
    for (int i = 0; i < ROUNDS; i++)
        value = value * 1664525u + 1013904223u;
    return value;
}

/* Hands out tasks until no worker has one. Prints the value of each, and the sum of the workers'
 * secret numbers. */
static void hand_out(int tasks, int workers) {
    static unsigned values[MOST_TASKS];
    unsigned numbers = 0, value;
    int next = 0, task;
    MPI_Status status;

    while (workers > 0) {
        /* TODO: a race. */
        MPI_Recv(&task, 1, MPI_INT, MPI_ANY_SOURCE, NUMBER, MPI_COMM_WORLD, &status);
        MPI_Recv(&value, 1, MPI_UNSIGNED, MPI_ANY_SOURCE, VALUE, MPI_COMM_WORLD, &status);
        if (task == NO_TASK)
            numbers += value;
        else
            values[task] = value;
        task = next < tasks ? next++ : NO_TASK;
        workers -= task == NO_TASK;
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, TASK, MPI_COMM_WORLD);
    }
    for (int i = 0; i < tasks; i++)
        printf("task %d: %u\n", i, values[i]);
    printf("numbers: %u\n", numbers);
}

/* Asks for tasks until there are none. The first value that a worker sends is its secret number. */
static void work(int rank, int most) {
    int task = NO_TASK, done = 0;
    unsigned value = secret(rank);

    for (;;) {
        MPI_Send(&task, 1, MPI_INT, MASTER, NUMBER, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_UNSIGNED, MASTER, VALUE, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_INT, MASTER, TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task == NO_TASK)
            return;
        value = value_of(task);
        if (++done == most)
            MPI_Abort(MPI_COMM_WORLD, STATUS_MOST);
    }
}

int main(int argc, char *argv[]) {
    int rank, size, tasks = argc > 1 ? atoi(argv[1]) : 4, most = argc > 2 ? atoi(argv[2]) : 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != MASTER)
        work(rank, most);
    else if (size > 1 && tasks <= MOST_TASKS)
        hand_out(tasks, size - 1);
    return MPI_Finalize();
}
