/* The tool `lcc`: the contention of communications, and the order of the address bits with the
 * least. It is the same on the host and on the cube. */
#ifndef MAPPING_LCC_H
#define MAPPING_LCC_H

#include <stddef.h>

#include "programs/mapping/optimize.h"

enum { LCC_MOST = 64 }; /* communications that it takes at once */

struct lcc {
    struct communication communication[LCC_MOST];
    size_t count;
    enum objective objective; /* of several */
    bool order_only;          /* whether only the order is to be printed */
    bool two_a_router;        /* whether contention with two nodes a router is to be printed, too */
    struct optimum optimum;   /* found by lcc_solve */
};

/* Reads the words of a command line that follow the program's name: options, and communications by
 * name or file. Without -n, named communications have as many dimensions as the first file or, if
 * there is no file, `dimensions`. Returns 0, or 1 after it has printed the help (--help), or 64
 * (EX_USAGE) after it has printed an error to standard error. */
int lcc_read(struct lcc *lcc, char *words[], uint32_t dimensions);

/* Finds the order: of one communication by theorem 3 or 4, of several by the dynamic program. If
 * `progress`, it shows its progress on standard error. Returns 0 or -ENOMEM. */
int lcc_solve(struct lcc *lcc, bool progress);

/* Prints the result of lcc_solve to standard output. */
void lcc_print(const struct lcc *lcc);

#endif
