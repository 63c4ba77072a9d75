#include "tools/replaying/network.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sysexits.h>

#include "tools/replaying/reading.h"

/* At one time releases come first: a link is free when its packet has passed. */
enum kind { RELEASE, CALL, REQUEST };

struct event {
    uint64_t time, order; /* order: kind, packet, and place in its path */
};

static struct event event(uint64_t time, enum kind kind, uint32_t number, uint32_t place) {
    return (struct event){time, (uint64_t)kind << 62 | (uint64_t)number << 32 | place};
}

static bool before(const struct event *one, const struct event *other) {
    return one->time != other->time ? one->time < other->time : one->order < other->order;
}

static void push(struct network *network, struct event event) {
    struct event *heap = grown(network->events, network->event_count, sizeof event);
    size_t at = network->event_count++;
    for (; at > 0 && before(&event, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = event;
    network->events = heap;
}

static struct event pop(struct network *network) {
    struct event *heap = network->events, first = heap[0], last = heap[--network->event_count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < network->event_count; at = child) {
        child += child + 1 < network->event_count && before(&heap[child + 1], &heap[child]);
        if (!before(&heap[child], &last))
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return first;
}

uint64_t time_sum(uint64_t one, uint64_t other) {
    if (one > MOST_TIME || other > MOST_TIME - one)
        fail(EX_USAGE, "times are too large (expected: at most 2^62)");
    return one + other;
}

uint64_t network_length(const struct network *network, const struct packet *packet) {
    uint64_t time;
    if (__builtin_mul_overflow(packet->bytes, network->byte, &time))
        time = UINT64_MAX;
    return time_sum(0, time);
}

void network_start(struct network *network, uint32_t dimension) {
    network->dimension = dimension;
    network->links = zeros(((size_t)dimension << dimension) + 1, sizeof *network->links);
}

struct packet *network_add(struct network *network) {
    if (network->count == MOST_PACKETS)
        fail(EX_USAGE, "too many packets (expected: at most %d)", MOST_PACKETS);
    network->packets = grown(network->packets, network->count, sizeof *network->packets);
    struct packet *packet = &network->packets[network->count++];
    *packet = (struct packet){.path = network->hops};
    return packet;
}

void network_hop(struct network *network, uint32_t node, uint32_t port) {
    network->paths = grown(network->paths, network->hops, sizeof *network->paths);
    network->paths[network->hops++] = node * network->dimension + port;
    network->packets[network->count - 1].hops++;
}

void network_route(struct network *network, uint32_t node, uint32_t to) {
    for (; node != to; node ^= (node ^ to) & -(node ^ to))
        network_hop(network, node, (uint32_t)__builtin_ctz(node ^ to));
}

void network_send(struct network *network, uint32_t number, uint64_t time) {
    struct packet *packet = &network->packets[number];
    packet->time = time;
    if (packet->hops > 0)
        push(network, event(time, REQUEST, number, 0));
    else
        push(network, event(time_sum(time, network_length(network, packet)), CALL, number, 0));
}

void network_call(struct network *network, uint64_t time, uint32_t number) {
    push(network, event(time, CALL, number, 1));
}

/* The head of a packet enters its next link. On its last one it is known when each is free again.
 */
static void enter(struct network *network, uint64_t time, uint32_t number) {
    struct packet *packet = &network->packets[number];
    const uint32_t *path = network->paths + packet->path;
    network->links[path[packet->entered++]].free = FREE_LATER;
    uint64_t next = time_sum(time, network->hop);
    if (packet->entered < packet->hops) {
        push(network, event(next, REQUEST, number, packet->entered));
        return;
    }
    uint64_t passes = network_length(network, packet), arrives = time_sum(next, passes);
    for (uint32_t place = 0; place < packet->hops; place++) {
        struct link *link = &network->links[path[place]];
        uint64_t entered = time - (packet->hops - 1 - place) * network->hop;
        link->free = time_sum(time_sum(entered, passes), network->gap);
        if (link->first)
            push(network, event(link->free, RELEASE, path[place], 0));
    }
    if (arrives > network->end)
        network->end = arrives;
    if (network->happened)
        push(network, event(arrives, CALL, number, 0));
}

static void request(struct network *network, uint64_t time, uint32_t number) {
    struct packet *packet = &network->packets[number];
    struct link *link = &network->links[network->paths[packet->path + packet->entered]];
    link->packets++;
    link->bytes = time_sum(link->bytes, packet->bytes);
    if (link->free <= time) {
        enter(network, time, number);
        return;
    }
    packet->asked = time;
    packet->next = 0;
    if (link->first)
        network->packets[link->last - 1].next = number + 1;
    else if (link->free != FREE_LATER)
        push(network,
             event(link->free, RELEASE, network->paths[packet->path + packet->entered], 0));
    if (!link->first)
        link->first = number + 1;
    link->last = number + 1;
}

/* The last byte of a packet has passed a link. If its head has waited longer, this was before now,
 * and perhaps before the next packet asked for the link. */
static void free_link(struct network *network, uint64_t time, struct link *link) {
    uint32_t number = link->first - 1;
    const struct packet *packet = &network->packets[number];
    link->first = packet->next;
    if (time > packet->asked) {
        link->waits++;
        link->waited = time_sum(link->waited, time - packet->asked);
        if (time - packet->asked > link->longest)
            link->longest = time - packet->asked;
    }
    enter(network, time > packet->asked ? time : packet->asked, number);
}

/* Packets whose operation has not begun wait for no link. */
static void fail_if_stuck(const struct network *network) {
    uint32_t stuck = 0, first = UINT32_MAX, next;
    for (size_t l = 0; l < (size_t)network->dimension << network->dimension; l++)
        for (uint32_t waits = network->links[l].first; waits > 0; waits = next) {
            next = network->packets[waits - 1].next;
            first = waits - 1 < first ? waits - 1 : first;
            stuck++;
        }
    if (stuck == 0)
        return;
    const struct packet *packet = &network->packets[first];
    const uint32_t *path = network->paths + packet->path, d = network->dimension;
    fail(EXIT_FAILURE,
         "deadlock: %" PRIu32 " packet%s (first: node %" PRIu32 " at time %" PRIu64
         ", blocked at node %" PRIu32 ", port %" PRIu32 ")",
         stuck, stuck > 1 ? "s wait for each other's links" : " waits for a link that it holds",
         path[0] / d, packet->time, path[packet->entered] / d, path[packet->entered] % d);
}

void network_run(struct network *network) {
    for (uint32_t leaving = 0;;) {
        while (leaving < network->recorded && network->packets[leaving].hops == 0)
            leaving++;
        struct event now = event(UINT64_MAX, REQUEST, 0, 0);
        if (leaving < network->recorded)
            now = event(network->packets[leaving].time, REQUEST, leaving, 0);
        if (network->event_count > 0 && before(network->events, &now))
            now = pop(network);
        else if (leaving++ >= network->recorded)
            break;
        uint32_t number = now.order >> 32 & MOST_PACKETS, place = (uint32_t)now.order;
        enum kind kind = now.order >> 62;
        if (kind == REQUEST)
            request(network, now.time, number);
        else if (kind == RELEASE)
            free_link(network, now.time, &network->links[number]);
        else
            network->happened(network->context, now.time, number, place == 0);
    }
    fail_if_stuck(network);
}

uint32_t network_contention(struct network *network) {
    uint32_t most = 0;
    uint32_t *first =
        zeros(network->steps + (size_t)1, sizeof *first); /* of a list for each step */
    for (uint32_t number = network->count; number-- > 0;) {
        struct packet *packet = &network->packets[number];
        packet->next = first[packet->step];
        first[packet->step] = number + 1;
    }
    for (uint32_t step = 0; step < network->steps; step++)
        for (uint32_t number = first[step]; number; number = network->packets[number - 1].next) {
            const struct packet *packet = &network->packets[number - 1];
            for (uint32_t place = 0; place < packet->hops; place++) {
                struct link *link = &network->links[network->paths[packet->path + place]];
                link->of_counted = link->counted == step + 1 ? link->of_counted + 1 : 1;
                link->counted = step + 1;
                if (link->of_counted > most)
                    most = link->of_counted;
            }
        }
    release(first);
    return most;
}
