/* Right answers to lab 9, and wrong ones of the kinds that students make: `KIND` says which. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    RIGHT,
    REDUCES,  /* right: adds the numbers up beforehand, and hands out a task to each worker */
    ARRIVALS, /* stores values in the order of arrival */
    ASSIGNED, /* each worker has its tasks beforehand */
    EXPLORED, /* takes workers in turn where it is explored, and else has the skeleton's race */
};
enum { NUMBER, VALUE, TASK };
enum { NO_TASK = -1, ROUNDS = 100, MOST_TASKS = 1000, STATUS_MOST = 3 };

static unsigned values[MOST_TASKS], numbers;

static unsigned secret(int rank) {
    const char *text = getenv("CUBE_SECRET");
    return text ? (unsigned)strtoul(text, NULL, 0) : (unsigned)rank;
}

static unsigned value_of(int task) {
    unsigned value = (unsigned)task;
    for (int i = 0; i < ROUNDS; i++)
        value = value * 1664525u + 1013904223u;
    return value;
}

static void send_task(int task, int worker) {
    MPI_Send(&task, 1, MPI_INT, worker, TASK, MPI_COMM_WORLD);
}

/* Takes both messages of a worker, which may be any; returns the worker. */
static int take(int worker, bool is_mixed) {
    static int arrived;
    int task;
    unsigned value;
    MPI_Status status;

    MPI_Recv(&task, 1, MPI_INT, worker, NUMBER, MPI_COMM_WORLD, &status);
    MPI_Recv(&value, 1, MPI_UNSIGNED, is_mixed ? MPI_ANY_SOURCE : status.MPI_SOURCE, VALUE,
             MPI_COMM_WORLD, &status);
    if (task == NO_TASK)
        numbers += value;
    else if (task < MOST_TASKS)
        values[KIND == ARRIVALS ? arrived++ : task] = value;
    return status.MPI_SOURCE;
}

/* Hands out tasks to whoever is first. */
static void serve(int tasks, int workers) {
    bool is_mixed = KIND == EXPLORED && !getenv("MPI_EXPLORE");
    int next = 0, left = workers;

    for (int worker = 1; KIND == REDUCES && worker <= workers; worker++, next++) {
        send_task(next < tasks ? next : NO_TASK, worker);
        left -= next >= tasks;
    }
    while (left > 0) {
        int worker = take(MPI_ANY_SOURCE, is_mixed);
        send_task(next < tasks ? next : NO_TASK, worker);
        left -= next++ >= tasks;
    }
}

/* Takes workers in turn, each until it has had no task. */
static void serve_in_turn(int tasks, int workers) {
    int next = 0;

    for (int round = 0; round <= (tasks + workers - 1) / workers; round++)
        for (int worker = 1; worker <= workers; worker++)
            if (round == 0 || (round - 1) * workers + worker <= tasks) {
                take(worker, false);
                send_task(next < tasks ? next : NO_TASK, worker);
                next++;
            }
}

/* Gives each worker every `workers`-th task, whenever it asks. */
static void serve_assigned(int tasks, int workers) {
    int next[MOST_TASKS];

    for (int worker = 1; worker <= workers; worker++)
        next[worker] = worker - 1;
    for (int left = workers; left > 0;) {
        int worker = take(MPI_ANY_SOURCE, false);
        bool is_done = next[worker] >= tasks;
        send_task(is_done ? NO_TASK : next[worker], worker);
        next[worker] += workers;
        left -= is_done;
    }
}

static void work(int rank, int most) {
    int task = NO_TASK, done = 0;
    unsigned value = secret(rank);

    if (KIND == REDUCES)
        MPI_Recv(&task, 1, MPI_INT, 0, TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (KIND == REDUCES && task == NO_TASK)
        return;
    if (KIND == REDUCES)
        value = value_of(task), done++;
    for (;;) {
        MPI_Send(&task, 1, MPI_INT, 0, NUMBER, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_UNSIGNED, 0, VALUE, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
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
    unsigned mine = rank ? secret(rank) : 0;
    if (KIND == REDUCES)
        MPI_Reduce(&mine, &numbers, 1, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank)
        work(rank, most);
    else if (KIND == EXPLORED && getenv("MPI_EXPLORE") && most == 0)
        serve_in_turn(tasks, size - 1);
    else if (KIND == ASSIGNED)
        serve_assigned(tasks, size - 1);
    else
        serve(tasks, size - 1);
    for (int i = 0; rank == 0 && i < tasks; i++)
        printf("task %d: %u\n", i, values[i]);
    if (rank == 0)
        printf("numbers: %u\n", numbers);
    return MPI_Finalize();
}
