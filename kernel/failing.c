#include "kernel/failing.h"

#include <stdio.h>
#include <string.h>

#include "board/machine.h"
#include "board/registers.h"
#include "kernel/console.h"
#include "kernel/links.h"
#include "kernel/lock.h"
#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/page.h"
#include "kernel/pages.h"
#include "kernel/sleep.h"
#include "kernel/table.h"
#include "kernel/turn.h"
#include "kernel/windows.h"

enum { ENDS = 2, MICROSECONDS = 1000000 };

/* A link that fails. Of its two windows, that of the node it was said of comes first. */
struct failure {
    struct failing_link link;
    struct cube_window *was[ENDS];      /* the windows until then */
    struct cube_window *outgoing[ENDS]; /* what takes the place of each at its own end, */
    struct cube_window *incoming[ENDS]; /* and of the other's there */
    bool failed;
};

static struct failure failures[CUBE_MAX_DIMENSION];
static uint32_t links;
static bool say;
static bool clocks;

/* The links that have failed, in this order, and their number. Whoever reads the number sees the
 * entries below it. */
static struct cube_failures *list;
static const struct failure *failed[CUBE_MAX_DIMENSION];
static struct lock lock;

/* Of each node, by its core: how many of these its windows have been cut for, and its process told.
 * Only its own core uses them. */
static struct { uint32_t cut, told; } ends[MACHINE_CORES];

/* Whether both are the same link, by whichever of its ends. */
static bool is_same(const struct failing_link *a, const struct failing_link *b) {
    return a->dimension == b->dimension &&
           (a->node | 1u << a->dimension) == (b->node | 1u << a->dimension);
}

/* Returns null, or what is wrong with a link after `before` others. */
static const char *check(const struct failing_link *link, uint32_t before) {
    if (link->node >= node_count || link->dimension >= node_dimension)
        return "a link in the initrd that is to fail is none of the cube";
    for (uint32_t i = 0; i < before; i++)
        if (is_same(link, &failures[i].link))
            return "a link in the initrd is to fail twice";
    return NULL;
}

/* Returns a time in microseconds from now on by CNTVCT_EL0. */
static uint64_t ticks_after(uint64_t microseconds) {
    uint64_t second = read_cntfrq_el0();
    if (microseconds / MICROSECONDS > UINT32_MAX) /* else no product has more than 64 bits */
        return UINT64_MAX;
    return read_cntvct_el0() + microseconds / MICROSECONDS * second +
           microseconds % MICROSECONDS * second / MICROSECONDS;
}

const char *failing_read(const void *said, size_t bytes, bool clock, bool explain) {
    size_t count_said = bytes / sizeof(struct failing_link);
    if (bytes % sizeof(struct failing_link) || count_said > CUBE_MAX_DIMENSION)
        return "what the initrd says of links that fail is no list of them";
    links = (uint32_t)count_said;
    say = explain;
    clocks = clock;
    if (links > 0 && links >= node_dimension)
        return "as many links as a node has are to fail, or more";
    if (links > 0 && node_cores != node_count)
        return "links fail in a machine of one part alone";
    for (uint32_t i = 0; i < links; i++) {
        struct failing_link *link = &failures[i].link;
        memcpy(link, (const uint8_t *)said + i * sizeof *link, sizeof *link);
        const char *reason = check(link, i);
        if (reason)
            return reason;
        if (!clock)
            link->time = ticks_after(link->time);
    }
    return NULL;
}

bool failing_any(void) {
    return links > 0;
}

size_t failing_windows(void) {
    return (size_t)2 * ENDS * links;
}

static struct cube_window *make_window(void) {
    uint64_t frames = pages_allocate(links_window_pages(), PAGES_KERNEL);
    return frames ? memory_at(frames) : NULL;
}

bool failing_start(void) {
    for (uint32_t i = 0; i < links; i++)
        for (uint32_t end = 0; end < ENDS; end++) {
            failures[i].outgoing[end] = make_window();
            failures[i].incoming[end] = make_window();
            if (!failures[i].outgoing[end] || !failures[i].incoming[end])
                return false;
        }
    uint64_t frame = failing_any() ? pages_allocate(1, PAGES_KERNEL) : 0;
    if (frame)
        list = memset(memory_at(frame), 0, CUBE_PAGE_BYTES);
    return frame || !failing_any();
}

/* Returns when by its clock a node's next link fails. Without a clock, it need not know. */
static uint64_t next_time(uint32_t node) {
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; clocks && i < links; i++)
        if (failures[i].link.node == node && !failures[i].failed && failures[i].link.time < next)
            next = failures[i].link.time;
    return next;
}

bool failing_map(struct node *node, struct cube_node_page *page) {
    if (!failing_any())
        return true;
    page->failed = PROCESS_DEAD;
    page->fails = next_time(node->number);
    node->process.fails = &page->fails;
    return table_map_pages(node->process.table, PROCESS_DEAD, memory_physical(list), 1,
                           TABLE_PROCESS_RODATA);
}

/* Copies a window that its owner may be writing. The number of barriers is read before all that it
 * speaks of, and slots after the words: so nothing is published in the copy that is not there. */
static void copy_window(struct cube_window *to, const struct cube_window *from) {
    uint32_t barriers = atomic_load_explicit(&from->barriers, memory_order_acquire);
    memcpy(to, from, CUBE_PAGE_BYTES);
    atomic_store_explicit(&to->barriers, barriers, memory_order_relaxed);
    /* The tails before the slots; pairs with the release in the library's ring_produce. */
    atomic_thread_fence(memory_order_acquire);
    memcpy((uint8_t *)to + CUBE_PAGE_BYTES, (const uint8_t *)from + CUBE_PAGE_BYTES,
           (links_window_pages() - 1) * (size_t)CUBE_PAGE_BYTES);
}

/* Cuts a link at one end, which is *node's. */
static void cut(struct node *node, const struct failure *failure) {
    uint32_t d = failure->link.dimension, end = failure->link.node != node->number;
    copy_window(failure->outgoing[end], failure->was[end]);
    copy_window(failure->incoming[end], failure->was[!end]);
    links_own[node->core][d] = failure->outgoing[end];
    windows_replace(&node->process, d, failure->outgoing[end], failure->incoming[end]);
    node->failed |= 1u << d;
}

/* Ends all waits, so that all nodes learn of it. */
static void wake_others(const struct node *node) {
    for (uint32_t core = 0; core < node_cores; core++)
        if (node_at(core) != node) {
            if (turn_enabled)
                turn_end_wait(node_at(core));
            else
                sleep_ring(node_at(core));
        }
}

static void tell_user(struct node *node, uint32_t dimension, uint64_t time) {
    char line[CONSOLE_TEXT_BYTES];
    int length =
        snprintf(line, sizeof line,
                 clocks ? "graycube: the link of node %u on dimension %u has failed at %lu\n"
                        : "graycube: the link of node %u on dimension %u has failed\n",
                 (unsigned)node->number, (unsigned)dimension, (unsigned long)time);
    console_write(node, line, (size_t)length);
}

/* A link of *node fails, whose clock shows `time`. */
static void fail(struct node *node, struct failure *failure, uint64_t time) {
    uint32_t d = failure->link.dimension;
    lock_take(&lock);
    uint32_t next = atomic_load_explicit(&list->count, memory_order_relaxed);
    failure->failed = true;
    failure->was[0] = links_window(node->number, d);
    failure->was[1] = links_window(node->number ^ 1u << d, d);
    list->link[next] = (struct cube_failed){(uint16_t)node->number, (uint16_t)d};
    failed[next] = failure;
    atomic_store_explicit(&list->count, next + 1, memory_order_release);
    lock_release(&lock);
    if (say)
        tell_user(node, d, time);
}

/* Those links of *node fail that are to by `now`. */
static void fail_due(struct node *node, uint64_t now) {
    bool any = false;
    for (uint32_t i = 0; i < links; i++)
        if (failures[i].link.node == node->number && !failures[i].failed &&
            failures[i].link.time <= now) {
            fail(node, &failures[i], now);
            any = true;
        }
    if (!any)
        return;
    atomic_store_explicit(node->process.fails, next_time(node->number), memory_order_relaxed);
    wake_others(node);
}

bool failing_news(struct node *node) {
    if (!clocks)
        fail_due(node, read_cntvct_el0());
    /* Acquire: the list and the windows as they were. Partner: the release in fail. */
    uint32_t now = atomic_load_explicit(&list->count, memory_order_acquire);
    for (; ends[node->core].cut < now; ends[node->core].cut++) {
        const struct failure *failure = failed[ends[node->core].cut];
        if (failure->link.node == node->number ||
            (failure->link.node ^ 1u << failure->link.dimension) == node->number)
            cut(node, failure);
    }
    return ends[node->core].told != now;
}

int64_t failing_tell(struct node *node, uint64_t time) {
    if (!failing_any())
        return 0;
    if (clocks)
        fail_due(node, time);
    failing_news(node);
    ends[node->core].told = ends[node->core].cut;
    return ends[node->core].told;
}
