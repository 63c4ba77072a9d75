/* POSIX time: of the node's clock where it has one, as MPI_Wtime, otherwise of the virtual counter.
 * The node page gives the date at which that counter was zero. Under cuberun --exact the counter
 * counts instructions, and sleeping costs none. */
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "cube.h"
#include "net/clock/time.h"
#include "net/system/system.h"
#include "net/wait.h"

enum { NANOSECONDS = 1000000000, MICROSECONDS = 1000000 };

static uint64_t frequency(void) {
    uint64_t ticks_a_second;
    __asm__("mrs %0, cntfrq_el0" : "=r"(ticks_a_second));
    return ticks_a_second;
}

/* Converts whole seconds apart from the rest, so that the product fits in 64 bits. */
static uint64_t nanoseconds(uint64_t ticks) {
    return ticks / frequency() * NANOSECONDS + ticks % frequency() * NANOSECONDS / frequency();
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    uint64_t now = cube_timed() ? cube_time() : nanoseconds(system_ticks());
    if (clock == CLOCK_REALTIME)
        now += system_node_page()->epoch;
    else if (clock != CLOCK_MONOTONIC) {
        errno = EINVAL;
        return -1;
    }
    *time = (struct timespec){.tv_sec = (time_t)(now / NANOSECONDS),
                              .tv_nsec = (long)(now % NANOSECONDS)};
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *resolution) {
    struct timespec now;
    if (clock_gettime(clock, &now) < 0)
        return -1;
    if (resolution)
        *resolution = (struct timespec){.tv_nsec = (long)((NANOSECONDS - 1) / frequency() + 1)};
    return 0;
}

int gettimeofday(struct timeval *restrict time, UNUSED void *restrict zone) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

/* Returns the processor time for clock(). A process has a core to itself, so it uses all the time
 * that passes. */
clock_t times(struct tms *used) {
    clock_t now =
        (clock_t)((cube_timed() ? cube_time() : system_cycles()) / (NANOSECONDS / CLOCKS_PER_SEC));
    *used = (struct tms){.tms_utime = now};
    return now;
}

int nanosleep(const struct timespec *time, struct timespec *left) {
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= NANOSECONDS) {
        errno = EINVAL;
        return -1;
    }
    uint64_t seconds = (uint64_t)time->tv_sec, most = INT64_MAX / frequency() / 2;
    if (seconds > most) /* such a sleep lasts centuries */
        seconds = most;
    uint64_t part = ((uint64_t)time->tv_nsec * frequency() + NANOSECONDS - 1) / NANOSECONDS;
    uint64_t end = cube_time() + seconds * NANOSECONDS + (uint64_t)time->tv_nsec;
    wait_until("nanosleep", system_ticks() + seconds * frequency() + part);
    if (cube_timed())
        time_reach(end);
    if (left)
        *left = (struct timespec){0};
    return 0;
}

int usleep(useconds_t microseconds) {
    return nanosleep(&(struct timespec){.tv_sec = (time_t)(microseconds / MICROSECONDS),
                                        .tv_nsec = (long)(microseconds % MICROSECONDS) * 1000},
                     NULL);
}

unsigned sleep(unsigned seconds) {
    nanosleep(&(struct timespec){.tv_sec = seconds}, NULL);
    return 0;
}
