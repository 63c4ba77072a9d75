/* The functions of <omp.h>, which comes with gcc: a team has one thread, on one processor, and
 * there is no other device. */
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "libc/openmp/team.h"
#include "libc/returns.h"
#include "libc/threads/wait.h"

/* A team of one thread ignores most of what it is asked for. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* NUMBER(name, value): a function that returns the same number always. */
#define NUMBER(name, value) RETURNS(int omp_##name(void), value)
/* IGNORED(name): what is asked for changes nothing. */
#define IGNORED(name)                                                                              \
    void omp_##name(int asked) {                                                                   \
    }

NUMBER(get_num_threads, 1)
NUMBER(get_max_threads, 1)
NUMBER(get_thread_num, 0)
NUMBER(get_num_procs, 1)
NUMBER(get_thread_limit, 1)
NUMBER(in_parallel, 0) /* a region of one thread is not active */
NUMBER(get_active_level, 0)
NUMBER(get_dynamic, 0)
NUMBER(get_nested, 0)
NUMBER(get_max_active_levels, 1)
NUMBER(get_supported_active_levels, 1)
NUMBER(in_final, 0)
NUMBER(get_cancellation, 0)
NUMBER(get_proc_bind, 0)
NUMBER(get_num_places, 0)
NUMBER(get_place_num, -1)
NUMBER(get_partition_num_places, 0)
NUMBER(get_default_device, 0)
NUMBER(get_num_devices, 0)
NUMBER(get_device_num, 0)
NUMBER(get_initial_device, 0)
NUMBER(is_initial_device, 1)
NUMBER(get_num_teams, 1)
NUMBER(get_team_num, 0)
NUMBER(get_max_teams, 1)
NUMBER(get_teams_thread_limit, 1)
NUMBER(get_max_task_priority, 0)
IGNORED(set_num_threads)
IGNORED(set_dynamic)
IGNORED(set_nested)
IGNORED(set_max_active_levels)
IGNORED(set_default_device)
IGNORED(set_num_teams)
IGNORED(set_teams_thread_limit)
IGNORED(display_env)

RETURNS(int omp_get_level(void), openmp_team.level)
RETURNS(int omp_get_ancestor_thread_num(int level),
        level >= 0 && level <= openmp_team.level ? 0 : -1)
RETURNS(int omp_get_team_size(int level), level >= 0 && level <= openmp_team.level ? 1 : -1)
RETURNS(int omp_get_place_num_procs(int place), 0)

enum { STATIC = 1 };
static int schedule = STATIC, schedule_chunk;

void omp_set_schedule(int kind, int chunk) {
    schedule = kind;
    schedule_chunk = chunk;
}

void omp_get_schedule(int *kind, int *chunk) {
    *kind = schedule;
    *chunk = schedule_chunk;
}

static double seconds(int get(clockid_t, struct timespec *)) {
    const double nanoseconds = 1e9;
    struct timespec time;
    get(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / nanoseconds;
}

RETURNS(double omp_get_wtime(void), seconds(clock_gettime))
RETURNS(double omp_get_wtick(void), seconds(clock_getres))

/* ---- Locks: an int, which counts in how many ways a lock that nests is held ---- */

#define LOCK(name, parameters, change)                                                             \
    void omp_##name parameters {                                                                   \
        change;                                                                                    \
    }
LOCK(init_lock, (int *lock), *lock = 0)
LOCK(init_lock_with_hint, (int *lock, int hint), *lock = 0)
LOCK(destroy_lock, (int *lock), )
LOCK(unset_lock, (int *lock), *lock = 0)
LOCK(init_nest_lock, (int *lock), *lock = 0)
LOCK(init_nest_lock_with_hint, (int *lock, int hint), *lock = 0)
LOCK(destroy_nest_lock, (int *lock), )
LOCK(set_nest_lock, (int *lock), ++*lock)
LOCK(unset_nest_lock, (int *lock), --*lock)

int omp_test_lock(int *lock) {
    int was_free = !*lock;
    *lock = 1;
    return was_free;
}

void omp_set_lock(int *lock) {
    if (!omp_test_lock(lock))
        thread_wait("omp_set_lock");
}

RETURNS(int omp_test_nest_lock(int *lock), ++*lock)

/* ---- Memory: all allocators have the same ---- */

enum { DEFAULT_ALLOCATOR = 1 };

RETURNS(uintptr_t omp_get_default_allocator(void), DEFAULT_ALLOCATOR)

void omp_set_default_allocator(uintptr_t allocator) {
}

RETURNS(uintptr_t omp_init_allocator(uintptr_t space, int traits, const void *trait),
        DEFAULT_ALLOCATOR)

void omp_destroy_allocator(uintptr_t allocator) {
}

RETURNS(void *omp_aligned_alloc(size_t alignment, size_t bytes, uintptr_t allocator),
        bytes == 0 ? NULL : memalign(alignment, bytes))
RETURNS(void *omp_alloc(size_t bytes, uintptr_t allocator),
        omp_aligned_alloc(sizeof(long double), bytes, allocator))

void *omp_aligned_calloc(size_t alignment, size_t count, size_t size, uintptr_t allocator) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    void *memory = omp_aligned_alloc(alignment, bytes, allocator);
    return memory ? memset(memory, 0, bytes) : NULL;
}

RETURNS(void *omp_calloc(size_t count, size_t size, uintptr_t allocator),
        omp_aligned_calloc(sizeof(long double), count, size, allocator))
RETURNS(void *omp_realloc(void *memory, size_t bytes, uintptr_t allocator, uintptr_t freeing),
        realloc(memory, bytes))

void omp_free(void *memory, uintptr_t allocator) {
    free(memory);
}

/* What is for a device is here. */
RETURNS(void *omp_target_alloc(size_t bytes, int device), malloc(bytes))

void omp_target_free(void *memory, int device) {
    free(memory);
}

RETURNS(int omp_target_is_present(const void *memory, int device), 1)

int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
                      size_t from_offset, int to_device, int from_device) {
    memmove((char *)to + to_offset, (const char *)from + from_offset, bytes);
    return 0;
}
