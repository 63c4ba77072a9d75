/* Finds a mistake of a kind that is not told, and a correct program that is. */
#include "mistakes.h"

int wrong, rank, other, a[8], b[8];
MPI_Request request;
static const char *given = "right"; /* the case, or all of them, right */

int is(const char *name) {
    return !wrong || strcmp(given, name) == 0;
}

int main(int argc, char **argv) {
    if (argc > 1)
        given = argv[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    other = 1 - rank;
    wrong = strcmp(given, "right") != 0;
    make_calls();
    give_arguments();
    use_types();
    leave_resources();
    match_messages();
    race();
    order_messages();
    use_windows();
    race_in_windows();
    MPI_Finalize();
    if (rank == 0)
        puts(wrong ? "silent" : "right");
    return 0;
}
