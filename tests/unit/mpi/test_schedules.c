/* Counts messages and rounds of what the builders of collective operations make for all members of
 * a team, of sizes up to 64. That the operations bring what they mean is seen where they run
 * (test_programs.c). */
#include <string.h>

#include "mpi.h"
#include "mpi/collective/build.h"
#include "mpi/datatype/type.h"
#include "tests/unit/test.h"

enum { MOST = 64, LONGEST = 70 };

static int data[MOST * LONGEST]; /* the place of all parts; nothing is carried out */
static struct schedule schedules[MOST];
static int messages, rounds;

static struct part part_of(int elements) {
    return (struct part){data, elements, &type_object(MPI_INT)->layout};
}

static struct team team_of(int p, int r) {
    static int world[MOST];
    for (int k = 0; k < MOST; k++)
        world[k] = k;
    return (struct team){p, r, world};
}

/* Counts what p members do, and frees it. Each message is received as often as it is sent. */
static void count(int p) {
    static int between[MOST][MOST];
    messages = rounds = 0;
    memset(between, 0, sizeof between);
    for (int r = 0; r < p; r++) {
        struct schedule *schedule = &schedules[r];
        int own = 0;
        assert_int_equal(schedule_end(schedule), MPI_SUCCESS);
        for (size_t s = 0; s < schedule->count; s++) {
            const struct schedule_step *step = &schedule->steps[s];
            own += step->kind == STEP_ROUND;
            messages += step->kind == STEP_SEND;
            between[r][step->world] += step->kind == STEP_SEND;
            between[step->world][r] -= step->kind == STEP_RECEIVE;
        }
        rounds = own > rounds ? own : rounds;
        schedule_free(schedule);
        *schedule = (struct schedule){0};
    }
    for (int r = 0; r < p; r++)
        for (int s = 0; s < p; s++)
            assert_int_equal(between[r][s], 0);
}

/* Builds for each member `r` of `team`, and counts. */
#define COUNT(build, ...)                                                                          \
    do {                                                                                           \
        for (int r = 0; r < p; r++) {                                                              \
            struct team team = team_of(p, r);                                                      \
            build(&schedules[r], &team, __VA_ARGS__);                                              \
        }                                                                                          \
        count(p);                                                                                  \
    } while (0)

static int log_up(int p) {
    int log = 0;
    while (1 << log < p)
        log++;
    return log;
}

static int log_down(int p) {
    return log_up(p + 1) - 1;
}

static void count_moves(int p, int m, enum way way) {
    struct blocks blocks = {.buffer = data, .type = MPI_INT, .count = m};
    for (int root = 0; root < p; root += 1 + p / 4) {
        COUNT(build_broadcast, way, root, part_of(m));
        if (way == WAY_SHORT)
            assert_int_equal(messages, p - 1);
        COUNT(build_gather, way, root, part_of(m), r == root ? &blocks : NULL, false);
        assert_int_equal(messages, p - 1);
        COUNT(build_scatter, way, root, part_of(m), r == root ? &blocks : NULL, true);
        assert_int_equal(messages, p - 1);
    }
    int all = way == WAY_SHORT && p > 2 ? p * log_up(p) : p * (p - 1);
    COUNT(build_allgather, way, &blocks);
    assert_int_equal(messages, all);
    COUNT(build_alltoall, way, &blocks, &blocks);
    assert_int_equal(messages, all);
}

static void count_reductions(int p, int m, enum way way, bool commutes) {
    struct part part = part_of(m);
    int q = 1 << log_down(p), counts[MOST];
    for (int root = 0; root < p; root += 1 + p / 5) {
        COUNT(build_reduce, way, commutes, root, part, part);
        if (way == WAY_SHORT)
            assert_int_equal(messages, p - 1 + (!commutes && root != 0));
    }
    COUNT(build_allreduce, way, commutes, part, part);
    if (way == WAY_SHORT) {
        assert_int_equal(messages, q * log_down(p) + 2 * (p - q));
        assert_int_equal(rounds, log_down(p) + 2 * (p > q));
    } else if (m >= q && q > 2) {
        assert_int_equal(messages, 2 * q * log_down(p) + 2 * (p - q));
    }
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        COUNT(build_scan, exclusive, part, part);
        assert_int_equal(rounds, log_up(p));
    }
    for (int r = 0; r < p; r++)
        counts[r] = m;
    COUNT(build_reduce_scatter, way, commutes, part_of(p * m), counts, part);
    assert_int_equal(messages, way == WAY_SHORT && commutes && p > 2 ? q * log_down(p) + 2 * (p - q)
                                                                     : p * (p - 1));
}

TEST(test_counts) {
    static const int sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17, 32, 33, 64};
    static const int lengths[] = {1, 5, LONGEST};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        int p = sizes[k];
        for (int r = 0; r < p; r++) {
            struct team team = team_of(p, r);
            build_barrier(&schedules[r], &team);
        }
        count(p);
        assert_int_equal(rounds, log_up(p));
        assert_int_equal(messages, p * log_up(p));
        for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
            for (enum way way = WAY_SHORT; way <= WAY_LONG; way++) {
                count_moves(p, lengths[l], way);
                count_reductions(p, lengths[l], way, false);
                count_reductions(p, lengths[l], way, true);
            }
    }
}
