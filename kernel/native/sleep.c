/* kernel/sleep.c proves that no wake-up is lost, and that a count of 0 is a deadlock. Here a node
 * that halts waits for its state in the host's kernel, and the parent looks when the count is 0. */
#include "kernel/native/sleep.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kernel/links.h"
#include "kernel/native/host.h"
#include "net/system/system.h"

void (*sleep_over)(void);

enum { SECOND = 1000000000 };

static void say_asleep(uint32_t node, uint32_t asleep) {
    for (uint32_t d = 0; d < node_dimension; d++)
        atomic_store_explicit(&links_window(node, d)->asleep, asleep, memory_order_relaxed);
}

/* As in kernel/sleep.c: a node that is not off the count stays awake, and takes back what one that
 * has waked it has added. */
static void stay_awake(struct sleeper *sleeper) {
    uint32_t asleep = SLEEP_ASLEEP;
    if (!atomic_compare_exchange_strong(&sleeper->state, &asleep, SLEEP_AWAKE))
        atomic_fetch_sub(&host->awake, 1);
}

/* Halts until the state is another, or for so long if `time` is not null. */
static void halt(struct sleeper *sleeper, const struct timespec *time) {
    syscall(SYS_futex, &sleeper->state, FUTEX_WAIT, SLEEP_ASLEEP, time, NULL, 0);
}

static int sleep_until(struct sleeper *sleeper, uint64_t deadline) {
    int64_t left = 0;
    while (atomic_load(&sleeper->state) == SLEEP_ASLEEP &&
           (left = (int64_t)(deadline - system_ticks())) > 0) {
        struct timespec time = {.tv_sec = left / SECOND, .tv_nsec = left % SECOND};
        halt(sleeper, &time);
    }
    stay_awake(sleeper);
    return left > 0 ? 0 : -ETIMEDOUT;
}

static void sleep_for_ever(struct sleeper *sleeper) {
    if (atomic_fetch_sub(&host->awake, 1) == 1)
        host_call_parent();
    while (atomic_load(&sleeper->state) == SLEEP_ASLEEP)
        halt(sleeper, NULL);
}

int sleep_wait_for(const struct cube_wait *wait) {
    struct sleeper *sleeper = &host_self->node.sleeper;
    uint32_t number = host_self->node.number, expected = SLEEP_AWAKE;
    bool asked = sleeper->asked;
    int result = 0;
    sleeper->wait = *wait;
    if (asked)
        trail_take(&host_self->callers, 0);
    say_asleep(number, CUBE_ASLEEP);
    if (!atomic_compare_exchange_strong(&sleeper->state, &expected, SLEEP_ASLEEP)) {
        atomic_store(&sleeper->state, SLEEP_AWAKE);
    } else {
        /* Between saying asleep and reading the words. The partner is the sender's fence between
         * publishing a word and reading asleep (node_asleep). */
        atomic_thread_fence(memory_order_seq_cst);
        if (cube_wait_may_end(wait, number, links_window))
            stay_awake(sleeper);
        else if (wait->deadline)
            result = sleep_until(sleeper, wait->deadline);
        else
            sleep_for_ever(sleeper);
    }
    say_asleep(number, 0);
    if (atomic_load(&host->over))
        sleep_over();
    return sleeper->asked == asked ? result : -EDEADLK;
}

void sleep_wake(struct node *node) {
    _Atomic uint32_t *state = &node->sleeper.state;
    for (;;) {
        uint32_t expected = SLEEP_ASLEEP;
        atomic_fetch_add(&host->awake, 1);
        if (atomic_compare_exchange_strong(state, &expected, SLEEP_AWAKE)) {
            syscall(SYS_futex, state, FUTEX_WAKE, 1, NULL, NULL, 0);
            return;
        }
        atomic_fetch_sub(&host->awake, 1);
        if (expected == SLEEP_RUNG || atomic_compare_exchange_strong(state, &expected, SLEEP_RUNG))
            return;
    }
}
