#include "collectives/call/select.h"

#include <stdio.h>

#include "collectives/call/work.h"
#include "collectives/schedule/catalogue.h"
#include "collectives/schedule/cost.h"
#include "collectives/schedule/mesh.h"

enum {
    MOST_PACKETS = 256,   /* into which a message is divided */
    PACKETS_TRIED = 8,    /* of k packets, the next number tried is 1 + k / 8 more */
    MOST_CANDIDATES = 16, /* of an operation */
    REMEMBERED = 8,       /* choices on meshes */
};

static bool links_cost(void) {
    const struct cube_costs *costs = &system_node_page()->costs; /* 0 where there are no clocks */
    return (costs->start | costs->hop | costs->byte) != 0;
}

/* A node's processor serves its ports one after the other: where only its work counts, it has one
 * port. Where nothing counts, its work does: for the program's user waits for it. */
static struct cost_model prices(void) {
    const struct cube_node_page *page = system_node_page();
    const struct cube_costs *costs = &page->costs;
    double work = links_cost() || costs->instruction != 0 ? costs->instruction : 1;
    return (struct cost_model){
        .start = costs->start + work * WORK_START,
        .hop = costs->hop + work * WORK_HOP,
        .byte = costs->byte + work * WORK_BYTE,
        .one_port = !links_cost() || (page->flags & CUBE_PAGE_ONE_PORT) != 0,
    };
}

/* How the algorithm divides the message. */
static struct block_sizes sizes_of(const struct algorithm *algorithm, const struct shape *shape,
                                   const struct message *message) {
    uint32_t root = shape->axes == 0 ? shape->root : mesh_node(shape, shape->root);
    if (message->kind == MESSAGE_BLOCKS)
        return (struct block_sizes){.bytes = message->bytes};
    uint32_t parts = algorithm->blocks(shape, root, AREA_INPUT);
    size_t element = message->element == 0 ? 1 : message->element;
    size_t count = message->bytes / element;
    if (parts == 0)
        return (struct block_sizes){0};
    return (struct block_sizes){count / parts * element, element, (uint32_t)(count % parts)};
}

/* The algorithm in that shape. */
static struct prediction predict(const struct cost_model *prices, const struct algorithm *algorithm,
                                 const struct shape *shape, const struct block_sizes *sizes) {
    struct cost cost = cost_of(algorithm, shape, prices->one_port, sizes->longer);
    struct prediction found = {
        .algorithm = algorithm,
        .packets = shape->packets,
        .exact = cost_is_exact(&cost, prices),
        .clock = cost_time(&cost, prices, sizes),
    };
    found.time = found.clock;
    if (algorithm->busiest != NULL) {
        struct cost busiest = algorithm->busiest(shape);
        double in_turn = cost_time(&busiest, prices, sizes);
        found.time = in_turn > found.time ? in_turn : found.time;
    }
    return found;
}

/* The algorithm with the number of packets that is best for it. The time falls with their number,
 * then rises; what is rounded up makes steps in it, of less than twice the least. */
static struct prediction best_of(const struct cost_model *prices, const struct algorithm *algorithm,
                                 const struct shape *given, const struct message *message) {
    struct shape shape = *given;
    struct prediction best = {0};
    uint32_t most = algorithm->varies & VARIES_PACKETS ? MOST_PACKETS : 1;
    for (uint32_t k = 1; k <= most; k += 1 + k / PACKETS_TRIED) {
        shape.packets = k;
        struct block_sizes sizes = sizes_of(algorithm, &shape, message);
        struct prediction next = predict(prices, algorithm, &shape, &sizes);
        if (k == 1 || next.time < best.time)
            best = next;
        if (next.time > 2 * best.time)
            break;
    }
    return best;
}

/* Whether the call may take it; what it has from its operation it may. */
static bool is_candidate(const struct cost_model *prices, const struct algorithm *algorithm,
                         const struct call *call, bool ordered) {
    return algorithm == call->algorithm ||
           (algorithm->operation == call->algorithm->operation &&
            (!prices->one_port || algorithm->ports != PORTS_ALL) &&
            (algorithm->ordered || !ordered) &&
            (algorithm->applicable == NULL || algorithm->applicable(&call->shape)));
}

/* Of equals, the operation's own for short messages, then what is usual for some ports. */
static bool is_better(const struct prediction *one, const struct prediction *other,
                      const struct algorithm *own) {
    if (one->time != other->time || other->algorithm == own)
        return one->time < other->time;
    return one->algorithm == own || (one->algorithm->is_default && !other->algorithm->is_default);
}

/* Tells a line of the table. */
static void explain_candidate(const struct prediction *candidate, bool is_chosen) {
    printf("%c %-28s", is_chosen ? '*' : ' ', candidate->algorithm->name);
    if (candidate->algorithm->varies & VARIES_PACKETS)
        printf(" %7u", (unsigned)candidate->packets);
    else
        printf(" %7s", "");
    printf(" %2s %14.0f", candidate->exact ? "" : "<=", candidate->clock);
    if (candidate->algorithm->busiest != NULL)
        printf(" %14.0f", candidate->time);
    printf("\n");
}

/* Tells which of them has been chosen for messages from `least` to `most` bytes. */
static void explain(const struct cost_model *prices, const struct call *call,
                    const struct prediction candidates[], uint32_t count, uint32_t chosen,
                    size_t least, size_t most) {
    char to[32] = "";
    bool congested = false;
    if (most > least)
        snprintf(to, sizeof to, " to %zu", most);
    for (uint32_t k = 0; k < count; k++)
        congested = congested || candidates[k].algorithm->busiest != NULL;
    printf("%s of %zu%s bytes on %u nodes, %s, t_s %g, t_h %g, t_w %g: %s\n",
           operation_name(call->algorithm->operation->tag), least, to,
           (unsigned)shape_nodes(&call->shape), prices->one_port ? "one port" : "all ports",
           prices->start, prices->hop, prices->byte, candidates[chosen].algorithm->name);
    printf("  %-28s %7s %17s%s\n", "algorithm", "packets", "time",
           congested ? "  links congested" : "");
    for (uint32_t k = 0; k < count; k++)
        explain_candidate(&candidates[k], k == chosen);
}

/* Where links cost, the nodes' clocks show model time, so the choice is for just this size. Else
 * one is for all sizes of a class. */
static struct message decided_by(const struct message *message) {
    struct message least = *message;
    if (!links_cost())
        least.bytes = size_of_class(size_class(message->bytes));
    return least;
}

static struct prediction find(const struct call *call, const struct message *given, bool ordered) {
    struct cost_model now = prices();
    struct message message = decided_by(given);
    struct prediction candidates[MOST_CANDIDATES] = {{.algorithm = call->algorithm, .packets = 1}};
    uint32_t count = 0, chosen = 0;
    for (uint32_t k = 0; k < catalogue_entries && count < MOST_CANDIDATES; k++) {
        if (!is_candidate(&now, catalogue[k], call, ordered))
            continue;
        candidates[count] = best_of(&now, catalogue[k], &call->shape, &message);
        if (is_better(&candidates[count], &candidates[chosen], call->algorithm))
            chosen = count;
        count++;
    }
    if (unlikely(system_node_page()->flags & CUBE_PAGE_EXPLAIN) && node.number == 0 && count > 0)
        explain(&now, call, candidates, count, chosen, message.bytes,
                links_cost() ? message.bytes : size_of_class(size_class(message.bytes) + 1) - 1);
    return candidates[chosen];
}

static uint32_t place_in_catalogue(const struct algorithm *algorithm) {
    uint32_t place = 0;
    while (catalogue[place] != algorithm)
        place++;
    return place;
}

void select_find(struct selection *selection, const struct call *call,
                 const struct message *message, bool ordered, uint64_t key) {
    uint32_t class = size_class(message->bytes);
    uint32_t decided = (uint32_t)decided_by(message).bytes;
    if (selection->key != key)
        *selection = (struct selection){.key = key};
    if (selection->of_size[class].algorithm == 0 || selection->of_size[class].bytes != decided) {
        struct prediction found = find(call, message, ordered);
        selection->of_size[class].algorithm = (uint16_t)(1 + place_in_catalogue(found.algorithm));
        selection->of_size[class].packets = (uint16_t)found.packets;
        selection->of_size[class].bytes = decided;
    }
    selection->bytes = message->bytes;
    selection->packets = selection->of_size[class].packets;
    selection->algorithm = catalogue[selection->of_size[class].algorithm - 1];
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

static bool same_message(const struct message *a, const struct message *b) {
    return a->kind == b->kind && a->bytes == b->bytes && a->element == b->element;
}

void call_select_on_mesh(struct call *call, const struct cube_choice *choice, struct message given,
                         bool ordered) {
    /* What was found last, and all that it depends on. */
    static NODE_LOCAL struct {
        const struct operation *operation;
        struct shape shape;
        struct message message;
        bool ordered;
        struct prediction found;
    } last[REMEMBERED];
    static NODE_LOCAL uint32_t next;
    struct message message = decided_by(&given);
    uint32_t place = 0;
    if (!is_open(choice))
        return;
    while (place < REMEMBERED &&
           (last[place].operation != call->algorithm->operation ||
            !same_message(&last[place].message, &message) || last[place].ordered != ordered ||
            !same_place(&last[place].shape, &call->shape)))
        place++;
    if (place == REMEMBERED) {
        place = next;
        next = (next + 1) % REMEMBERED;
        last[place].found = find(call, &message, ordered);
        last[place].operation = call->algorithm->operation;
        last[place].shape = call->shape;
        last[place].message = message;
        last[place].ordered = ordered;
    }
    call_take(call, choice, last[place].found.algorithm, last[place].found.packets);
}

struct prediction select_predict(const struct algorithm *algorithm, const struct shape *shape,
                                 struct message given) {
    /* The last answer, and all that it depends on. */
    static NODE_LOCAL struct {
        const struct algorithm *algorithm;
        struct shape shape;
        struct message message;
        struct prediction found;
    } last;
    struct message message = decided_by(&given);
    if (last.algorithm != algorithm || !same_message(&last.message, &message) ||
        !same_place(&last.shape, shape)) {
        struct cost_model now = prices();
        last.found = best_of(&now, algorithm, shape, &message);
        last.algorithm = algorithm;
        last.shape = *shape;
        last.message = message;
    }
    return last.found;
}

double select_estimate(const struct algorithm *algorithm, const struct shape *shape, size_t bytes) {
    struct cost_model now = prices();
    struct block_sizes sizes = {.bytes = bytes};
    return predict(&now, algorithm, shape, &sizes).clock;
}
