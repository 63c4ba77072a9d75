/* lcc on the cube: node 0 does the work of the host's tool of that name (programs/mapping/lcc.h).
 * The arguments are those of the tool, but a file must be given by `cuberun --file`. Communications
 * by name are for the cube that the program runs on, or for the number of dimensions of -n. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "programs/mapping/lcc.h"

enum {
    DIMENSIONS = 8,    /* for one node, which has no dimensions: the host tool's */
    SYSTEM_ERROR = 71, /* EX_OSERR of sysexits.h */
    OUTPUT_ERROR = 74, /* EX_IOERR of sysexits.h */
};

int main(int count, char *words[]) {
    static struct lcc lcc;
    (void)count;
    if (cube_node() != 0)
        return 0;
    int status = lcc_read(&lcc, words + 1, cube_dim() == 0 ? DIMENSIONS : (uint32_t)cube_dim());
    if (status == 0 && lcc_solve(&lcc, false) != 0) {
        fprintf(stderr, "lcc: no memory for the search\n");
        return SYSTEM_ERROR;
    }
    if (status == 0)
        lcc_print(&lcc);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "lcc: cannot write the result: %s\n", strerror(errno));
        return OUTPUT_ERROR;
    }
    return status == 1 ? 0 : status;
}
