/* sleep SECONDS: all nodes between the first and the last sleep at once, node i for about i *
 * SECONDS, while messages pass them. Then all nodes sleep one after the other. Prints how long the
 * sleeps took, the time, and the nodes' clocks, which sleeping does not move. Fails if a sleep is
 * shorter than it was asked for, or longer by a thousandth. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cube.h"

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Sleeps. Returns how many nanoseconds that took, or -1 if it was shorter or much longer than it
 * should be. */
static long long take_sleep(long seconds) {
    struct timespec time = {.tv_sec = seconds, .tv_nsec = 1000000};
    long long wanted = seconds * 1000000000LL + time.tv_nsec, before = now();
    if (nanosleep(&time, NULL) != 0)
        return -1;
    long long took = now() - before;
    return took < wanted || took > wanted + wanted / 1000 + 1000000 ? -1 : took;
}

int main(int argc, char *argv[]) {
    long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    int me = cube_node(), last = cube_nodes() - 1, byte = 0;

    /* All nodes sleep at once, for different times, while node 0 and the last one talk. */
    long long first = 0;
    if (me > 0 && me < last)
        first = take_sleep(me * seconds);
    for (int i = 0; i < 10 && me == 0; i++)
        if (cube_send(last, &i, sizeof i) || cube_recv(last, &byte, sizeof byte))
            return 1;
    for (int i = 0; i < 10 && me == last && last > 0; i++)
        if (cube_recv(0, &byte, sizeof byte) || cube_send(0, &i, sizeof i))
            return 1;
    if (cube_barrier())
        return 1;

    /* The nodes sleep one after the other, while all others wait. */
    long long second = 0;
    for (int i = 0; i < cube_nodes(); i++) {
        if (me == i)
            second = take_sleep(seconds);
        if (cube_barrier())
            return 1;
    }
    printf("node %d: slept %lld and %lld, woke at %lld, clock %llu\n", me, first, second, now(),
           (unsigned long long)cube_time());
    return first < 0 || second < 0;
}
