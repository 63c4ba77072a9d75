/* Finds blocks of memory that overlap or do not grow together again, and wrong use of them that is
 * not told. */
#include <string.h>

#include "compiler.h"
#include "libc/memory/blocks.h"
#include "tests/unit/seed.h"

enum { MEMORY = 1 << 20, BLOCKS = 400, STEPS = 200000, OVERHEAD = 8 };

static _Alignas(64) unsigned char memory[MEMORY];
static struct blocks blocks;
static jmp_buf found;
static enum blocks_fault fault;
static void *faulty;

static void broken(enum blocks_fault what, void *where) {
    fault = what;
    faulty = where;
    longjmp(found, 1);
}

static bool grow(UNUSED struct blocks *all, UNUSED size_t bytes) {
    return false;
}

static int start(UNUSED void **state) {
    blocks = (struct blocks){.broken = broken, .grow = grow};
    memset(memory, 0x5a, sizeof memory);
    return 0;
}
static CMFixtureFunction before_each = start;

struct mine {
    unsigned char *bytes, fill;
    size_t length, alignment;
};

static bool is_filled(const struct mine *mine, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (mine->bytes[i] != mine->fill)
            return false;
    return true;
}

static void fill(struct mine *mine, unsigned char with) {
    mine->fill = with;
    memset(mine->bytes, with, mine->length);
}

/* Most are short, some long: each power of two is as likely as the next. */
static size_t random_length(unsigned *seed) {
    return (size_t)rand_r(seed) % ((size_t)1 << rand_r(seed) % 16);
}

static void change(struct mine *mine, unsigned *seed) {
    size_t length = random_length(seed);
    if (!mine->bytes) {
        mine->alignment = (size_t)1 << rand_r(seed) % 10;
        mine->bytes = rand_r(seed) % 2 ? blocks_take(&blocks, mine->length = length)
                                       : blocks_take_aligned(&blocks, mine->alignment, OVERHEAD * 2,
                                                             mine->length = length);
        if (!mine->bytes)
            return;
        assert_int_equal((uintptr_t)mine->bytes % BLOCKS_ALIGNMENT, 0);
        assert_true(blocks_usable(&blocks, mine->bytes) >= length);
    } else if (rand_r(seed) % 3 == 0) {
        size_t before = mine->length;
        if (!blocks_resize(&blocks, mine->bytes, length))
            return;
        assert_true(is_filled(mine, before < length ? before : length));
        mine->length = length;
    } else {
        assert_true(is_filled(mine, mine->length));
        blocks_give(&blocks, mine->bytes);
        mine->bytes = NULL;
        return;
    }
    fill(mine, (unsigned char)rand_r(seed));
}

TEST(random_blocks_keep_what_is_in_them) {
    static struct mine mine[BLOCKS];
    unsigned seed = first_seed;
    size_t added = MEMORY / 4;
    blocks_add(&blocks, memory, added);
    for (int step = 0; step < STEPS; step++) {
        change(&mine[rand_r(&seed) % BLOCKS], &seed);
        if (step % (STEPS / 8) == 0 && added < MEMORY - MEMORY / 8) {
            size_t skipped = step % (STEPS / 4) ? 0 : 4096 + 8; /* somebody else's, now and then */
            blocks_add(&blocks, memory + added + skipped, MEMORY / 8 - skipped);
            added += MEMORY / 8;
        }
    }
    for (int i = 0; i < BLOCKS; i++)
        if (mine[i].bytes) {
            assert_true(is_filled(&mine[i], mine[i].length));
            blocks_give(&blocks, mine[i].bytes);
        }
}

TEST(what_is_given_back_is_one_block_again) {
    void *block[64];
    blocks_add(&blocks, memory, MEMORY / 2);
    blocks_add(&blocks, memory + MEMORY / 2, MEMORY / 2);
    size_t free = blocks_free(&blocks);
    assert_int_equal(free, MEMORY - BLOCKS_ALIGNMENT - OVERHEAD);
    for (int i = 0; i < 64; i++)
        assert_non_null(block[i] = blocks_take(&blocks, 1000));
    assert_true(blocks_free(&blocks) < free - 64 * 1000);
    for (int i = 0; i < 64; i++)
        blocks_give(&blocks, block[i * 5 % 64]);
    assert_int_equal(blocks_free(&blocks), free);
    assert_null(blocks_take(&blocks, free + 1));
    assert_non_null(blocks_take(&blocks, free));
    assert_int_equal(blocks_free(&blocks), 0);
}

TEST(blocks_are_aligned_where_they_are_asked_to_be) {
    blocks_add(&blocks, memory + 3, MEMORY - 3);
    for (size_t alignment = 1; alignment <= 4096; alignment *= 2)
        for (size_t offset = 0; offset < 128; offset += 16) {
            char *block = blocks_take_aligned(&blocks, alignment, offset, 100);
            assert_int_equal((uintptr_t)(block + offset) % alignment, 0);
        }
}

TEST(a_block_is_short_of_what_is_missing) {
    assert_int_equal(blocks_missing(&blocks, NULL, 100), 112 + BLOCKS_EXTRA);
    blocks_add(&blocks, memory, 112 + BLOCKS_EXTRA);
    char *first = blocks_take(&blocks, 100);
    assert_non_null(first);
    size_t missing = blocks_missing(&blocks, first, 5000);
    assert_true(missing > 4096 && missing < 5000);
    assert_false(blocks_resize(&blocks, first, 5000));
    blocks_add(&blocks, blocks.end, missing);
    assert_true(blocks_resize(&blocks, first, 5000));
    assert_int_equal(blocks_missing(&blocks, first, 5000), 0);
    blocks_add(&blocks, blocks.end, blocks_missing(&blocks, NULL, 100));
    assert_non_null(blocks_take(&blocks, 100));
    assert_int_equal(blocks_missing(&blocks, first, 9000), 0); /* it is no longer the last one */
}

/* A size that a program takes again and again takes no more memory each time. */
TEST(a_long_block_is_taken_again) {
    blocks_add(&blocks, memory, 100000 + 100);
    for (int i = 0; i < 10; i++) {
        void *block = blocks_take(&blocks, 100000);
        assert_non_null(block);
        blocks_give(&blocks, block);
    }
}

/* ---- Errors ---- */

#define FINDS(what, where, ...)                                                                    \
    do {                                                                                           \
        if (setjmp(found) == 0) {                                                                  \
            __VA_ARGS__;                                                                           \
            fail_msg("nothing is found");                                                          \
        }                                                                                          \
        assert_int_equal(fault, what);                                                             \
        assert_ptr_equal(faulty, where);                                                           \
    } while (0)

TEST(a_block_is_freed_twice) {
    blocks_add(&blocks, memory, MEMORY);
    void *volatile first = blocks_take(&blocks, 40), *volatile second = blocks_take(&blocks, 40),
                   *volatile third = blocks_take(&blocks, 40);
    blocks_give(&blocks, second);
    FINDS(BLOCKS_FREED_BEFORE, second, blocks_give(&blocks, second));
    blocks_give(&blocks, first);
    FINDS(BLOCKS_FREED_BEFORE, second, blocks_give(&blocks, second)); /* within the first, now */
    FINDS(BLOCKS_FREED_BEFORE, first, blocks_usable(&blocks, first));
    blocks_give(&blocks, third);
    FINDS(BLOCKS_FREED_BEFORE, third, blocks_give(&blocks, third));
}

TEST(what_was_not_taken_is_freed) {
    int on_the_stack[4] = {0};
    blocks_add(&blocks, memory, MEMORY);
    char *volatile block = blocks_take(&blocks, 100);
    memset(block, 0, 100);
    FINDS(BLOCKS_UNKNOWN, on_the_stack, blocks_give(&blocks, on_the_stack));
    FINDS(BLOCKS_UNKNOWN, block + 8, blocks_give(&blocks, block + 8));
    FINDS(BLOCKS_UNKNOWN, block + 16, blocks_give(&blocks, block + 16));
}

/* Whatever byte an overrun writes, once or several times. */
TEST(a_block_is_overrun_by_equal_bytes) {
    for (volatile int byte = 0; byte < 256; byte++)
        for (volatile size_t more = 1; more <= 64; more *= 2) {
            start(NULL);
            blocks_add(&blocks, memory, MEMORY);
            unsigned char *volatile block = blocks_take(&blocks, 40), before[OVERHEAD];
            assert_non_null(blocks_take(&blocks, 40));
            memcpy(before, block + 40, OVERHEAD);
            memset(block, byte, 40 + more);
            if (memcmp(before, block + 40, OVERHEAD) != 0)
                FINDS(BLOCKS_OVERRUN, block, blocks_give(&blocks, block));
        }
}

/* One byte behind what a block has shows already, whatever is written there, but what was there
 * before. */
TEST(a_block_is_overrun) {
    for (volatile int i = 1; i <= OVERHEAD; i++) {
        start(NULL);
        blocks_add(&blocks, memory, MEMORY);
        unsigned char *volatile block = blocks_take(&blocks, 40), *volatile other;
        other = blocks_take(&blocks, 40);
        for (int k = 0; k < i; k++)
            block[40 + k] ^= (unsigned char)(k + 1);
        FINDS(BLOCKS_OVERRUN, block, blocks_give(&blocks, block));
        FINDS(BLOCKS_UNKNOWN, other, blocks_give(&blocks, other));
    }
}

TEST(a_free_block_is_written_to) {
    blocks_add(&blocks, memory, MEMORY);
    char *volatile block = blocks_take(&blocks, 40), *volatile other = blocks_take(&blocks, 40);
    assert_non_null(other);
    blocks_give(&blocks, block);
    memset(block, 'x', 40);
    FINDS(BLOCKS_WRITTEN_FREE, block, blocks_take(&blocks, 40));
}
