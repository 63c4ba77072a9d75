/* Finds wrong outcomes of random MPI programs, called by: random SEED ACTIONS. Prints the
 * processes' actions, or an error. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"

_Thread_local struct program program;

void wrong(const char *format, ...) {
    va_list arguments;
    char text[400];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "random: process %d, seed %llu, action %d: %s\n", program.rank,
            (unsigned long long)program.seed, program.action, text);
    fflush(stderr);
#ifdef CUBE_HOST
    _Exit(1); /* others may be threads that test for a message again and again, and never wait */
#endif
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

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
    int number = draw_below(&program.shared, total);
    while (number >= kinds[kind].weight)
        number -= kinds[kind++].weight;
    return kind;
}

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &program.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &program.size);
    if (count != 3 || program.size > WORLD_MOST)
        wrong("it takes a seed and a number of actions, and at most %d processes", WORLD_MOST);
    program.seed = strtoull(arguments[1], NULL, 10);
    program.shared.state = program.seed;
    int actions = atoi(arguments[2]), done[KINDS] = {0};
    families_begin();
    for (program.action = 1; program.action <= actions; program.action++) {
        int kind = kind_draw();
        kinds[kind].run();
        done[kind]++;
    }
    families_end();
    if (program.rank == 0) {
        printf("seed %llu, %d processes:", (unsigned long long)program.seed, program.size);
        for (int i = 0; i < KINDS; i++)
            printf("%s %d %s", i == 0 ? "" : ",", done[i], kinds[i].name);
        printf(", all right\n");
    }
    MPI_Finalize();
    return 0;
}
