/* Finds a part that is taken for idle while something moves, and another failure than the first
 * when all programs have ended. The other parts are words in memory. */
#include <stdatomic.h>
#include <string.h>

#include "compiler.h"
#include "tests/unit/test.h"

/* The host has no such instruction. */
#define yield_turn board_yield_turn
#include "board/registers.h"
#undef yield_turn
static void yield_turn(void) {
}

/* NOLINTNEXTLINE(bugprone-suspicious-include): the library of the host has none of it */
#include "kernel/parts/agree.c"

enum { PARTS = 2, INSIDE = 2 };

uint32_t part_count = PARTS, part_self = 0, part_inside = INSIDE;
uint32_t node_dimension = INSIDE + 1;
_Atomic uint32_t awake;

static struct part_words words[PARTS];
static int looks, moves_at; /* how often a part was looked at, and before which look one moves */
static uint64_t ended;      /* the failure with which the cube ends */
static jmp_buf end;

struct part_words *part_words(uint32_t part) {
    if (++looks == moves_at)
        words[1].idle += 2; /* a node of it has woken, and sleeps again */
    return &words[part];
}
void part_fence(void) {
}
void finish_stage(UNUSED struct stage_state *state, void (*given)(struct node *node)) {
    (void)given;
}
void finish_idle(UNUSED stage_function *everywhere) {
}
void finish_failed(UNUSED stage_function *everywhere, uint64_t first) {
    ended = first;
    longjmp(end, 1);
}
bool finish_all_here(uint64_t *first) {
    *first = 0;
    return false;
}
void bell_call(UNUSED uint32_t part) {
}
void bell_say_idle(UNUSED bool idle) {
}
void ending_close(UNUSED uint8_t status) {
}
void console_show(UNUSED const char *text, UNUSED size_t bytes) {
}
void console_keep(UNUSED char *text, UNUSED size_t room) {
}

/* All parts are idle. */
static int start(UNUSED void **state) {
    memset(words, 0, sizeof words);
    words[0].idle = words[1].idle = 1;
    looks = moves_at = 0;
    ended = 0;
    return 0;
}
static CMFixtureFunction before_each = start;

TEST(all_are_idle) {
    assert_true(agree_has_order());
    words[1].idle = 2;
    assert_false(agree_has_order());
}

TEST(a_doorbell_is_on_its_way) {
    words[1].rung[0] = 1;
    assert_false(agree_has_order());
    words[0].taken[0] = 1;
    assert_true(agree_has_order());
}

TEST(a_part_that_moves_meanwhile_is_not_idle) {
    start(NULL);
    assert_true(agree_has_order());
    int last = looks;
    const int orders = 2, first = orders + PARTS; /* the last look of the first round is at it */
    assert_true(last > first + PARTS);
    for (int at = 1; at <= last; at++) {
        start(NULL);
        moves_at = at;
        if (agree_has_order() != (at <= first))
            fail_msg("a part moves before look %d of %d", at, last);
    }
}

/* Ends the cube, whose parts have ended with these failures. */
static uint64_t first_of(uint64_t one, uint64_t other) {
    words[0].finished = words[1].finished = 1;
    words[0].failure = one;
    words[1].failure = other;
    ended = 0;
    if (setjmp(end) == 0)
        agree(false);
    return ended;
}

TEST(the_first_failure_of_all_parts_ends_the_cube) {
    assert_int_equal(first_of(5, 9), 5);
    assert_int_equal(first_of(9, 5), 5);
    assert_int_equal(first_of(0, 7), 7);
    assert_int_equal(first_of(7, 0), 7);
    words[0].idle = 0;
    assert_int_equal(first_of(0, 0), 0);
}
