/* Messages that no process of MPI sends, each of which a process finds. */
#ifndef TESTS_HOSTILE_FORGERIES_H
#define TESTS_HOSTILE_FORGERIES_H

#include <stdbool.h>

/* Runs all of them. Prints a line of TAP for each, with the numbers from `first` on. Returns how
 * many there are, and whether all were found in *right. */
int forgeries_run(int first, bool *right);

#endif
