/* Loops of OpenMP whose iterations are given out while they run: all at once, to the one thread.
 * Each schedule has functions of its own, which all do the same, for long and for unsigned long
 * long. */
#include <stdbool.h>
#include <stdlib.h>

#include "libc/openmp/team.h"

static bool next(unsigned long *start, unsigned long *end) {
    bool left = openmp_team.left;
    *start = openmp_team.start;
    *end = openmp_team.end;
    openmp_team.left = false;
    return left;
}

static void begin(unsigned long start, unsigned long end, bool has_any) {
    openmp_team.left = has_any;
    openmp_team.start = start;
    openmp_team.end = end;
}

/* Where a loop has memory that the team shares, *memory is how much: it gets that memory. */
static void share(void **memory) {
    if (memory)
        *memory = openmp_team.memory = calloc(1, (size_t)*memory);
}

static void end(void) {
    free(openmp_team.memory);
    openmp_team.memory = NULL;
}

#define NEXT(name)                                                                                 \
    bool GOMP_loop_##name##_next(unsigned long *start, unsigned long *end) {                       \
        return next(start, end);                                                                   \
    }                                                                                              \
    bool GOMP_loop_ull_##name##_next(unsigned long *start, unsigned long *end) {                   \
        return next(start, end);                                                                   \
    }
/* `...` is the argument for the chunk, where the schedule has one. */
#define START(name, ...)                                                                           \
    bool GOMP_loop_##name##_start(long start, long end, long step __VA_ARGS__,                     \
                                  unsigned long *from, unsigned long *to) {                        \
        begin((unsigned long)start, (unsigned long)end, openmp_has_any(start, end, step));         \
        return next(from, to);                                                                     \
    }                                                                                              \
    bool GOMP_loop_ull_##name##_start(bool up, unsigned long start, unsigned long end,             \
                                      unsigned long step __VA_ARGS__, unsigned long *from,         \
                                      unsigned long *to) {                                         \
        (void)step;                                                                                \
        begin(start, end, up ? start < end : start > end);                                         \
        return next(from, to);                                                                     \
    }                                                                                              \
    NEXT(name)
#define CHUNK , __attribute__((unused)) long chunk
START(static, CHUNK)
START(dynamic, CHUNK)
START(guided, CHUNK)
START(runtime)
START(nonmonotonic_dynamic, CHUNK)
START(nonmonotonic_guided, CHUNK)
START(nonmonotonic_runtime)
START(maybe_nonmonotonic_runtime)
START(ordered_static, CHUNK)
START(ordered_dynamic, CHUNK)
START(ordered_guided, CHUNK)
START(ordered_runtime)

/* Loops that share memory, or whose schedule is told as a number. Where there is no place for the
 * first iterations, the next call asks for them. Reductions of tasks there are not: the linker says
 * so. */
#define START_WITH(name)                                                                           \
    bool GOMP_loop_##name##start(long start, long end, long step, long schedule, long chunk,       \
                                 unsigned long *from, unsigned long *to,                           \
                                 unsigned long *reductions, void **memory) {                       \
        (void)schedule, (void)chunk, (void)reductions;                                             \
        begin((unsigned long)start, (unsigned long)end, openmp_has_any(start, end, step));         \
        share(memory);                                                                             \
        return from ? next(from, to) : true;                                                       \
    }                                                                                              \
    bool GOMP_loop_ull_##name##start(bool up, unsigned long start, unsigned long end,              \
                                     unsigned long step, long schedule, unsigned long chunk,       \
                                     unsigned long *from, unsigned long *to,                       \
                                     unsigned long *reductions, void **memory) {                   \
        (void)step, (void)schedule, (void)chunk, (void)reductions;                                 \
        begin(start, end, up ? start < end : start > end);                                         \
        share(memory);                                                                             \
        return from ? next(from, to) : true;                                                       \
    }
START_WITH()
START_WITH(ordered_)

/* Loops whose iterations wait for earlier ones: these are done already. */
#define START_DOACROSS(name, ...)                                                                  \
    bool GOMP_loop_doacross_##name##_start(unsigned dimensions, long *counts __VA_ARGS__,          \
                                           unsigned long *from, unsigned long *to) {               \
        (void)dimensions;                                                                          \
        begin(0, (unsigned long)counts[0], counts[0] > 0);                                         \
        return next(from, to);                                                                     \
    }                                                                                              \
    bool GOMP_loop_ull_doacross_##name##_start(unsigned dimensions,                                \
                                               unsigned long *counts __VA_ARGS__,                  \
                                               unsigned long *from, unsigned long *to) {           \
        (void)dimensions;                                                                          \
        begin(0, counts[0], counts[0] > 0);                                                        \
        return next(from, to);                                                                     \
    }
START_DOACROSS(static, CHUNK)
START_DOACROSS(dynamic, CHUNK)
START_DOACROSS(guided, CHUNK)
START_DOACROSS(runtime)

void GOMP_loop_end(void) {
    end();
}

bool GOMP_loop_end_cancel(void) {
    end();
    return false;
}

void GOMP_loop_end_nowait(void) {
    end();
}
