/* Blocks of memory, to which the program does anything: an overwrite is detected, or harms only the
 * memory of the blocks. */
#include <setjmp.h>
#include <string.h>

#include "compiler.h"
#include "libc/memory/blocks.h"
#include "tests/fuzz/fuzz.h"

enum { MEMORY = 1 << 14, BLOCKS = 16 };

static jmp_buf found;

static void broken(enum blocks_fault fault, void *memory) {
    assert(fault <= BLOCKS_WRITTEN_FREE && memory);
    longjmp(found, 1);
}

static bool grow(UNUSED struct blocks *all, UNUSED size_t bytes) {
    return false;
}

/* An input is a row of steps: what is done, to which block, and a number. */
static void carry_out(const uint8_t *data, size_t bytes, uint8_t *memory) {
    static struct blocks blocks;
    static uint8_t *block[BLOCKS];
    size_t added = MEMORY / 2;
    blocks = (struct blocks){.broken = broken, .grow = grow};
    memset(block, 0, sizeof block);
    blocks_add(&blocks, memory, added);
    for (; bytes >= 4; data += 4, bytes -= 4) {
        uint8_t **mine = &block[data[1] % BLOCKS];
        size_t number = data[2] | (size_t)data[3] << 8;
        switch (data[0] % 8) {
        case 0:
            *mine = blocks_take(&blocks, number);
            break;
        case 1:
            *mine = blocks_take_aligned(&blocks, (size_t)1 << data[3] % 12, 16 * (data[3] / 16),
                                        data[2]);
            break;
        case 2:
            if (*mine)
                blocks_give(&blocks, *mine);
            break;
        case 3:
            if (*mine)
                blocks_resize(&blocks, *mine, number);
            break;
        case 4:
            memory[number % MEMORY] = data[1];
            break;
        case 5:
            *mine = memory + number % MEMORY;
            break;
        case 6:
            if (added < MEMORY) {
                blocks_add(&blocks, memory + added, MEMORY / 4);
                added += MEMORY / 4;
            }
            break;
        default:
            if (*mine)
                memset(*mine, data[3], blocks_usable(&blocks, *mine));
        }
    }
    fuzz_accepted++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    uint8_t *memory = calloc(1, MEMORY); /* at whose ends the sanitizer watches */
    assert(memory);
    if (setjmp(found) == 0)
        carry_out(data, bytes, memory);
    free(memory);
    return 0;
}
