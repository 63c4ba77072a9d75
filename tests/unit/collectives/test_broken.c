/* Runs schedules that have a mistake. The meters, the contents or the deadlock detector must show
 * it. */
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "collectives/cube/aspc.h"
#include "collectives/run/executor.h"
#include "cube.h"
#include "tests/check/broken.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* What all nodes together have found. */
struct outcome {
    const struct algorithm *algorithm;
    bool goes_on; /* a barrier follows the run */
    _Atomic uint64_t packets;
    _Atomic uint32_t wrong;  /* blocks that are not what they must be */
    _Atomic uint32_t errors; /* calls that failed, the barrier after the run included */
};

/* An element's contents: who sent it, and which one it is. */
static uint16_t word_of(struct cube_content content) {
    return (uint16_t)(content.first << 8 | content.block | 0x80);
}

/* Executes a call in the whole cube, with an element a block. */
static int execute_whole(const struct algorithm *algorithm, const uint16_t *input,
                         uint16_t half[2][CUBE_DIMENSIONS]) {
    const struct call call = {
        .algorithm = algorithm,
        .shape = shape_of((uint32_t)cube_dim()),
        .node = (uint32_t)cube_node(),
        .free = (1u << cube_dim()) - 1,
        .input = input,
        .output = {half[0], half[1]},
        .layout = {.bytes = sizeof *input},
    };
    return execute(&call);
}

static int run(void *argument) {
    struct outcome *outcome = argument;
    struct shape shape = shape_of((uint32_t)cube_dim());
    uint16_t elements[CUBE_DIMENSIONS], half[2][CUBE_DIMENSIONS];
    memset(half, 0, sizeof half);
    for (uint32_t j = 0; j < shape.dimension; j++)
        elements[j] = word_of(content_of((uint32_t)cube_node(), j));
    if (execute_whole(outcome->algorithm, elements, half) != 0)
        atomic_fetch_add(&outcome->errors, 1);

    struct cube_stats stats;
    cube_stats(&stats);
    for (uint32_t j = 0; j < shape.dimension; j++) {
        atomic_fetch_add(&outcome->packets, stats.link[j].packets);
        for (uint32_t area = 1; area <= 2; area++)
            if (half[area - 1][j] != word_of(outcome->algorithm->operation->postcondition(
                                         &shape, (uint32_t)cube_node(), area, j)))
                atomic_fetch_add(&outcome->wrong, 1);
    }
    if (outcome->goes_on && cube_barrier() != 0)
        atomic_fetch_add(&outcome->errors, 1);
    return 0;
}

static uint64_t scheduled(const struct algorithm *algorithm, uint32_t dimension) {
    struct shape shape = shape_of(dimension);
    return algorithm_packets(algorithm, &shape);
}

static enum host_verdict run_broken(const struct algorithm *algorithm, uint32_t dimension,
                                    enum mistake mistake, bool goes_on, struct outcome *outcome) {
    static struct algorithm broken;
    struct shape shape = shape_of(dimension);
    broken = broken_schedule(algorithm, &shape, mistake);
    memset(outcome, 0, sizeof *outcome);
    outcome->algorithm = &broken;
    outcome->goes_on = goes_on;
    return host_run(dimension, NULL, run, outcome);
}

TEST(whole_schedule_passes) {
    struct outcome outcome = {.algorithm = &aspc_all_port, .goes_on = true};
    assert_int_equal(host_run(3, NULL, run, &outcome), HOST_OK);
    assert_int_equal(outcome.packets, scheduled(&aspc_all_port, 3));
    assert_int_equal(outcome.wrong, 0);
    assert_int_equal(outcome.errors, 0);
}

TEST(dropped_by_the_sender_is_a_deadlock) {
    struct outcome outcome;
    assert_int_equal(run_broken(&aspc_all_port, 3, MISTAKE_DROPPED, false, &outcome),
                     HOST_DEADLOCK);
}

/* What comes instead is of another operation. */
TEST(dropped_by_the_sender_fails_if_it_goes_on) {
    struct outcome outcome;
    enum host_verdict verdict = run_broken(&aspc_all_port, 3, MISTAKE_DROPPED, true, &outcome);
    assert_true(verdict == HOST_DEADLOCK || outcome.errors > 0);
}

TEST(dropped_at_both_ends_is_missing_in_the_meters) {
    struct outcome outcome;
    assert_int_equal(run_broken(&aspc_all_port, 3, MISTAKE_DROPPED_AGREED, true, &outcome),
                     HOST_OK);
    assert_int_equal(outcome.packets, scheduled(&aspc_all_port, 3) - 1);
    assert_int_equal(outcome.wrong, 1);
}

TEST(doubled_by_the_sender_fails_the_next_call) {
    struct outcome outcome;
    enum host_verdict verdict = run_broken(&aspc_all_port, 3, MISTAKE_DOUBLED, true, &outcome);
    /* The nodes that wait for the one whose barrier failed wait for ever. */
    assert_true(verdict == HOST_DEADLOCK || verdict == HOST_UNRECEIVED);
    assert_true(outcome.errors > 0);
}

TEST(doubled_at_both_ends_is_one_too_many_in_the_meters) {
    struct outcome outcome;
    assert_int_equal(run_broken(&aspc_all_port, 3, MISTAKE_DOUBLED_AGREED, true, &outcome),
                     HOST_OK);
    assert_int_equal(outcome.packets, scheduled(&aspc_all_port, 3) + 1);
    assert_int_equal(outcome.wrong, 0);
}

TEST(wrong_idle_port_is_a_deadlock) {
    struct outcome outcome;
    assert_int_equal(run_broken(&aspc_all_port, 3, MISTAKE_WRONG_PORT, false, &outcome),
                     HOST_DEADLOCK);
}

/* In the 2-cube both ports are busy, so the two packets change places and no count shows the
 * mistake. */
TEST(swapped_ports_are_wrong_contents) {
    struct outcome outcome;
    assert_int_equal(run_broken(&aspc_permutations, 2, MISTAKE_WRONG_PORT, true, &outcome),
                     HOST_OK);
    assert_int_equal(outcome.packets, scheduled(&aspc_permutations, 2));
    assert_int_equal(outcome.wrong, 2);
}
