/* Tests clocks, the date and sleeping. Nothing here depends on how fast the host is. With the
 * argument `date` it prints the date. tests/boot/sleep.c has nodes that sleep while others talk. */
#include <sys/time.h>
#include <time.h>

#include "tests/tap.h"

enum { MILLISECOND = 1000000, SECOND = 1000000000 };

static long long nanoseconds(clockid_t clock) {
    struct timespec now = {0};
    if (clock_gettime(clock, &now) != 0 || now.tv_nsec < 0 || now.tv_nsec >= SECOND)
        return -1;
    return (long long)now.tv_sec * SECOND + now.tv_nsec;
}

static void clocks(void) {
    long long first = nanoseconds(CLOCK_MONOTONIC), last = first;
    bool ascending = first >= 0;
    for (int i = 0; i < 1000; i++) {
        long long now = nanoseconds(CLOCK_MONOTONIC);
        ascending = ascending && now >= last;
        last = now;
    }
    ok(ascending && last > first, "the monotonic clock goes on, and never back");
    struct timespec resolution = {.tv_nsec = -1};
    ok(clock_getres(CLOCK_MONOTONIC, &resolution) == 0 && resolution.tv_sec == 0 &&
           resolution.tv_nsec > 0 && resolution.tv_nsec < 1000,
       "it tells less than microseconds");
    ok(fails(clock_gettime((clockid_t)77, &resolution), EINVAL), "no such clock: EINVAL");
    long long least = (long long)cube_time(), shown = nanoseconds(CLOCK_MONOTONIC),
              ticks = (long long)clock() * (SECOND / CLOCKS_PER_SEC);
    ok(!cube_timed() || (least <= shown && shown <= (long long)cube_time() &&
                         ticks <= (long long)cube_time() && ticks > least - MILLISECOND),
       "they show the node's clock where there is one");
    clock_t before = clock();
    while (clock() == before)
        ;
    ok(before != (clock_t)-1 && clock() > before, "clock() goes on");
}

static void dates(void) {
    struct timeval now;
    time_t before = time(NULL);
    ok(gettimeofday(&now, NULL) == 0 && now.tv_usec >= 0 && now.tv_usec < 1000000,
       "gettimeofday gives microseconds");
    long long real = nanoseconds(CLOCK_REALTIME) / SECOND;
    time_t after = time(NULL);
    ok(before <= now.tv_sec && now.tv_sec <= real && real <= after, "all three tell one date");
    ok(before >= 946684800, "it is not before the year 2000");
}

/* Returns how many nanoseconds a sleep took. */
static long long slept(long seconds, long part) {
    long long before = nanoseconds(CLOCK_MONOTONIC);
    struct timespec time = {.tv_sec = seconds, .tv_nsec = part}, left = {1, 1};
    if (nanosleep(&time, &left) != 0 || left.tv_sec != 0 || left.tv_nsec != 0)
        return -1;
    return nanoseconds(CLOCK_MONOTONIC) - before;
}

static void sleeping(void) {
    ok(slept(0, 20 * MILLISECOND) >= 20 * MILLISECOND, "nanosleep sleeps as long as it is told");
    ok(slept(0, 0) >= 0 && slept(0, 1) >= 1, "and nothing, and next to nothing");
    long long before = nanoseconds(CLOCK_MONOTONIC);
    ok(usleep(3000) == 0 && nanoseconds(CLOCK_MONOTONIC) - before >= 3 * MILLISECOND, "usleep");
    ok(sleep(0) == 0, "sleep");
    static const struct timespec wrong[] = {{0, -1}, {0, SECOND}, {-1, 0}};
    bool refused = true;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refused = refused && fails(nanosleep(&wrong[i], NULL), EINVAL);
    ok(refused, "what is no time is refused: EINVAL");
}

int main(int argc, char *argv[]) {
    if (argc > 1 && strcmp(argv[1], "date") == 0) {
        time_t now = time(NULL);
        printf("%s", asctime(gmtime(&now)));
        return 0;
    }
    clocks();
    dates();
    sleeping();
    return tap_end();
}
