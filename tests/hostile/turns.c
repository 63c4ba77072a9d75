#include "tests/hostile/turns.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "net/link.h"
#include "net/messages/inbox.h"
#include "net/node.h"
#include "net/start.h"
#include "net/system/system.h"
#include "net/wait.h"
#include "tests/hostile/rewrite.h"

enum { STACK_BYTES = 4 << 20 }; /* with the thread's own variables */

struct turn {
    struct cube_node_page page;
    bool asleep;
    struct cube_wait wait; /* of the last sleep */
    struct node *node;     /* the thread's own, as soon as it has started */
    sigjmp_buf aborted;
    pthread_cond_t comes;
    pthread_t thread;
};

static struct machine {
    pthread_mutex_t lock; /* held by the node that runs */
    struct turns_settings settings;
    struct turns_windows windows;
    int (*function)(void);
    uint32_t random;
    uint32_t running;
    uint32_t finished;
    bool ended;
    struct turns_outcome outcome;
    struct turn turn[CUBE_MAX_NODES];
} machine = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local struct turn *self;

static uint32_t nodes(void) {
    return 1u << machine.settings.dimension;
}

static struct cube_window *window(uint32_t from, uint32_t dimension) {
    size_t index = (size_t)from * machine.settings.dimension + dimension;
    return (struct cube_window *)(machine.windows.memory + index * machine.windows.window_bytes);
}

const struct cube_node_page *system_node_page(void) {
    return &self->page;
}

struct node *turns_node(uint32_t number) {
    return number < nodes() ? machine.turn[number].node : NULL;
}

/* ---- Turns ---- */

static void end_machine(enum turns_end end) {
    machine.ended = true;
    machine.outcome.end = end;
    for (uint32_t i = 0; i < nodes(); i++)
        pthread_cond_signal(&machine.turn[i].comes);
}

/* Gives the turn to a node that can go on, if there is one: to the victim more often than to
 * others, so that it finds little to do and looks at the same things again. */
static void pass_turn(void) {
    uint32_t first =
        draw(&machine.random, 4) > 0 ? machine.settings.victim : draw(&machine.random, nodes());
    for (uint32_t k = 0; k < nodes(); k++) {
        uint32_t number = (first + k) % nodes();
        if (machine.turn[number].asleep &&
            !cube_wait_may_end(&machine.turn[number].wait, number, window))
            continue;
        machine.running = number;
        pthread_cond_signal(&machine.turn[number].comes);
        return;
    }
    end_machine(machine.finished < nodes() ? TURNS_WAITING : machine.outcome.end);
}

/* Returns when it is this node's turn; if the machine has ended, not at all. */
static void await_turn(void) {
    while (machine.running != self->page.node && !machine.ended)
        pthread_cond_wait(&self->comes, &machine.lock);
    if (machine.ended)
        pthread_exit(NULL);
}

static void set_asleep(uint32_t asleep) {
    self->asleep = asleep != 0;
    for (uint32_t d = 0; d < machine.settings.dimension; d++)
        atomic_store(&window(self->page.node, d)->asleep, asleep);
}

int system_wait(const struct cube_wait *wait) {
    self->wait = *wait;
    set_asleep(1);
    pass_turn();
    await_turn();
    set_asleep(0);
    return 0;
}

/* A sleeper whose word has changed runs anyway. */
int system_ring(UNUSED uint32_t dimensions) {
    return 0;
}

/* A program that reports an error of its own ends the machine. */
_Noreturn void system_end(uint8_t status) {
    machine.outcome.node = self->page.node;
    end_machine(status == 0 ? TURNS_RIGHT : TURNS_ERROR);
    pthread_exit(NULL);
}

/* ---- A node ---- */

static void on_abort(UNUSED int signal) {
    siglongjmp(self->aborted, 1);
}

/* Whether a node may have sent a piece with this header. An active message is never empty, but a
 * node on the way passes on one that is: its receiver refuses it. */
static bool is_formed(const struct cube_header *header) {
    bool own = header->operation == OPERATION_ACTIVE && header->source == machine.settings.victim;
    return header->bytes <= header->remaining &&
           (header->bytes > 0 || (header->remaining == 0 && !own));
}

/* Takes all that has arrived in a ring. */
static void swallow(struct ring_receiver *ring, uint32_t d, enum cube_word word) {
    uint32_t tail = ring_tail(ring);
    while ((uint32_t)ring->head != tail) {
        const uint8_t *slots = (const uint8_t *)ring->slots;
        const struct cube_header *header =
            (const struct cube_header *)(slots + (ring->head & ring->mask) * CUBE_SLOT_BYTES);
        if (!is_formed(header) || piece_slots(header->bytes) > tail - (uint32_t)ring->head) {
            machine.outcome.malformed = true;
            ring->head += tail - (uint32_t)ring->head;
        } else {
            ring->head += piece_slots(header->bytes);
        }
    }
    ring_release(ring);
    self->wait.words[word] |= (uint16_t)(1u << d);
    self->wait.seen[word][d] = (uint32_t)ring->head;
}

static _Noreturn void swallow_for_ever(void) {
    for (;;) {
        self->wait = (struct cube_wait){0};
        for (uint32_t d = 0; d < machine.settings.dimension; d++) {
            swallow(&node.link[d].in, d, CUBE_WORD_DIRECT_TAIL);
            swallow(&node.link[d].routed_in, d, CUBE_WORD_ROUTED_TAIL);
        }
        set_asleep(1);
        pass_turn();
        await_turn();
        set_asleep(0);
    }
}

static void leave(UNUSED void *unused) {
    inbox_stop();
    pthread_mutex_unlock(&machine.lock);
}

static void *node_main(void *argument) {
    self = argument;
    pthread_mutex_lock(&machine.lock);
    pthread_cleanup_push(leave, NULL);
    await_turn();
    if (sigsetjmp(self->aborted, 1) == 0) {
        net_start();
        self->node = &node;
        int status = machine.function();
        node_finish();
        machine.finished++;
        if (status != 0)
            machine.outcome.end = TURNS_ERROR;
        wait_finished(NULL);
    }
    if (machine.settings.silent >> self->page.node & 1)
        swallow_for_ever();
    machine.outcome.node = self->page.node;
    end_machine(TURNS_ABORTED);
    pthread_cleanup_pop(1);
    return NULL;
}

static void fill_page(struct turn *turn, uint32_t number) {
    const struct turns_settings *settings = &machine.settings;
    *turn = (struct turn){.page = {
                              .node = number,
                              .dimension = settings->dimension,
                              .ranks = settings->ranks != 0 ? settings->ranks : nodes(),
                              .flags = settings->flags,
                              .costs = settings->costs,
                              .direct_bytes = settings->direct,
                              .routed_bytes = settings->routed,
                          }};
    memcpy(turn->page.order, settings->order, sizeof turn->page.order);
    for (uint32_t d = 0; d < settings->dimension; d++) {
        uintptr_t incoming = (uintptr_t)window(number ^ (1u << d), d);
        if (number == settings->victim)
            incoming += (uintptr_t)machine.windows.seen - (uintptr_t)machine.windows.memory;
        turn->page.outgoing[d] = (uintptr_t)window(number, d);
        turn->page.incoming[d] = incoming;
    }
    pthread_cond_init(&turn->comes, NULL);
}

static void must(bool holds, const char *what) {
    if (holds)
        return;
    perror(what);
    _Exit(1);
}

static void map_windows(void) {
    struct turns_windows *windows = &machine.windows;
    size_t rings = machine.settings.direct + machine.settings.routed;
    windows->window_bytes =
        CUBE_SLOTS_DISTANCE + (rings + CUBE_PAGE_BYTES - 1) / CUBE_PAGE_BYTES * CUBE_PAGE_BYTES;
    windows->bytes = windows->window_bytes * machine.settings.dimension * nodes();
    windows->memory =
        mmap(NULL, windows->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    must(windows->memory != MAP_FAILED, "mmap");
    /* Nothing is moved of shared memory, which gets a second mapping instead (mremap(2)). */
    windows->seen = mremap(windows->memory, 0, windows->bytes, MREMAP_MAYMOVE);
    must(windows->seen != MAP_FAILED, "mremap");
}

static void start_threads(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (uint32_t i = 0; i < nodes(); i++)
        must(pthread_create(&machine.turn[i].thread, &attributes, node_main, &machine.turn[i]) == 0,
             "pthread_create");
    pthread_attr_destroy(&attributes);
}

struct turns_outcome turns_run(const struct turns_settings *settings,
                               void (*begin)(const struct turns_windows *windows),
                               int (*function)(void)) {
    FILE *standard_error = stderr;
    machine.settings = *settings;
    machine.function = function;
    machine.random = settings->seed;
    machine.finished = 0;
    machine.ended = false;
    machine.outcome = (struct turns_outcome){.end = TURNS_RIGHT};
    map_windows();
    for (uint32_t i = 0; i < nodes(); i++)
        fill_page(&machine.turn[i], i);
    signal(SIGABRT, on_abort);
    stderr = fmemopen(machine.outcome.said, sizeof machine.outcome.said, "w");
    begin(&machine.windows);
    start_threads();
    pthread_mutex_lock(&machine.lock);
    pass_turn();
    pthread_mutex_unlock(&machine.lock);
    for (uint32_t i = 0; i < nodes(); i++)
        pthread_join(machine.turn[i].thread, NULL);
    fclose(stderr);
    stderr = standard_error;
    munmap(machine.windows.memory, machine.windows.bytes);
    munmap((void *)(uintptr_t)machine.windows.seen, machine.windows.bytes);
    return machine.outcome;
}
