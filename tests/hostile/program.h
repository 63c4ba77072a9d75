/* What the nodes do whose MPI is attacked: a program of calls that are drawn, at all nodes alike.
 * It has every state of a request and every kind of envelope under way at some time. */
#ifndef TESTS_HOSTILE_PROGRAM_H
#define TESTS_HOSTILE_PROGRAM_H

#include <stdint.h>

/* Runs the program that is drawn from a seed. Errors of its calls are what the attack may bring,
 * and are not looked at. Returns 0. */
int program_run(uint32_t seed);

#endif
