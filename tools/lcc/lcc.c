/* lcc on the host: see --help. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mapping/lcc.h"

enum {
    DIMENSIONS = 8,              /* of a cube of which nothing is said: the one of Hou et al. */
    OPERATING_SYSTEM_ERROR = 71, /* EX_OSERR of sysexits.h */
    INPUT_OUTPUT_ERROR = 74,     /* EX_IOERR */
};

int main(int count, char *words[]) {
    static struct lcc lcc;
    (void)count;
    int status = lcc_read(&lcc, words + 1, DIMENSIONS);
    if (status == 0 && lcc_solve(&lcc, isatty(STDERR_FILENO)) != 0) {
        fprintf(stderr, "lcc: no memory for the search\n");
        return OPERATING_SYSTEM_ERROR;
    }
    if (status == 0)
        lcc_print(&lcc);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "lcc: cannot write the result: %s\n", strerror(errno));
        return INPUT_OUTPUT_ERROR;
    }
    return status == 1 ? 0 : status;
}
