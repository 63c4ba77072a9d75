/* Allocates all memory: the last result is a null pointer, and the program goes on. No other
 * process shares a page of it, nor of the file `given`, if there is one, whose byte i is i %
 * GIVEN_PERIOD. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"

enum { BLOCK_BYTES = 64 << 10, GIVEN_PERIOD = 251 };

/* A block of memory holds the address of the one before it, and a pattern of this node's. */
struct block {
    struct block *before;
    unsigned char fill[BLOCK_BYTES - sizeof(struct block *)];
};

static unsigned char pattern(long number) {
    return (unsigned char)(cube_node() * 31 + number * 7 + 1);
}

/* Returns how many of the `blocks` blocks, `last` and those before it, are not as they were. */
static long damaged_blocks(const struct block *last, long blocks) {
    long damaged = 0;
    while (blocks-- > 0) {
        unsigned char expected = pattern(blocks);
        bool intact = true;
        for (size_t i = 0; i < sizeof last->fill; i += 64)
            intact = intact && last->fill[i] == expected;
        damaged += !intact;
        if (!intact)
            break; /* where it leads to is not known */
        last = last->before;
    }
    return damaged;
}

static long damaged_bytes(void) {
    static unsigned char buffer[BLOCK_BYTES];
    long damaged = 0, place = 0;
    int file = open("given", O_RDONLY);
    if (file < 0)
        return 0;
    for (ssize_t bytes; (bytes = read(file, buffer, sizeof buffer)) > 0;)
        for (ssize_t i = 0; i < bytes; i++, place++)
            damaged += buffer[i] != place % GIVEN_PERIOD;
    close(file);
    return damaged;
}

int main(void) {
    long blocks = 0;
    struct block *last = NULL;
    for (struct block *block; (block = malloc(sizeof *block)); blocks++) {
        block->before = last;
        memset(block->fill, pattern(blocks), sizeof block->fill); /* a frame for every page */
        last = block;
    }
    int error = errno;
    if (cube_barrier())
        return 1;
    long damaged = damaged_blocks(last, blocks) + damaged_bytes();
    if (damaged)
        printf("node %d: %ld blocks or bytes damaged\n", cube_node(), damaged);
    printf("node %d: %s after %ld KiB\n", cube_node(),
           error == ENOMEM ? "no more memory" : strerror(error), blocks * (BLOCK_BYTES >> 10));
    return damaged != 0;
}
