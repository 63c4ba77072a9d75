/* The model of tools/replay: it refuses any recording and any program, or carries all packets over
 * links one by one. */
#include <setjmp.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tools/replaying/replaying.h"

enum { BLOCKS = 64, MOST_BYTES = 1 << 24 };

static jmp_buf refused;
static void *blocks[BLOCKS]; /* that are in use */

static void **block_of(const void *memory) {
    size_t i = 0;
    while (blocks[i] != memory)
        assert(++i < BLOCKS);
    return &blocks[i];
}

void fail(int status, const char *format, ...) {
    assert(status == 1 || status == 64 || status == 71);
    assert(format[0]);
    longjmp(refused, status);
}

void *grown(void *array, size_t count, size_t bytes) {
    void **block = block_of(array);
    if ((count & (count - 1)) == 0) /* always moves */
        *block = memcpy(malloc((count ? 2 * count : 1) * bytes), array ? array : "", count * bytes);
    if (*block != array)
        free(array);
    return *block;
}

/* The largest cubes have gigabytes of links: memory is short. */
void *zeros(size_t count, size_t bytes) {
    if (count * bytes > MOST_BYTES)
        fail(71, "memory");
    return *block_of(NULL) = calloc(count, bytes);
}

void release(void *memory) {
    if (memory)
        *block_of(memory) = NULL;
    free(memory);
}

static void check(struct network *network) {
    uint64_t packets = 0, links = (uint64_t)network->dimension << network->dimension;
    for (uint32_t i = 0; i < network->count; i++)
        assert(network->packets[i].entered == network->packets[i].hops);
    for (uint64_t i = 0; i < links; i++) {
        const struct link *link = &network->links[i];
        assert(link->free != FREE_LATER && !link->first && link->waits <= link->packets);
        assert(link->longest <= link->waited && link->waited <= MOST_TIME);
        packets += link->packets;
    }
    assert(packets == network->hops && network->end <= MOST_TIME);
    assert(network_contention(network) <= packets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static struct lines lines;
    static struct network network;
    if (bytes == 0)
        return 0;
    lines = (struct lines){.file = fmemopen((void *)(uintptr_t)data, bytes, "r"), .form = "file"};
    network = (struct network){0};
    if (setjmp(refused) == 0) {
        if (data[0] == '{') {
            recording_read(&lines, &network);
            network_run(&network);
        } else {
            struct goal *goal = goal_read(&lines, &network);
            network.hop = network.byte = network.gap = 3;
            goal_run(goal, 5);
        }
        check(&network);
        fuzz_accepted++;
    }
    fclose(lines.file);
    for (size_t i = 0; i < BLOCKS; i++)
        release(blocks[i]);
    return 0;
}
