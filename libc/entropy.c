/* Numbers that differ from run to run and from node to node. They are made of the time and the
 * node's number, so they are no secrets. Under cuberun --exact they are the same in every run, and
 * in a machine that runs again (kernel/again.h): the time is the node's there. */
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"
#include "libc/result.h"
#include "net/system/system.h"

enum { MOST_BYTES = 256 }; /* of one call: POSIX */

/* Steele, Lea and Flood: Fast splittable pseudorandom number generators (2014): SplitMix64. */
static uint64_t next_number(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

int getentropy(void *buffer, size_t bytes) {
    static uint64_t state;
    uint8_t *to = buffer;
    if (bytes > MOST_BYTES)
        return fail(EIO);
    const struct cube_node_page *page = system_node_page();
    uint64_t time = page->flags & CUBE_PAGE_TURNS ? cube_time() : system_ticks();
    state ^= page->epoch + time + ((uint64_t)page->node << 48);
    while (bytes) {
        uint64_t number = next_number(&state);
        size_t some = bytes < sizeof number ? bytes : sizeof number;
        memcpy(to, &number, some);
        to += some;
        bytes -= some;
    }
    return 0;
}
