/* Messages that no process of MPI sends, each of which a process finds. */
#ifndef TESTS_HOSTILE_FORGERIES_H
#define TESTS_HOSTILE_FORGERIES_H

#include <stdbool.h>

/* Runs all of them. Prints a line of TAP for each, with the numbers from `first` on. Returns their
 * number, and sets *right to whether all were found. */
int forgeries_run(int first, bool *right);

#endif
