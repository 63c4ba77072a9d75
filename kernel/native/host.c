#include "kernel/native/host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cube_system_call.h"
#include "kernel/links.h"
#include "kernel/memory.h"
#include "kernel/pages.h"
#include "kernel/reports/called.h"
#include "net/system/system.h"

struct host *host;
struct options host_options;
struct host_node *host_self;
int host_bell;

/* ---- Functions that files of the kernel need ---- */

uint32_t node_count, node_dimension, node_cores, node_first, node_ranks;
uint8_t node_order[CUBE_MAX_DIMENSION];
uint32_t part_count = 1, part_self, part_inside = CUBE_MAX_DIMENSION; /* there is one part */
uint64_t memory_distance; /* addresses are what they are */

static uint8_t *windows, *windows_end, *window_next;

struct node *node_at(uint32_t core) {
    return &host->node[core].node;
}

uint64_t pages_allocate(size_t count, UNUSED enum pages_use use) {
    uint8_t *pages = window_next;
    if (count > (size_t)(windows_end - pages) / CUBE_PAGE_BYTES)
        return 0;
    window_next += count * CUBE_PAGE_BYTES;
    return (uintptr_t)pages;
}

struct cube_window *part_window(uint32_t node, uint32_t dimension) {
    (void)node;
    (void)dimension;
    abort(); /* no dimension is between parts */
}

void part_fence(void) {
    atomic_thread_fence(memory_order_seq_cst);
}

/* ---- Memory ---- */

static void *shared(size_t bytes) {
    void *memory = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

bool host_make(uint32_t nodes) {
    node_count = node_cores = nodes;
    node_dimension = (uint32_t)__builtin_ctz(nodes);
    called_by_rank(host_options.ranks > 0);
    node_ranks = host_options.ranks ? host_options.ranks : nodes;
    links_choose(node_dimension, host_options.direct, host_options.routed);
    size_t bytes = (size_t)nodes * node_dimension * links_window_pages() * CUBE_PAGE_BYTES;
    host = shared(sizeof *host + nodes * sizeof host->node[0]);
    windows = window_next = shared(bytes);
    windows_end = windows + bytes;
    host_bell = eventfd(0, EFD_CLOEXEC);
    if (!host || !windows || host_bell < 0 || !links_start(false))
        return false;
    atomic_store(&host->awake, nodes);
    for (uint32_t d = 0; d < node_dimension; d++)
        node_order[d] = host_options.mapped ? host_options.order[d] : (uint8_t)d;
    for (uint32_t i = 0; i < nodes; i++)
        host->node[i].node.number = host->node[i].node.core = i;
    return true;
}

struct host_node *host_find(pid_t id) {
    static uint32_t last;
    for (uint32_t k = 0; k < node_count; k++) {
        uint32_t number = (last + k) % node_count;
        if (host->node[number].id == id)
            return &host->node[last = number];
    }
    return NULL;
}

/* ---- A node ---- */

struct cube_node_page cube_node_page;

static uint32_t page_flags(const struct options *options, bool forwards) {
    return (options->stats ? CUBE_PAGE_STATS : 0) | (options->explain ? CUBE_PAGE_EXPLAIN : 0) |
           (options->clock ? CUBE_PAGE_CLOCK : 0) | (options->one_port ? CUBE_PAGE_ONE_PORT : 0) |
           (options->profile ? CUBE_PAGE_PROFILE : 0) | (options->record ? CUBE_PAGE_RECORD : 0) |
           (forwards ? CUBE_PAGE_FORWARDS : 0);
}

/* Returns the address of a node's notes, or 0 if none are wanted. */
static uint64_t make_notes(void) {
    if (!host_options.profile && !host_options.record)
        return 0;
    void *memory = mmap(NULL, CUBE_NOTES_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        system_abort("cube: cannot reserve addresses for a profile or record: %s\n",
                     strerror(errno));
    return (uintptr_t)memory;
}

/* How often a node looks before it sleeps, where nothing is said: measured, see
 * docs/guide/debugging.md. */
enum { SPINS = 1000, SPINS_CROWDED = 1 };

static uint32_t usual_spins(void) {
    return (long)node_count > sysconf(_SC_NPROCESSORS_ONLN) ? SPINS_CROWDED : SPINS;
}

static void permit(struct cube_window *window, int how) {
    mprotect(window, (size_t)links_window_pages() * CUBE_PAGE_BYTES, how);
}

uint32_t node_place(const struct node *node) {
    return cube_place(node_order, node_dimension, node->number);
}

void host_become(uint32_t number) {
    const struct options *options = &host_options;
    host_self = &host->node[number];
    cube_node_page = (struct cube_node_page){
        .layout = CUBE_LAYOUT,
        .node = number,
        .dimension = node_dimension,
        .ranks = node_ranks,
        .flags = page_flags(options, number >= node_ranks),
        .costs = options->costs,
        .spins = options->spins ? options->spins : usual_spins(),
        .direct_bytes = links_sizes().direct,
        .routed_bytes = links_sizes().routed,
        .notes = make_notes(),
    };
    mprotect(windows, (size_t)(windows_end - windows), PROT_NONE);
    for (uint32_t d = 0; d < node_dimension; d++) {
        struct cube_window *out = links_window(number, d), *in = links_window(number ^ 1u << d, d);
        permit(out, PROT_READ | PROT_WRITE);
        permit(in, PROT_READ);
        cube_node_page.order[d] = node_order[d];
        cube_node_page.outgoing[d] = (uintptr_t)out;
        cube_node_page.incoming[d] = (uintptr_t)in;
    }
}

void host_call_parent(void) {
    static const uint64_t once = 1;
    while (write(host_bell, &once, sizeof once) < 0 && errno == EINTR) {
    }
}
