#include "tools/bridge/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cube_abi.h"
#include "formats/bell.h"

uint32_t shared_dimension, shared_inside, shared_host;

static uint32_t parts;
static uint64_t window_bytes;
static struct part_words *words;
static uint8_t *windows;
static int pipes[PART_MOST];          /* of near parts to write, of far ones to read */
static uint32_t last_call[PART_MOST]; /* what `parked` of a near part was when we last called it */

static uint64_t page_up(uint64_t bytes) {
    return (bytes + CUBE_PAGE_BYTES - 1) / CUBE_PAGE_BYTES * CUBE_PAGE_BYTES;
}

static uint32_t dimension_of(uint32_t count) {
    return (uint32_t)__builtin_ctz(count);
}

/* Opens a descriptor anew, so that what is settled for it is this process's own affair. */
static int open_again(int descriptor, int flags) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    int again = open(path, flags | O_NONBLOCK | O_CLOEXEC);
    if (again < 0)
        give_up("host %s: cannot reopen a pipe: %s", host_names[host_self], strerror(errno));
    return again;
}

void shared_open(const struct settings *settings) {
    parts = settings->parts;
    shared_dimension = dimension_of(settings->nodes);
    shared_inside = dimension_of(settings->nodes / parts);
    shared_host = dimension_of(settings->nodes / host_count);
    window_bytes =
        CUBE_PAGE_BYTES + page_up(settings->direct + settings->routed + settings->second);
    uint64_t outside = shared_dimension - shared_inside;
    uint64_t words_bytes = page_up(parts * sizeof *words);
    uint64_t bytes = words_bytes + settings->nodes * outside * window_bytes;
    struct stat memory;
    if (fstat(settings->memory, &memory) || (uint64_t)memory.st_size < bytes)
        give_up("the memory that parts share is too small (expected: %lu bytes)",
                (unsigned long)bytes);
    void *mapped =
        mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, settings->memory, 0);
    if (mapped == MAP_FAILED)
        give_up("host %s: cannot map the memory that parts share: %s", host_names[host_self],
                strerror(errno));
    words = mapped;
    windows = (uint8_t *)mapped + words_bytes;
    for (uint32_t part = 0; part < parts; part++)
        pipes[part] =
            open_again(settings->bells + (int)part, part_is_near(part) ? O_WRONLY : O_RDONLY);
}

struct part_words *shared_words(uint32_t part) {
    return &words[part];
}

struct cube_window *shared_window(uint32_t node, uint32_t dimension) {
    uint64_t outside = shared_dimension - shared_inside;
    return (struct cube_window *)(windows +
                                  (node * outside + dimension - shared_inside) * window_bytes);
}

uint32_t shared_part_of(uint32_t node) {
    return node >> shared_inside;
}

uint32_t shared_host_of(uint32_t node) {
    return node >> shared_host;
}

uint32_t host_of_part(uint32_t part) {
    return part / (parts / host_count);
}

void shared_fence(void) {
    atomic_thread_fence(memory_order_seq_cst);
}

/* ---- Doorbells ---- */

void shared_call(uint32_t part) {
    shared_fence(); /* between what the part is to see and reading `parked`; partner: that in park
                       of kernel/parts/watcher.c */
    uint32_t parked = atomic_load_explicit(&words[part].parked, memory_order_relaxed);
    if (parked % 2 == 0 || last_call[part] == parked)
        return;
    last_call[part] = parked;
    /* A pipe that is full calls as well. */
    ssize_t written = write(pipes[part], (const char[]){BELL_CALL}, 1);
    (void)written;
}

void shared_ring(uint32_t node, uint32_t dimension) {
    uint32_t part = shared_part_of(node), outside = dimension - shared_inside;
    struct part_words *from = &words[part ^ 1u << outside];
    uint32_t core = node & ((1u << shared_inside) - 1);
    part_add_one(&from->bell[outside][core], memory_order_relaxed);
    /* Release, so that the watcher that sees this count sees that of the core. */
    part_add_one(&from->rung[outside], memory_order_release);
    shared_call(part);
}

/* Returns how many doorbells have rung at `part` that its neighbour has to take, and how many of
 * them it has taken. */
static uint32_t rung_for(uint32_t part, uint32_t outside) {
    return atomic_load_explicit(&words[part ^ 1u << outside].rung[outside], memory_order_acquire);
}

static uint32_t taken_by(uint32_t part, uint32_t outside) {
    return atomic_load_explicit(&words[part].taken[outside], memory_order_acquire);
}

bool shared_take(void) {
    bool any = false;
    for (uint32_t part = 0; part < parts; part++)
        for (uint32_t d = shared_host; !part_is_near(part) && d < shared_dimension; d++) {
            uint32_t outside = d - shared_inside, rung = rung_for(part, outside);
            if (rung == taken_by(part, outside))
                continue;
            any = true;
            shared_say_idle(false); /* before `taken`, by which it is a doorbell of the past */
            atomic_store_explicit(&words[part].taken[outside], rung, memory_order_release);
        }
    return any;
}

/* ---- The moment when no node is awake ---- */

void shared_say_idle(bool idle) {
    if (host_self != 0)
        return;
    for (uint32_t part = parts / host_count; part < parts; part++)
        if (atomic_load_explicit(&words[part].idle, memory_order_relaxed) % 2 != idle)
            part_add_one(&words[part].idle, memory_order_release);
    if (idle)
        shared_call(0);
}

static uint32_t order_of(uint32_t part) {
    return atomic_load_explicit(&words[0].ordered[part], memory_order_acquire);
}

static uint32_t done_by(uint32_t part) {
    return atomic_load_explicit(&words[part].done, memory_order_acquire);
}

bool shared_is_quiet(void) {
    uint32_t here = parts / host_count, first = here * host_self, idle[PART_MOST];
    shared_fence();
    for (uint32_t part = first; part < first + here; part++) {
        if (order_of(part) != done_by(part)) /* before `idle`, which a stage may change */
            return false;
        idle[part] = atomic_load_explicit(&words[part].idle, memory_order_acquire);
        if (idle[part] % 2 == 0)
            return false;
    }
    for (uint32_t part = first; part < first + here; part++)
        for (uint32_t d = shared_inside; d < shared_dimension; d++) {
            uint32_t outside = d - shared_inside, other = part ^ 1u << outside;
            if (taken_by(part, outside) != rung_for(part, outside) ||
                taken_by(other, outside) != rung_for(other, outside))
                return false;
        }
    for (uint32_t part = first; part < first + here; part++)
        if (atomic_load_explicit(&words[part].idle, memory_order_acquire) != idle[part])
            return false;
    return true;
}

bool shared_must_look(void) {
    for (uint32_t part = 0; part < parts; part++) {
        if (atomic_load_explicit(&words[part].layout, memory_order_acquire) == 0)
            return true;
        if (host_self != 0 && part_is_near(part) && order_of(part) != done_by(part))
            return true;
    }
    return false;
}

/* ---- Resting ---- */

void shared_park(bool parked) {
    for (uint32_t part = 0; part < parts; part++)
        if (!part_is_near(part) &&
            atomic_load_explicit(&words[part].parked, memory_order_relaxed) % 2 != parked)
            part_add_one(&words[part].parked, memory_order_relaxed);
}

int shared_pipe(uint32_t part) {
    return pipes[part];
}

void shared_empty(uint32_t part) {
    char calls[64];
    while (read(pipes[part], calls, sizeof calls) > 0)
        ;
}
