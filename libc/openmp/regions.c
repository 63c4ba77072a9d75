/* The calls that gcc generates for OpenMP, except loops, for teams of one thread: a region is a
 * call, a barrier does nothing, a task runs where it is created (gcc's libgomp is the model for
 * names and arguments; OpenMP 5.0 permits a team of one, 2.6.1). */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "libc/openmp/team.h"
#include "libc/returns.h"

/* A team of one thread ignores most of what it is asked for. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

struct team openmp_team;

/* NOTHING(name, parameters): what has nothing to do where a team has one thread. */
#define NOTHING(name, ...)                                                                         \
    void GOMP_##name(__VA_ARGS__) {                                                                \
    }
/* NEVER(name, parameters): nothing is cancelled, for OMP_CANCELLATION is false. */
#define NEVER(name, ...) RETURNS(bool GOMP_##name(__VA_ARGS__), false)

/* ---- Parallel regions ---- */

/* Calls a region. It may have work that is given out already: that of `begun`. */
static void region(void (*function)(void *), void *data, struct team begun) {
    struct team around = openmp_team;
    openmp_team = begun;
    openmp_team.level = around.level + 1;
    function(data);
    openmp_team = around;
}

void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags) {
    region(function, data, (struct team){0});
}

#define LOOP_REGION(kind)                                                                          \
    void GOMP_parallel_loop_##kind(void (*function)(void *), void *data, unsigned threads,         \
                                   long start, long end, long step, long chunk, unsigned flags) {  \
        bool left = openmp_has_any(start, end, step);                                              \
        region(function, data,                                                                     \
               (struct team){                                                                      \
                   .left = left, .start = (unsigned long)start, .end = (unsigned long)end});       \
    }
LOOP_REGION(static)
LOOP_REGION(dynamic)
LOOP_REGION(guided)
LOOP_REGION(nonmonotonic_dynamic)
LOOP_REGION(nonmonotonic_guided)

/* Where the schedule is one that the user chooses there is no chunk. */
#define RUNTIME_REGION(kind)                                                                       \
    void GOMP_parallel_loop_##kind(void (*function)(void *), void *data, unsigned threads,         \
                                   long start, long end, long step, unsigned flags) {              \
        GOMP_parallel_loop_static(function, data, threads, start, end, step, 0, flags);            \
    }
RUNTIME_REGION(runtime)
RUNTIME_REGION(nonmonotonic_runtime)
RUNTIME_REGION(maybe_nonmonotonic_runtime)

void GOMP_parallel_sections(void (*function)(void *), void *data, unsigned threads, unsigned count,
                            unsigned flags) {
    region(function, data, (struct team){.sections = count});
}

/* A league of teams is one team, and what is for a device is done here. */
RETURNS(int GOMP_teams4(unsigned low, unsigned high, unsigned threads, bool first), first)

void GOMP_teams_reg(void (*function)(void *), void *data, unsigned teams, unsigned threads,
                    unsigned flags) {
    function(data);
}

void GOMP_target_ext(int device, void (*function)(void *), size_t count, void **addresses,
                     size_t *sizes, unsigned short *kinds, unsigned flags, void **depend,
                     void **arguments) {
    function(addresses);
}

NOTHING(target_data_ext, int device, size_t count, void **addresses, size_t *sizes,
        unsigned short *kinds)
NOTHING(target_end_data, void)
NOTHING(target_update_ext, int device, size_t count, void **addresses, size_t *sizes,
        unsigned short *kinds, unsigned flags, void **depend)
NOTHING(target_enter_exit_data, int device, size_t count, void **addresses, size_t *sizes,
        unsigned short *kinds, unsigned flags, void **depend)

/* ---- What one thread does alone, or before others ---- */

RETURNS(unsigned GOMP_sections_next(void),
        openmp_team.section < openmp_team.sections ? ++openmp_team.section : 0)

unsigned GOMP_sections_start(unsigned count) {
    openmp_team.section = 0;
    openmp_team.sections = count;
    return GOMP_sections_next();
}

NOTHING(sections_end, void)
NEVER(sections_end_cancel, void)
NOTHING(sections_end_nowait, void)

RETURNS(bool GOMP_single_start(void), true)
RETURNS(void *GOMP_single_copy_start(void), NULL)

NOTHING(single_copy_end, void *data)
NOTHING(critical_start, void)
NOTHING(critical_end, void)
NOTHING(critical_name_start, void **name)
NOTHING(critical_name_end, void **name)
NOTHING(atomic_start, void)
NOTHING(atomic_end, void)
NOTHING(ordered_start, void)
NOTHING(ordered_end, void)
NOTHING(barrier, void)
NEVER(barrier_cancel, void)
NEVER(cancel, int what, bool now)
NEVER(cancellation_point, int what)

/* ---- Tasks ---- */

/* Calls a task with its own copy of what it is given, which `copy` makes, or memcpy. */
static void task(void (*function)(void *), const void *data, void (*copy)(void *, void *),
                 long bytes, long alignment, const long *bounds) {
    char room[bytes + alignment];
    void *own = (void *)(((uintptr_t)room + (uintptr_t)alignment - 1) & -(uintptr_t)alignment);
    if (copy)
        copy(own, (void *)data);
    else
        memcpy(own, data, (size_t)bytes);
    if (bounds)
        memcpy(own, bounds, 2 * sizeof *bounds);
    function(own);
}

void GOMP_task(void (*function)(void *), void *data, void (*copy)(void *, void *), long bytes,
               long alignment, bool if_clause, unsigned flags, void **depend, int priority,
               void *detach) {
    task(function, data, copy, bytes, alignment, NULL);
}

/* The loop is one task: what a task is given begins with its bounds. */
void GOMP_taskloop(void (*function)(void *), void *data, void (*copy)(void *, void *), long bytes,
                   long alignment, unsigned flags, unsigned long tasks, int priority, long start,
                   long end, long step) {
    if (openmp_has_any(start, end, step))
        task(function, data, copy, bytes, alignment, (long[]){start, end});
}

void GOMP_taskloop_ull(void (*function)(void *), void *data, void (*copy)(void *, void *),
                       long bytes, long alignment, unsigned flags, unsigned long tasks,
                       int priority, unsigned long long start, unsigned long long end,
                       unsigned long long step) {
    enum { UP = 1 << 8 };
    if (flags & UP ? start < end : start > end)
        task(function, data, copy, bytes, alignment, (long[]){(long)start, (long)end});
}

NOTHING(taskwait, void)
NOTHING(taskwait_depend, void **depend)
NOTHING(taskwait_depend_nowait, void **depend)
NOTHING(taskyield, void)
NOTHING(taskgroup_start, void)
NOTHING(taskgroup_end, void)

/* ---- Iterations that wait for earlier ones, which are done (loops.c) ---- */

NOTHING(doacross_post, long *iteration)
NOTHING(doacross_wait, long first, ...)
NOTHING(doacross_ull_post, unsigned long *iteration)
NOTHING(doacross_ull_wait, unsigned long first, ...)
