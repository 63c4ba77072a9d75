/* Finds a death that disturbs ranks which do not communicate with the dead one: tasks [COUNT]. Rank
 * 0 gives each worker a task at a time. When a worker dies, its task goes back into the bag; the
 * others do not notice. A task is a number, and its result the number's square; their sum is known.
 */
#include <mpi-ext.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { NO_TASK = -1, DEAD = -2, USUAL_TASKS = 200, TAG = 1 };

static int *bag, in_bag; /* a stack */
static int *doing;       /* the task of each worker, NO_TASK, or DEAD */

static void give(int worker) {
    int task = bag[--in_bag];
    if (MPI_Send(&task, 1, MPI_INT, worker, TAG, MPI_COMM_WORLD) == MPI_SUCCESS)
        doing[worker] = task;
    else
        bag[in_bag++] = task; /* the next receive from anybody tells who has died */
}

/* Takes back what dead workers had. Returns how many are dead. */
static int take_back(void) {
    MPI_Group world, failed;
    int dead;
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &failed);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(failed, &dead);
    for (int i = 0, worker; i < dead; i++) {
        MPI_Group_translate_ranks(failed, 1, &i, world, &worker);
        if (doing[worker] >= 0)
            bag[in_bag++] = doing[worker];
        doing[worker] = DEAD;
    }
    MPI_Group_free(&failed);
    MPI_Group_free(&world);
    return dead;
}

/* Gives tasks to those who have none: a worker that lives may have found the bag empty. */
static void give_all(int size) {
    for (int worker = 1; worker < size; worker++)
        if (doing[worker] == NO_TASK && in_bag > 0)
            give(worker);
}

static int master(int count, int size) {
    long sum = 0, wanted = 0;
    int dead = 0, done = 0, stop = NO_TASK;
    bag = malloc((size_t)count * sizeof *bag);
    doing = malloc((size_t)size * sizeof *doing);
    for (int task = 0; task < count; task++) {
        bag[in_bag++] = task;
        wanted += (long)task * task;
    }
    for (int worker = 0; worker < size; worker++)
        doing[worker] = NO_TASK;
    while (done < count && dead < size - 1) {
        long result;
        MPI_Status status;
        give_all(size);
        int error = MPI_Recv(&result, 1, MPI_LONG, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
        if (error == MPI_SUCCESS) {
            sum += result;
            done++;
            doing[status.MPI_SOURCE] = NO_TASK;
        } else {
            dead = take_back();
        }
    }
    for (int worker = 1; worker < size; worker++)
        MPI_Send(&stop, 1, MPI_INT, worker, TAG, MPI_COMM_WORLD);
    printf("%d of %d tasks done, %d workers have died: the sum is %s\n", done, count, take_back(),
           sum == wanted ? "right" : "wrong");
    free(bag);
    free(doing);
    return sum != wanted;
}

static int work(void) {
    for (int task;;) {
        MPI_Recv(&task, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task == NO_TASK)
            return 0;
        long result = (long)task * task;
        MPI_Send(&result, 1, MPI_LONG, 0, TAG, MPI_COMM_WORLD);
    }
}

int main(int argc, char *argv[]) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int status = rank == 0 ? master(argc > 1 ? atoi(argv[1]) : USUAL_TASKS, size) : work();
    MPI_Finalize();
    return status;
}
