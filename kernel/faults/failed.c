#include "kernel/faults/failed.h"

#include <stdio.h>
#include <string.h>

#include "board/machine.h"
#include "board/registers.h"
#include "kernel/clock/turn.h"
#include "kernel/console.h"
#include "kernel/faults/dead.h"
#include "kernel/faults/failures.h"
#include "kernel/links.h"
#include "kernel/lock.h"
#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/page.h"
#include "kernel/pages.h"
#include "kernel/parts/bell.h"
#include "kernel/parts/part.h"
#include "kernel/reports/called.h"
#include "kernel/sleep.h"
#include "kernel/table.h"
#include "kernel/windows.h"

enum { ENDS = 2, MICROSECONDS = 1000000 };

/* A link that fails. The first of its two windows is that of the node in the plan. Ends in other
 * parts have none. */
struct failure {
    struct failure_plan link;
    struct cube_window *was[ENDS];      /* the windows until then */
    struct cube_window *outgoing[ENDS]; /* what takes the place of each at its own end, */
    struct cube_window *incoming[ENDS]; /* and of the other's there */
};

static struct failure may_fail[CUBE_MAX_DIMENSION];
static uint32_t count; /* of them */
static bool say;
static bool clocks;

/* Windows for links to nodes that fail. */
static struct spare { struct spare *next; } * spares;
static struct lock lock;

/* For each node, by its core: the failures (kernel/faults/failures.h) whose windows have been cut,
 * and those its process knows of; and when its next link fails. Only its own core uses them. */
static struct {
    uint32_t cut, told;
    uint64_t next;
} ends[MACHINE_CORES];

/* Returns the node at an end of a link that fails. */
static uint32_t end_of(const struct failure *failure, uint32_t end) {
    return failure->link.node ^ end << failure->link.dimension;
}

/* Whether a node is one of this part. */
static bool is_here(uint32_t node) {
    return node - node_first < node_cores;
}

static bool is_link(const struct failure_plan *link) {
    return link->dimension < CUBE_MAX_DIMENSION;
}

static bool is_node(const struct failure_plan *link) {
    return link->dimension == CUBE_FAILED_NODE;
}

/* Whether both are the same link, by whichever of its ends, or the same program or node. */
static bool is_same(const struct failure_plan *a, const struct failure_plan *b) {
    uint32_t ends = is_link(a) ? 1u << a->dimension : 0;
    return a->dimension == b->dimension && (a->node | ends) == (b->node | ends);
}

/* Returns null, or what is wrong with a link after `before` others. */
static const char *check(const struct failure_plan *link, uint32_t before) {
    bool known = link->dimension < node_dimension || is_node(link) ||
                 link->dimension == CUBE_FAILED_PROGRAM || link->dimension == CUBE_FAILED_RUN;
    if (link->node >= node_count || !known)
        return "failing links: a link or node is outside the cube";
    for (uint32_t i = 0; i < before; i++)
        if (is_same(link, &may_fail[i].link))
            return "failing links: a link fails twice";
    if (is_link(link) && dead_links(link->node) >> link->dimension & 1)
        return "failing links: a link is already dead";
    return NULL;
}

/* Whether all links of some node are dead. */
static bool any_cut_off(void) {
    for (uint32_t node = 0; node < node_count; node++)
        if (dead_links(node) + 1 == 1u << node_dimension)
            return true;
    return false;
}

/* Returns a time in microseconds from now on by CNTVCT_EL0. */
static uint64_t ticks_after(uint64_t microseconds) {
    uint64_t second = read_cntfrq_el0();
    if (microseconds / MICROSECONDS > UINT32_MAX) /* else no product has more than 64 bits */
        return UINT64_MAX;
    return read_cntvct_el0() + microseconds / MICROSECONDS * second +
           microseconds % MICROSECONDS * second / MICROSECONDS;
}

const char *failed_read(const void *said, size_t bytes, bool clock, bool explain) {
    size_t count_said = bytes / sizeof(struct failure_plan);
    if (bytes % sizeof(struct failure_plan) || count_said > CUBE_MAX_DIMENSION)
        return "failing links: invalid list";
    count = (uint32_t)count_said;
    say = explain;
    clocks = clock;
    if (count > 0 && any_cut_off())
        return "failing links: not supported with dead nodes";
    uint32_t links = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct failure_plan *link = &may_fail[i].link;
        memcpy(link, (const uint8_t *)said + i * sizeof *link, sizeof *link);
        const char *reason = check(link, i);
        if (reason)
            return reason;
        if (!clock)
            link->time = ticks_after(link->time);
        links += is_link(link) || is_node(link);
    }
    return links > 0 && links >= node_dimension
               ? "failing links: too many (expected: fewer than a node has)"
               : NULL;
}

bool failed_any(void) {
    return count > 0;
}

bool failed_nodes(void) {
    for (uint32_t i = 0; i < count; i++)
        if (is_node(&may_fail[i].link))
            return true;
    return false;
}

bool failed_ends_run(const struct node *node) {
    for (uint32_t left = failures_here(); left; left &= left - 1) {
        const struct failure_plan *link = &may_fail[__builtin_ctz(left)].link;
        if (link->node == node->number && link->dimension == CUBE_FAILED_RUN)
            return !node->process.finished;
    }
    return false;
}

/* Returns how many nodes of this part are neighbours of a node. */
static size_t neighbours_here(uint32_t node) {
    size_t here = 0;
    for (uint32_t d = 0; d < node_dimension; d++)
        here += is_here(node ^ 1u << d);
    return here;
}

size_t failed_windows(void) {
    size_t ends_here = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct failure *failure = &may_fail[i];
        for (uint32_t end = 0; end < ENDS && is_link(&failure->link); end++)
            ends_here += is_here(end_of(failure, end));
        ends_here += is_node(&failure->link) ? neighbours_here(failure->link.node) : 0;
    }
    for (uint32_t core = 0; core < node_cores && failed_any(); core++)
        ends_here += (size_t)__builtin_popcount(dead_links(node_first + core));
    return ends_here * 2;
}

static struct cube_window *make_window(void) {
    uint64_t frames = pages_allocate(links_window_pages(), PAGES_KERNEL);
    return frames ? memset(memory_at(frames), 0, sizeof(struct cube_window)) : NULL;
}

/* Makes a window that is taken later. Returns false when memory is short. */
static bool make_spare(void) {
    struct spare *window = (struct spare *)make_window();
    if (!window)
        return false;
    window->next = spares;
    spares = window;
    return true;
}

static struct cube_window *take_spare(void) {
    lock_take(&lock);
    struct spare *window = spares;
    spares = window->next;
    lock_release(&lock);
    return (struct cube_window *)window;
}

/* Makes both for each neighbour of a node. */
static bool make_spares(uint32_t node) {
    for (size_t i = 0; i < ENDS * neighbours_here(node); i++)
        if (!make_spare())
            return false;
    return true;
}

bool failed_start(void) {
    if (!failed_any())
        return true;
    if (!failures_start())
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct failure *failure = &may_fail[i];
        uint32_t d = failure->link.dimension;
        failures->link[i] = (struct cube_failed){(uint16_t)failure->link.node, (uint16_t)d};
        if (is_node(&failure->link) && !make_spares(failure->link.node))
            return false;
        for (uint32_t end = 0; end < ENDS && is_link(&failure->link); end++) {
            uint32_t node = end_of(failure, end);
            if (is_here(node) || part_is_outside(d))
                failure->was[end] = links_window(node, d);
            if (!is_here(node))
                continue;
            failure->outgoing[end] = make_window();
            failure->incoming[end] = make_window();
            if (!failure->outgoing[end] || !failure->incoming[end])
                return false;
        }
    }
    return true;
}

/* Whether something fails at *node, which is not a node or program after its end. */
static bool fails_at(const struct node *node, const struct failure_plan *link) {
    return link->node == node->number && (is_link(link) || !node->process.finished);
}

/* Notes when the next link of *node fails. By that alone a process with a clock comes to the kernel
 * in time. Without one its clock shows 0, and it comes there after each look that fails. */
static void note_next(struct node *node) {
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++)
        if (fails_at(node, &may_fail[i].link) && !(failures_here() >> i & 1) &&
            may_fail[i].link.time < next)
            next = may_fail[i].link.time;
    ends[node->core].next = next;
    if (!clocks && next == 0)
        next = 1;
    atomic_store_explicit(node->process.fails, next, memory_order_relaxed);
}

/* Makes the windows of dead links of *node, as if they had failed before anything was sent. */
static bool map_dead(struct node *node) {
    for (uint32_t left = dead_links(node->number); left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        struct cube_window *outgoing = make_window(), *incoming = make_window();
        if (!outgoing || !incoming ||
            !windows_map(&node->process, d, outgoing, TABLE_PROCESS_DATA) ||
            !windows_map(&node->process, node_dimension + d, incoming, TABLE_PROCESS_DATA))
            return false;
        links_own[node->core][d] = outgoing;
    }
    return true;
}

bool failed_map(struct node *node, struct cube_node_page *page) {
    if (!failed_any())
        return true;
    page->failed = PROCESS_FAILED;
    node->process.fails = &page->fails;
    note_next(node);
    return map_dead(node) && table_map_pages(node->process.table, PROCESS_FAILED,
                                             memory_physical(failures), 1, TABLE_PROCESS_RODATA);
}

/* Copies a window that its owner may be writing: the number of barriers before everything that it
 * speaks of, and slots after the words. So the copy publishes nothing that is not there. */
static void copy_window(struct cube_window *to, const struct cube_window *from) {
    uint32_t barriers = atomic_load_explicit(&from->barriers, memory_order_acquire);
    memcpy(to, from, CUBE_PAGE_BYTES);
    atomic_store_explicit(&to->barriers, barriers, memory_order_relaxed);
    /* The tails before the slots; pairs with the release in the library's ring_produce. */
    atomic_thread_fence(memory_order_acquire);
    memcpy((uint8_t *)to + CUBE_PAGE_BYTES, (const uint8_t *)from + CUBE_PAGE_BYTES,
           (links_window_pages() - 1) * (size_t)CUBE_PAGE_BYTES);
}

/* Maps another window, which the process may write, in the place of one, on its core. */
static void replace_window(struct process *process, uint32_t place,
                           const struct cube_window *window) {
    uint64_t address = windows_place(place);
    uint64_t pages = CUBE_SLOTS_DISTANCE / CUBE_PAGE_BYTES + links_slots_pages();
    table_unmap_pages(process->table, address, pages);
    if (windows_alias())
        table_unmap_pages(process->table, address + windows_alias(), pages);
    drop_translations(); /* no other core has any of this process */
    windows_map(process, place, window, TABLE_PROCESS_DATA); /* needs no further tables */
}

/* Puts copies of both windows of *node on a dimension in their place. */
static void replace(struct node *node, uint32_t d, const struct cube_window *const was[ENDS],
                    struct cube_window *outgoing, struct cube_window *incoming) {
    copy_window(outgoing, was[0]);
    copy_window(incoming, was[1]);
    links_own[node->core][d] = outgoing;
    replace_window(&node->process, d, outgoing);
    replace_window(&node->process, node_dimension + d, incoming);
    node->cut |= 1u << d;
}

/* Cuts a link at the end that is *node's. */
static void cut(struct node *node, const struct failure *failure, uint32_t end) {
    const struct cube_window *const was[ENDS] = {failure->was[end], failure->was[!end]};
    if (!(node->cut >> failure->link.dimension & 1))
        replace(node, failure->link.dimension, was, failure->outgoing[end], failure->incoming[end]);
}

/* Cuts the link of *node to a failed neighbour. A process whose own node has failed watches
 * nothing. */
static void cut_from(struct node *node, uint32_t failed) {
    uint32_t difference = node->number ^ failed;
    if (difference == 0)
        node->process.rings = 0;
    if (__builtin_popcount(difference) != 1 || node->cut & difference)
        return;
    uint32_t d = (uint32_t)__builtin_ctz(difference);
    const struct cube_window *const was[ENDS] = {links_window(node->number, d),
                                                 links_window(failed, d)};
    struct cube_window *outgoing = take_spare(), *incoming = take_spare();
    replace(node, d, was, outgoing, incoming);
}

/* Ends all waits in this part, so that all its nodes learn of it. */
static void wake_others(const struct node *node) {
    for (uint32_t core = 0; core < node_cores; core++)
        if (node_at(core) != node)
            sleep_ring(node_at(core));
}

/* Ends the waits of the neighbours of *node in other parts: so all parts learn of it. */
static void wake_outside(const struct node *node) {
    for (uint32_t d = part_inside; d < node_dimension; d++)
        bell_ring(node, d);
}

static void tell_user(struct node *node, const struct failure_plan *link, uint64_t time) {
    char line[CONSOLE_TEXT_BYTES], at[CONSOLE_TEXT_BYTES] = "";
    if (clocks && time != UINT64_MAX)
        snprintf(at, sizeof at, " at %lu", (unsigned long)time);
    if (is_node(link)) {
        snprintf(line, sizeof line, "graycube: node %u has failed%s\n", (unsigned)node_place(node),
                 at);
    } else if (!is_link(link)) {
        snprintf(line, sizeof line, "graycube: the program of %s dies%s\n",
                 called(node->number).text, at);
    } else {
        struct cube_failed named = failures_named(link->node, link->dimension);
        snprintf(line, sizeof line, "graycube: the link of node %u on dimension %u has failed%s\n",
                 (unsigned)named.node, (unsigned)named.dimension, at);
    }
    console_write(node, line, strlen(line));
}

/* Lets links of *node fail that are to by `now`. Programs and nodes fail only in a wait: then the
 * process learns of it before it can end. */
static void fail_due(struct node *node, uint64_t now, bool waits) {
    if (now < ends[node->core].next)
        return;
    for (uint32_t i = 0; i < count; i++) {
        const struct failure_plan *link = &may_fail[i].link;
        if (!fails_at(node, link) || failures_here() >> i & 1 || link->time > now ||
            !(waits || is_link(link)))
            continue;
        failures_add(i, clocks && now != UINT64_MAX ? now : 0);
        if (say)
            tell_user(node, link, now);
    }
    note_next(node);
}

/* Returns the failures of *node, which others learn of at the end of the phase. */
static uint32_t in_phase(const struct node *node) {
    uint32_t own = 0;
    for (uint32_t left = failures_here(); left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        own |= may_fail[i].link.node == node->number ? 1u << i : 0;
    }
    return own;
}

/* Returns the set of links that have failed as far as *node has to know. */
static uint32_t known(const struct node *node) {
    uint32_t set = atomic_load_explicit(&failures->set, memory_order_acquire);
    if (turn_enabled)
        return set | in_phase(node);
    uint32_t all = failures_everywhere();
    if (all & ~set && failures_learn(all))
        wake_others(node);
    return set | all;
}

bool failed_news(struct node *node, bool waits) {
    if (!clocks)
        fail_due(node, read_cntvct_el0(), waits);
    uint32_t now = known(node), new = now & ~ends[node->core].cut;
    for (uint32_t left = new; left; left &= left - 1) {
        const struct failure *failure = &may_fail[__builtin_ctz(left)];
        for (uint32_t end = 0; end < ENDS && is_link(&failure->link); end++)
            if (end_of(failure, end) == node->number)
                cut(node, failure, end);
        if (is_node(&failure->link))
            cut_from(node, failure->link.node);
    }
    ends[node->core].cut = now;
    if (new && !turn_enabled)
        wake_outside(node);
    return ends[node->core].told != now;
}

int64_t failed_tell(struct node *node, uint64_t time) {
    if (!failed_any())
        return 0;
    if (clocks || time == UINT64_MAX)
        fail_due(node, time, true);
    failed_news(node, false);
    ends[node->core].told = ends[node->core].cut;
    return ends[node->core].told;
}
