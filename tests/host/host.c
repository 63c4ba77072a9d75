#include "host.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/messages/inbox.h"
#include "net/node.h"
#include "net/start.h"
#include "net/system/system.h"
#include "net/wait.h"
#include "tests/host/threads.h"

enum state { AWAKE, ASLEEP, RUNG };

struct host_node {
    struct cube_node_page page;
    enum state state;
    bool finished;
    struct cube_messages unreceived; /* the content of the node's inboxes at its end */
    struct cube_wait wait;           /* the last wait */
    pthread_cond_t woken;
    jmp_buf ended; /* where the node goes on when the machine has ended */
};

static struct machine {
    pthread_mutex_t lock; /* guards all members below but the windows */
    uint32_t dimension;
    uint32_t awake;
    uint32_t finished;
    bool ended;
    bool deadlock;
    bool failed;
    int status; /* of system_end, or -1 */
    int (*function)(void *);
    void *argument;
    bool looks_at_schedules; /* as of the thread that starts the nodes: see node.h */
    uint8_t *windows;
    size_t window_bytes;
    struct host_node node[CUBE_MAX_NODES];
} machine = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local struct host_node *self;

static struct cube_window *window(uint32_t from, uint32_t dimension) {
    size_t index = (size_t)from * machine.dimension + dimension;
    return (struct cube_window *)(machine.windows + index * machine.window_bytes);
}

const struct cube_node_page *system_node_page(void) {
    return &self->page;
}

static void set_asleep(uint32_t asleep) {
    for (uint32_t d = 0; d < machine.dimension; d++)
        atomic_store_explicit(&window(self->page.node, d)->asleep, asleep, memory_order_relaxed);
}

/* Ends every node: a node that sleeps at once, and any other when it next sleeps. */
static void end_machine(bool deadlock) {
    machine.ended = true;
    machine.deadlock = deadlock;
    for (uint32_t i = 0; i < 1u << machine.dimension; i++)
        pthread_cond_signal(&machine.node[i].woken);
}

/* Waits as kernel/sleep.c does, step by step. The lock only stands for the atomicity of the
 * kernel's words. A deadline comes as soon as another thread may have run. */
int system_wait(const struct cube_wait *wait) {
    pthread_mutex_lock(&machine.lock);
    self->wait = *wait;
    if (self->state == RUNG) {
        self->state = AWAKE;
        pthread_mutex_unlock(&machine.lock);
        return 0;
    }
    int result = 0;
    self->state = ASLEEP;
    set_asleep(1);
    /* Orders `asleep` before the second look; pairs with the fence in node_wake. */
    atomic_thread_fence(memory_order_seq_cst);
    if (cube_wait_may_end(wait, self->page.node, window)) {
        self->state = AWAKE;
    } else if (wait->deadline) {
        self->state = AWAKE;
        result = -ETIMEDOUT;
    } else {
        machine.awake--;
        if (machine.awake == 0)
            end_machine(machine.finished < 1u << machine.dimension);
    }
    while (self->state == ASLEEP && !machine.ended)
        pthread_cond_wait(&self->woken, &machine.lock);
    self->state = AWAKE;
    set_asleep(0);
    bool ended = machine.ended;
    pthread_mutex_unlock(&machine.lock);
    if (ended)
        longjmp(self->ended, 1);
    if (result != 0)
        sched_yield();
    return result;
}

_Noreturn void system_end(uint8_t status) {
    pthread_mutex_lock(&machine.lock);
    machine.status = status;
    end_machine(false);
    pthread_mutex_unlock(&machine.lock);
    longjmp(self->ended, 1);
}

int system_ring(uint32_t dimensions) {
    pthread_mutex_lock(&machine.lock);
    for (uint32_t d = 0; d < machine.dimension; d++) {
        if (!(dimensions >> d & 1))
            continue;
        struct host_node *neighbour = &machine.node[self->page.node ^ (1u << d)];
        if (neighbour->state == ASLEEP) {
            neighbour->state = AWAKE;
            machine.awake++;
            pthread_cond_signal(&neighbour->woken);
        } else {
            neighbour->state = RUNG;
        }
    }
    pthread_mutex_unlock(&machine.lock);
    return 0;
}

bool host_expect(bool holds, const char *condition, const char *file, int line) {
    if (holds)
        return true;
    pthread_mutex_lock(&machine.lock);
    if (!machine.failed)
        fprintf(stderr, "# node %u: %s:%d: not %s\n", self->page.node, file, line, condition);
    machine.failed = true;
    pthread_mutex_unlock(&machine.lock);
    return false;
}

static void work(void) {
    net_start();
    node.looks_at_schedules = machine.looks_at_schedules;
    bool forwards = self->page.node >= self->page.ranks;
    int status = forwards ? 0 : machine.function(machine.argument);
    node_finish();
    pthread_mutex_lock(&machine.lock);
    self->finished = true;
    machine.finished++;
    if (status != 0)
        machine.failed = true;
    pthread_mutex_unlock(&machine.lock);
    wait_finished(NULL);
}

static void run_node(uint32_t number) {
    self = &machine.node[number];
    if (setjmp(self->ended) == 0)
        work();
    self->unreceived = inbox_unreceived()->all;
    inbox_stop();
}

static void fill_page(uint32_t number, const struct host_options *options) {
    struct cube_node_page *page = &machine.node[number].page;
    *page = (struct cube_node_page){
        .node = number,
        .dimension = machine.dimension,
        .ranks = options->ranks ? options->ranks : 1u << machine.dimension,
        .flags = options->flags,
        .spins = options->spins,
        .costs = options->costs,
        .direct_bytes = options->direct,
        .routed_bytes = options->routed,
    };
    for (uint32_t d = 0; d < machine.dimension; d++) {
        page->order[d] = options->order ? options->order[d] : (uint8_t)d;
        page->outgoing[d] = (uintptr_t)window(number, d);
        page->incoming[d] = (uintptr_t)window(number ^ (1u << d), d);
    }
}

/* The windows of the last run are used again if they have the right size. Larger ones would not do,
 * for the sanitizer would not find a write beyond the last window. */
static void make_windows(void) {
    static size_t last_bytes;
    size_t bytes = machine.window_bytes * machine.dimension << machine.dimension;
    if (bytes != last_bytes) {
        free(machine.windows);
        machine.windows = bytes ? aligned_alloc(CUBE_PAGE_BYTES, bytes) : NULL;
        last_bytes = bytes;
    }
    if (bytes && !machine.windows) {
        perror("host_run: windows");
        abort();
    }
    for (size_t at = 0; at < bytes; at += machine.window_bytes)
        memset(machine.windows + at, 0, sizeof(struct cube_window));
}

/* Whether anything was left that nobody received, found as kernel/reports/unreceived.c finds it. */
static bool any_unreceived(void) {
    for (uint32_t i = 0; i < 1u << machine.dimension; i++) {
        if (machine.node[i].unreceived.messages > 0)
            return true;
        for (uint32_t d = 0; d < machine.dimension; d++)
            if (atomic_load(&window(i, d)->direct_tail) !=
                atomic_load(&window(i ^ 1u << d, d)->direct_head))
                return true;
    }
    return false;
}

enum host_verdict host_run(uint32_t dimension, const struct host_options *given,
                           int (*function)(void *argument), void *argument) {
    struct host_options options = given ? *given : (struct host_options){0};
    options.direct = options.direct ? options.direct : HOST_DIRECT;
    options.routed = options.routed ? options.routed : 16 << 10;
    uint32_t nodes = 1u << dimension;
    size_t rings = (size_t)options.direct + options.routed;
    machine.dimension = dimension;
    machine.awake = nodes;
    machine.finished = 0;
    machine.ended = machine.deadlock = machine.failed = false;
    machine.status = -1;
    machine.function = function;
    machine.argument = argument;
    machine.looks_at_schedules = node.looks_at_schedules;
    machine.window_bytes =
        CUBE_SLOTS_DISTANCE + (rings + CUBE_PAGE_BYTES - 1) / CUBE_PAGE_BYTES * CUBE_PAGE_BYTES;
    make_windows();
    for (uint32_t i = 0; i < nodes; i++) {
        struct host_node *node = &machine.node[i];
        memset(node, 0, sizeof *node);
        pthread_cond_init(&node->woken, NULL);
        fill_page(i, &options);
    }
    threads_run(nodes, run_node);
    bool unreceived = any_unreceived();
    if (machine.deadlock)
        return HOST_DEADLOCK;
    if (machine.status >= 0)
        return HOST_ENDED;
    if (machine.failed)
        return HOST_FAILED;
    return unreceived ? HOST_UNRECEIVED : HOST_OK;
}

const struct cube_wait *host_wait_of(uint32_t number) {
    return &machine.node[number].wait;
}
