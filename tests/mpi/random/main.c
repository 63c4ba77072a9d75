/* Finds wrong outcomes of random MPI programs, called by: random SEED ACTIONS. Prints the
 * processes' actions, or an error. */
#include "random.h"

_Thread_local struct job job = {.name = "random"};
_Thread_local struct program program;

static const struct kind {
    void (*run)(void);
    int weight;
    const char *name;
} kinds[] = {
    {family_action, 3, "communicators"}, {message_action, 3, "sets of messages"},
    {exchange_action, 2, "exchanges"},   {collective_action, 6, "collectives"},
    {reduction_action, 4, "reductions"}, {intercomm_action, 2, "intercommunicators"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int kind_draw(void) {
    int total = 0, kind = 0;
    for (int i = 0; i < KINDS; i++)
        total += kinds[i].weight;
    int number = draw(total);
    while (number >= kinds[kind].weight)
        number -= kinds[kind++].weight;
    return kind;
}

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &job.size);
    if (count != 3 || job.size > WORLD_MOST)
        wrong("it takes a seed and a number of actions, and at most %d processes", WORLD_MOST);
    job.seed = strtoull(arguments[1], NULL, 10);
    job.shared.state = job.seed;
    int actions = atoi(arguments[2]), done[KINDS] = {0};
    families_begin();
    for (job.round = 1; job.round <= actions; job.round++) {
        int kind = kind_draw();
        kinds[kind].run();
        done[kind]++;
    }
    families_end();
    if (job.rank == 0) {
        printf("seed %llu, %d processes:", (unsigned long long)job.seed, job.size);
        for (int i = 0; i < KINDS; i++)
            printf("%s %d %s", i == 0 ? "" : ",", done[i], kinds[i].name);
        printf(", all right\n");
    }
    MPI_Finalize();
    return 0;
}
