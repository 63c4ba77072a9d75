#include "collectives/cheapest.h"

#include <stdio.h>

#include "collectives/catalogue.h"
#include "collectives/cost.h"
#include "collectives/mesh.h"

/* What a step costs by the library's own work, in instructions on the way from one program to the
 * other: programs/fit.c under --exact on 8 nodes, less what a call takes that all algorithms do. */
#define WORK_START 350.0
#define WORK_HOP   65.0
#define WORK_BYTE  0.44

enum {
    MOST_PACKETS = 256,   /* into which a message is divided */
    PACKETS_TRIED = 8,    /* of k packets, the next number tried is 1 + k / 8 more */
    MOST_CANDIDATES = 16, /* of an operation */
    REMEMBERED = 8,       /* choices on meshes */
};

/* The costs of cost.h with fractions. */
struct prices {
    double start;
    double hop;
    double byte;
    enum port_model ports; /* all, or one */
};

struct candidate {
    const struct schedule *schedule;
    uint32_t packets;
    double time;
};

/* A node's processor serves its ports one after the other: where only its work counts, it has one
 * port. Where nothing counts, its work does: for the program's user waits for it. */
static struct prices prices(void) {
    const struct cube_node_page *page = system_node_page();
    const struct cube_costs *costs = &page->costs; /* 0 where there are no clocks */
    bool links = (costs->start | costs->hop | costs->byte) != 0;
    double work = links || costs->instruction != 0 ? costs->instruction : 1;
    return (struct prices){
        .start = costs->start + work * WORK_START,
        .hop = costs->hop + work * WORK_HOP,
        .byte = costs->byte + work * WORK_BYTE,
        .ports = links && !(page->flags & CUBE_PAGE_ONE_PORT) ? PORTS_ALL : PORTS_ONE,
    };
}

static double time_of(const struct prices *prices, const struct schedule *schedule,
                      const struct shape *shape, double bytes) {
    struct cost cost = cost_of(schedule, shape);
    return (double)cost.starts * prices->start + (double)cost.blocks * bytes * prices->byte +
           (double)cost.hops * prices->hop;
}

/* The bytes of a block. Elements are not divided: none is shorter than a word, if the message is
 * not.
 */
static double block_of(const struct schedule *schedule, const struct shape *shape,
                       enum message message, size_t bytes) {
    uint32_t root = shape->axes == 0 ? shape->root : mesh_node(shape, shape->root);
    uint32_t blocks = message == MESSAGE_BLOCKS ? 1 : schedule->blocks(shape, root, AREA_INPUT);
    size_t least = bytes < sizeof(uint64_t) ? bytes : sizeof(uint64_t);
    size_t block = blocks == 0 ? 0 : (bytes + blocks - 1) / blocks;
    return (double)(block < least ? least : block);
}

/* The algorithm with the number of packets that is best for it. */
static struct candidate best_of(const struct prices *prices, const struct schedule *schedule,
                                const struct shape *given, enum message message, size_t bytes) {
    struct shape shape = *given;
    struct candidate best = {.schedule = schedule, .packets = 1};
    uint32_t most = schedule->varies & VARIES_PACKETS ? MOST_PACKETS : 1;
    for (uint32_t k = 1; k <= most; k += 1 + k / PACKETS_TRIED) {
        shape.packets = k;
        double time = time_of(prices, schedule, &shape, block_of(schedule, &shape, message, bytes));
        if (k == 1 || time < best.time) {
            best.packets = k;
            best.time = time;
        }
    }
    return best;
}

/* Whether the call may take it; what it has from its operation it may. */
static bool is_candidate(const struct prices *prices, const struct schedule *schedule,
                         const struct call *call, bool ordered) {
    return schedule == call->schedule ||
           (schedule->operation == call->schedule->operation &&
            (prices->ports == PORTS_ALL || schedule->ports != PORTS_ALL) &&
            (schedule->ordered || !ordered) &&
            (schedule->admits == NULL || schedule->admits(&call->shape)));
}

/* Of equals, the operation's own for short messages, then what is usual for some ports. */
static bool is_better(const struct candidate *one, const struct candidate *other,
                      const struct schedule *own) {
    if (one->time != other->time || other->schedule == own)
        return one->time < other->time;
    return one->schedule == own || (one->schedule->usual && !other->schedule->usual);
}

/* Tells which of them has been chosen for messages from `least` to `most` bytes. */
static void explain(const struct prices *prices, const struct call *call,
                    const struct candidate candidates[], uint32_t count, uint32_t chosen,
                    size_t least, size_t most) {
    printf("%s of %zu to %zu bytes on %u nodes, %s, t_s %g, t_h %g, t_w %g: %s\n",
           call->schedule->operation->name, least, most, (unsigned)shape_nodes(&call->shape),
           prices->ports == PORTS_ALL ? "all ports" : "one port", prices->start, prices->hop,
           prices->byte, candidates[chosen].schedule->name);
    for (uint32_t k = 0; k < count; k++) {
        printf("  %-26s", candidates[k].schedule->name);
        if (candidates[k].schedule->varies & VARIES_PACKETS)
            printf(" %3u packets", (unsigned)candidates[k].packets);
        else
            printf(" %11s", "");
        printf(" %14.0f\n", candidates[k].time);
    }
}

/* Finds it for all sizes of a class. */
static struct candidate find(const struct call *call, enum message message, uint32_t class,
                             bool ordered) {
    struct prices now = prices();
    struct candidate candidates[MOST_CANDIDATES] = {{.schedule = call->schedule, .packets = 1}};
    uint32_t count = 0, chosen = 0;
    for (uint32_t k = 0; k < catalogue_entries && count < MOST_CANDIDATES; k++) {
        if (!is_candidate(&now, catalogue[k], call, ordered))
            continue;
        candidates[count] =
            best_of(&now, catalogue[k], &call->shape, message, size_of_class(class));
        if (is_better(&candidates[count], &candidates[chosen], call->schedule))
            chosen = count;
        count++;
    }
    if (unlikely(system_node_page()->flags & CUBE_PAGE_EXPLAIN) && node.number == 0 && count > 0)
        explain(&now, call, candidates, count, chosen, size_of_class(class),
                size_of_class(class + 1) - 1);
    return candidates[chosen];
}

static uint32_t place_in_catalogue(const struct schedule *schedule) {
    uint32_t place = 0;
    while (catalogue[place] != schedule)
        place++;
    return place;
}

void cheapest_find(struct cheapest *cheapest, const struct call *call, enum message message,
                   size_t bytes, bool ordered, uint32_t key) {
    uint32_t class = size_class(bytes);
    if (cheapest->key != key)
        *cheapest = (struct cheapest){.key = key};
    if (cheapest->of_size[class].algorithm == 0) {
        struct candidate found = find(call, message, class, ordered);
        cheapest->of_size[class].algorithm = (uint16_t)(1 + place_in_catalogue(found.schedule));
        cheapest->of_size[class].packets = (uint16_t)found.packets;
    }
    cheapest->bytes = bytes;
    cheapest->packets = cheapest->of_size[class].packets;
    cheapest->schedule = catalogue[cheapest->of_size[class].algorithm - 1];
}

/* Whether the shapes are of one cube or mesh, and between the same nodes. */
static bool same_place(const struct shape *a, const struct shape *b) {
    if (a->dimension != b->dimension || a->root != b->root || a->target != b->target ||
        a->axes != b->axes)
        return false;
    for (uint32_t axis = 0; axis < a->axes; axis++)
        if (a->side[axis] != b->side[axis])
            return false;
    return true;
}

void call_cheapest_on_mesh(struct call *call, const struct cube_choice *choice,
                           enum message message, size_t bytes, bool ordered) {
    /* What was found last, and all that it depends on. */
    static NODE_LOCAL struct {
        const struct operation *operation;
        struct shape shape;
        uint32_t class;
        bool ordered;
        struct candidate found;
    } last[REMEMBERED];
    static NODE_LOCAL uint32_t next;
    uint32_t class = size_class(bytes);
    uint32_t place = 0;
    if (!is_open(choice))
        return;
    while (place < REMEMBERED &&
           (last[place].operation != call->schedule->operation || last[place].class != class ||
            last[place].ordered != ordered || !same_place(&last[place].shape, &call->shape)))
        place++;
    if (place == REMEMBERED) {
        place = next;
        next = (next + 1) % REMEMBERED;
        last[place].found = find(call, message, class, ordered);
        last[place].operation = call->schedule->operation;
        last[place].shape = call->shape;
        last[place].class = class;
        last[place].ordered = ordered;
    }
    call_take(call, choice, last[place].found.schedule, last[place].found.packets);
}

uint32_t cheapest_packets(const struct schedule *schedule, const struct shape *shape,
                          size_t bytes) {
    /* The last answer, and all that it depends on. */
    static NODE_LOCAL struct {
        const struct schedule *schedule;
        struct shape shape;
        uint32_t class;
        uint32_t packets;
    } last;
    uint32_t class = size_class(bytes);
    if (last.schedule != schedule || last.class != class || !same_place(&last.shape, shape)) {
        struct prices now = prices();
        last.packets = best_of(&now, schedule, shape, MESSAGE_WHOLE, size_of_class(class)).packets;
        last.schedule = schedule;
        last.shape = *shape;
        last.class = class;
    }
    return last.packets;
}

double cheapest_estimate(const struct schedule *schedule, const struct shape *shape, size_t bytes) {
    struct prices now = prices();
    return time_of(&now, schedule, shape, (double)bytes);
}
