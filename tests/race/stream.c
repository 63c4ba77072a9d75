/* A stream of messages over one link, for ThreadSanitizer: only the rings order the two nodes'
 * accesses, as neither sleeps before a long wait. */
#include <stdint.h>

#include "cube.h"
#include "tests/host/host.h"

enum { MESSAGES = 2000, BYTES = 200 };

static int stream(void *argument) {
    uint8_t buffer[BYTES] = {0};
    uint64_t word = 0;
    (void)argument;
    for (int i = 0; i < MESSAGES; i++)
        if (cube_node() == 0) {
            cube_link_send(0, buffer, BYTES);
            cube_link_send(0, &word, sizeof word);
            cube_send(1, buffer, BYTES);
        } else {
            cube_link_recv(0, buffer, BYTES);
            cube_link_recv(0, &word, sizeof word);
            cube_recv(0, buffer, BYTES);
        }
    return 0;
}

int main(void) {
    struct host_options options = {.direct = 256, .routed = 256, .spins = 10000};
    return host_run(1, &options, stream, 0) == HOST_OK ? 0 : 1;
}
