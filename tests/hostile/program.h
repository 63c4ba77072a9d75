/* The program of nodes whose MPI is attacked: random calls, the same at all nodes. Every state of a
 * request and every kind of envelope occurs. */
#ifndef TESTS_HOSTILE_PROGRAM_H
#define TESTS_HOSTILE_PROGRAM_H

#include <stdint.h>

/* Runs the program drawn from a seed. The attack may cause errors of its calls, which are ignored.
 * Returns 0. */
int program_run(uint32_t seed);

#endif
