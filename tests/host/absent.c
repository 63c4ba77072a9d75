/* Functions of the kernel that the cubes on the host lack (host.h, tests/hostile/turns.h): dead and
 * failed links, samples, reports. */
#include <errno.h>

#include "net/node.h"
#include "net/system/system.h"

/* Nobody calls it: tests look at what nodes return. */
NODE_LOCAL int (*system_at_exit)(int status);
NODE_LOCAL void (*system_at_kill)(void);

void system_record(const char *text, size_t bytes) {
    (void)text; /* nobody reads records */
    (void)bytes;
}

void system_died(uint64_t clock) {
    (void)clock; /* nobody summarizes what has failed */
}

void system_callers(char text[CUBE_CALLERS_BYTES]) {
    text[0] = 0;
}

uint64_t system_back(void) {
    return 0;
}

int system_rings(UNUSED const struct cube_rings *rings) {
    return -ENOSYS; /* no link of these cubes is dead */
}

void system_watch(UNUSED const uint64_t *offset, UNUSED const uint64_t *waited,
                  UNUSED const uint32_t *hidden) {
}

void system_sample(UNUSED enum cube_sample kind, UNUSED uint64_t time, UNUSED uint64_t weight) {
}

int system_failed(UNUSED uint64_t clock) {
    return 0; /* no link of these cubes fails */
}
