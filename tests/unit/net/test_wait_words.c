/* Finds a wait of the largest cube that watches another word than it is told to. */
#define CUBE_PROCESSES /* it has the most dimensions where nodes are processes of the host */
#include "net/wait.h"
#include "tests/unit/test.h"

enum { NODE = 0x15a5 & (CUBE_MAX_NODES - 1), USED = CUBE_WORD_ROUTED_TAIL };

static struct cube_window windows[CUBE_MAX_DIMENSION];

/* The window of a neighbour of NODE, which its link leads to. */
static struct cube_window *window(uint32_t node, uint32_t dimension) {
    assert_int_equal(node, NODE ^ 1u << dimension);
    return &windows[dimension];
}

static void set(enum cube_word word, uint32_t dimension, uint32_t value) {
    struct cube_window *in = &windows[dimension];
    _Atomic uint32_t *const address[CUBE_WORDS] = {
        [CUBE_WORD_DIRECT_TAIL] = &in->direct_tail, [CUBE_WORD_DIRECT_HEAD] = &in->direct_head,
        [CUBE_WORD_ROUTED_HEAD] = &in->routed_head, [CUBE_WORD_BARRIERS] = &in->barriers,
        [CUBE_WORD_ROUTED_TAIL] = &in->routed_tail,
    };
    atomic_store(address[word], value);
}

/* A wait for one word ends when this one changes, and with no other one. */
static void check(const struct cube_wait *wait, enum cube_word word, uint32_t dimension) {
    for (uint32_t other = 0; other < CUBE_WORDS; other++)
        for (uint32_t d = 0; d < CUBE_MAX_DIMENSION; d++) {
            set((enum cube_word)other, d, 1);
            assert_int_equal(cube_wait_may_end(wait, NODE, window),
                             other == word && d == dimension);
            set((enum cube_word)other, d, 0);
        }
}

TEST(test_each_word_of_the_largest_cube) {
    assert_int_equal(CUBE_MAX_NODES, 8192);
    for (uint32_t d = 0; d < CUBE_MAX_DIMENSION; d++) {
        const uint64_t bit[USED] = {WAIT_ARRIVAL(d), WAIT_ROOM(d), WAIT_ROUTED_ROOM(d),
                                    WAIT_BARRIER(d)};
        struct cube_wait wait = {0};
        for (uint32_t word = 0; word < USED; word++) {
            wait_watch(&wait, bit[word]);
            check(&wait, (enum cube_word)word, d);
        }
        wait_watch(&wait, 0);
        wait.words[CUBE_WORD_ROUTED_TAIL] = (uint16_t)(1u << d);
        check(&wait, CUBE_WORD_ROUTED_TAIL, d);
    }
}

TEST(test_the_words_of_all_links_together) {
    struct cube_wait wait = {0};
    uint64_t words = 0;
    for (uint32_t d = 0; d < CUBE_MAX_DIMENSION; d++)
        words |= WAIT_ARRIVAL(d) | WAIT_ROOM(d) | WAIT_ROUTED_ROOM(d) | WAIT_BARRIER(d);
    wait_watch(&wait, words);
    for (uint32_t word = 0; word < USED; word++)
        assert_int_equal(wait.words[word], CUBE_MAX_NODES - 1);
    assert_int_equal(wait.words[CUBE_WORD_ROUTED_TAIL], 0);
    assert_false(cube_wait_may_end(&wait, NODE, window));
}
