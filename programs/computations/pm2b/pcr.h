/* Parallel Cyclic Reduction of a tridiagonal system by +-2^b (Hockney and Jesshope, "Parallel
 * Computers", 1981). */
#ifndef COMPUTATIONS_PM2B_PCR_H
#define COMPUTATIONS_PM2B_PCR_H

#include <stddef.h>
#include <stdint.h>

#include "programs/computations/pm2b/pm2b.h"

/* Row i of a system: lower x[i - 1] + diagonal x[i] + upper x[i + 1] = right. The first row's lower
 * and the last row's upper are 0. */
struct pcr_row {
    double lower, diagonal, upper, right;
};

/* Makes *program the reduction of `rows` rows. After the iteration with offset 2^b row i has only
 * x[i], x[i - 2^(b+1)] and x[i + 2^(b+1)], so after the last one x[i] = right / diagonal. It
 * ascends: with the offsets in another order it would eliminate missing elements, and would not
 * solve the system. No diagonal element may become 0; in a diagonally dominant system none does.
 * The caller chooses the execution. */
void pcr_program(struct pm2b *program, uint64_t rows);

/* x[i] of `count` rows after the program. */
void pcr_solution(const struct pcr_row rows[], size_t count, double x[]);

/* Solves the system sequentially on one node, by elimination row after row (Thomas). `rows` is
 * overwritten. */
void pcr_thomas(struct pcr_row rows[], size_t count, double x[]);

#endif
