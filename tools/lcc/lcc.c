/* lcc on the host: see --help. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "programs/mapping/lcc.h"

enum {
    DIMENSIONS = 8, /* of a cube of which nothing is said: the one of Hou et al. */
};

int main(int count, char *words[]) {
    static struct lcc lcc;
    (void)count;
    int status = lcc_read(&lcc, words + 1, DIMENSIONS);
    if (status == 0 && lcc_solve(&lcc, isatty(STDERR_FILENO)) != 0) {
        fprintf(stderr, "lcc: no memory for the search\n");
        return EX_OSERR;
    }
    if (status == 0)
        lcc_print(&lcc);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "lcc: cannot write the result: %s\n", strerror(errno));
        return EX_IOERR;
    }
    return status == 1 ? 0 : status;
}
