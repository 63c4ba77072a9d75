/* The tool `lcc`: what contention communications have, and in which order of the address bits they
 * have the least. It is the same on the host and on the cube. */
#ifndef MAPPING_LCC_H
#define MAPPING_LCC_H

#include <stddef.h>

#include "mapping/optimize.h"

enum { LCC_MOST = 64 }; /* communications that it takes at once */

struct lcc {
    struct communication communication[LCC_MOST];
    size_t count;
    enum objective objective; /* of several */
    bool order_only;          /* whether nothing but the order is to be printed */
    bool two_a_router;        /* whether that contention is to be printed, too */
    struct optimum optimum;   /* found by lcc_solve */
};

/* Reads the words of a command line behind the program's name: options, and communications by name
 * or file. Without -n those with names have as many dimensions as the first file or, if there is
 * none, `dimensions`. Returns 0; 1 after --help, which it prints; or 64, EX_USAGE, after it has
 * printed to standard error what is wrong. */
int lcc_read(struct lcc *lcc, char *words[], uint32_t dimensions);

/* Finds the order: of one communication by theorem 3 or 4, of several by the dynamic program, with
 * progress on standard error where `progress`. Returns 0 or -ENOMEM. */
int lcc_solve(struct lcc *lcc, bool progress);

/* Prints what lcc_solve has found to standard output. */
void lcc_print(const struct lcc *lcc);

#endif
