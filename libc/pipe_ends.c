/* Opens both ends of a new pipe. */
#include <fcntl.h>
#include <unistd.h>

#include "libc/descriptors.h"
#include "libc/pipes.h"
#include "libc/result.h"

int pipe(int ends[2]) {
    int reader = descriptor_lowest(0), writer = reader < 0 ? -1 : descriptor_lowest(reader + 1);
    if (writer < 0)
        return -1;
    struct pipe *made = pipe_new();
    if (!made)
        return fail(ENOMEM);
    descriptor_table[reader] = (struct descriptor){.kind = PIPE, .access = O_RDONLY, .pipe = made};
    descriptor_table[writer] = (struct descriptor){.kind = PIPE, .access = O_WRONLY, .pipe = made};
    ends[0] = reader;
    ends[1] = writer;
    return 0;
}
