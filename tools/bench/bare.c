/* Measures a total exchange, and bare copies of the same bytes along the same paths. The copies
 * show what the exchange would cost without headers, checks, counts and waits.
 *
 * A block for a node h links away is copied h + 1 times: into the first ring, from ring to ring,
 * out of the last one. The bare copies do just that, block by block, with the memory of the rings
 * and the program's own buffers. Every node copies as much as in the exchange, but ignores the
 * content of rings, so no node waits for another.
 *
 * Prints the least of several batches of each, in cube_cycles() for one exchange. The batches take
 * turns, because the host's speed drifts. Arguments: exchanges a batch, batches, bytes of a block.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "net/copy.h"
#include "net/system/system.h"
#include "tools/bench/batches.h"

static uint8_t *input, *output; /* a block for each node */
static size_t bytes;            /* of a block */

/* Copies a block into a ring, as much at a time as the ring holds. `step` is how far the source
 * moves with each byte: 1 if it is a block, 0 if it is another ring. */
static void into_ring(uint8_t *ring, size_t ring_bytes, const uint8_t *from, size_t step) {
    for (size_t done = 0, part; done < bytes; done += part) {
        part = bytes - done < ring_bytes ? bytes - done : ring_bytes;
        copy_in(ring, from + done * step, part);
    }
}

static void out_of_ring(uint8_t *block, const uint8_t *ring, size_t ring_bytes) {
    for (size_t done = 0, part; done < bytes; done += part) {
        part = bytes - done < ring_bytes ? bytes - done : ring_bytes;
        copy_out(block + done, ring, part);
    }
}

static uint8_t *slots(uint64_t window) {
    return cube_window_slots((const struct cube_window *)window);
}

/* Makes the copies that this node makes for blocks that cross `distance`, a set of dimensions. It
 * sends its own block on the lowest dimension, relays blocks of others from each dimension to the
 * next, and takes one from the highest. */
static void copy_block(const struct cube_node_page *page, uint32_t distance) {
    size_t ring = page->direct_bytes;
    size_t offset = (page->node ^ distance) * bytes;
    uint32_t dimension = (uint32_t)__builtin_ctz(distance);
    into_ring(slots(page->outgoing[dimension]), ring, input + offset, 1);
    for (uint32_t above = distance & (distance - 1); above != 0; above &= above - 1) {
        uint32_t next = (uint32_t)__builtin_ctz(above);
        into_ring(slots(page->outgoing[next]), ring, slots(page->incoming[dimension]), 0);
        dimension = next;
    }
    out_of_ring(output + offset, slots(page->incoming[dimension]), ring);
}

static int copy_all(void) {
    const struct cube_node_page *page = system_node_page();
    for (uint32_t distance = 1; distance < (uint32_t)cube_nodes(); distance++)
        copy_block(page, distance);
    return 0;
}

CALLS(exchanges, cube_alltoall(input, output, bytes))
CALLS(copies, copy_all())

static const struct {
    const char *name;
    calls_function *run;
} kinds[] = {{"exchange", exchanges}, {"bare", copies}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

int main(int argc, char **argv) {
    int calls = argc == 4 ? atoi(argv[1]) : 0;
    int batches = argc == 4 ? atoi(argv[2]) : 0;
    bytes = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (calls < 1 || batches < 1 || bytes == 0) {
        fprintf(stderr, "usage: cuberun bare.elf EXCHANGES BATCHES BYTES\n");
        return 64;
    }
    input = calloc((size_t)cube_nodes(), bytes);
    output = calloc((size_t)cube_nodes(), bytes);
    if (!input || !output) {
        fprintf(stderr,
                "bare: not enough memory for blocks of %zu bytes (increase --memory heap=BYTES)\n",
                bytes);
        return 1;
    }
    exchanges(1); /* the first call makes what later calls keep */
    uint64_t least[KINDS] = {UINT64_MAX, UINT64_MAX};
    for (; batches > 0; batches--)
        for (int kind = 0; kind < KINDS; kind++) {
            uint64_t cycles = cycles_of(kinds[kind].run, calls);
            least[kind] = cycles < least[kind] ? cycles : least[kind];
        }
    for (int kind = 0; cube_node() == 0 && kind < KINDS; kind++)
        printf("%s %.2f\n", kinds[kind].name, (double)least[kind] / calls);
    return 0;
}
