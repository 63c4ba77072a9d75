#include "tools/bridge/links.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cube_abi.h"
#include "tools/bridge/shared.h"
#include "tools/bridge/wire.h"

static struct link {
    struct cube_window *own, *far; /* of the near node, and the copy of its neighbour's */
    uint32_t host;                 /* of the neighbour */
    bool changed;
    struct note_link sent, found;
} * links;
static uint32_t count, capacity[3]; /* slots of the direct ring, and of the routed rings */

void links_open(const struct settings *settings) {
    capacity[0] = settings->direct / CUBE_SLOT_BYTES;
    capacity[1] = settings->routed / CUBE_SLOT_BYTES;
    capacity[2] = settings->second / CUBE_SLOT_BYTES;
    uint32_t near = 1u << shared_host, first = host_self * near;
    links = calloc(near * (shared_dimension - shared_host), sizeof *links);
    if (!links)
        give_up("host %s: not enough memory for its links", host_names[host_self]);
    for (uint32_t node = first; node < first + near; node++)
        for (uint32_t d = shared_host; d < shared_dimension; d++) {
            uint32_t neighbour = node ^ 1u << d;
            links[count++] = (struct link){
                .own = shared_window(node, d),
                .far = shared_window(neighbour, d),
                .host = shared_host_of(neighbour),
                .sent = {.node = node, .dimension = d},
            };
        }
    links_say_asleep(false);
}

size_t links_most_bytes(void) {
    return sizeof(struct note_link) +
           (capacity[0] + capacity[1] + capacity[2]) * (size_t)CUBE_SLOT_BYTES;
}

void links_say_asleep(bool asleep) {
    for (uint32_t i = 0; i < count; i++)
        atomic_store_explicit(&links[i].far->asleep, CUBE_OUTSIDE | (asleep ? CUBE_ASLEEP : 0),
                              memory_order_relaxed);
}

/* ---- From here ---- */

/* How many slots of a ring a note has: what was published since the last one, or the whole ring
 * where a program has written over its own tail. */
static uint32_t slots_since(uint32_t tail, uint32_t before, uint32_t most) {
    return tail - before < most ? tail - before : most;
}

/* Each word is read after those that have to be as new as it: `barriers` before the tails, for the
 * words of a barrier say where on the ring it was; and the tails before the slots, which
 * links_write reads. Partners of these acquires are the releases in net. */
static void look(struct link *link) {
    const struct cube_window *own = link->own;
    const struct note_link *sent = &link->sent;
    struct note_link *found = &link->found;
    *found = *sent;
    found->barriers = atomic_load_explicit(&own->barriers, memory_order_acquire);
    found->direct_tail = atomic_load_explicit(&own->direct_tail, memory_order_acquire);
    found->routed_tail = atomic_load_explicit(&own->routed_tail, memory_order_acquire);
    found->second_tail = atomic_load_explicit(&own->second_tail, memory_order_acquire);
    found->direct_head = atomic_load_explicit(&own->direct_head, memory_order_acquire);
    found->routed_head = atomic_load_explicit(&own->routed_head, memory_order_acquire);
    found->second_head = atomic_load_explicit(&own->second_head, memory_order_acquire);
    found->flag = atomic_load_explicit(&own->flag, memory_order_acquire);
    link->changed = memcmp(found, sent, sizeof *found) != 0;
    if (!link->changed)
        return;
    for (uint32_t i = 0; i < 2; i++) {
        found->barrier_tail[i] = atomic_load_explicit(&own->barrier_tail[i], memory_order_relaxed);
        found->barrier_clock[i] =
            atomic_load_explicit(&own->barrier_clock[i], memory_order_relaxed);
    }
    found->direct_slots = slots_since(found->direct_tail, sent->direct_tail, capacity[0]);
    found->routed_slots = slots_since(found->routed_tail, sent->routed_tail, capacity[1]);
    found->second_slots = slots_since(found->second_tail, sent->second_tail, capacity[2]);
}

bool links_look(void) {
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        look(&links[i]);
        any = any || links[i].changed;
    }
    return any;
}

/* Copies the `slots` slots of a ring that end at `tail` between it and `bytes`, and returns the
 * place behind them there. */
static uint8_t *copy_ring(uint8_t *ring, uint32_t most, uint32_t tail, uint32_t slots,
                          uint8_t *bytes, bool into_ring) {
    for (uint32_t from = tail - slots; slots > 0;) {
        uint32_t place = from & (most - 1);
        uint32_t run = most - place < slots ? most - place : slots;
        uint8_t *at = ring + (size_t)place * CUBE_SLOT_BYTES;
        memcpy(into_ring ? at : bytes, into_ring ? bytes : at, (size_t)run * CUBE_SLOT_BYTES);
        bytes += (size_t)run * CUBE_SLOT_BYTES;
        from += run;
        slots -= run;
    }
    return bytes;
}

static void copy_rings(struct cube_window *window, const struct note_link *words, uint8_t *bytes,
                       bool into_rings) {
    uint8_t *slots = (uint8_t *)window + CUBE_PAGE_BYTES;
    bytes =
        copy_ring(slots, capacity[0], words->direct_tail, words->direct_slots, bytes, into_rings);
    slots += (size_t)capacity[0] * CUBE_SLOT_BYTES;
    bytes =
        copy_ring(slots, capacity[1], words->routed_tail, words->routed_slots, bytes, into_rings);
    slots += (size_t)capacity[1] * CUBE_SLOT_BYTES;
    copy_ring(slots, capacity[2], words->second_tail, words->second_slots, bytes, into_rings);
}

static size_t bytes_of(const struct note_link *words) {
    size_t slots = (size_t)words->direct_slots + words->routed_slots + words->second_slots;
    return sizeof *words + slots * CUBE_SLOT_BYTES;
}

void links_write(void) {
    for (uint32_t i = 0; i < count; i++) {
        struct link *link = &links[i];
        if (!link->changed)
            continue;
        link->changed = false;
        uint8_t *body =
            wire_write(host_self == 0 ? link->host : 0, NOTE_LINK, bytes_of(&link->found));
        memcpy(body, &link->found, sizeof link->found);
        copy_rings(link->own, &link->found, body + sizeof link->found, false);
        link->sent = link->found;
        link->sent.direct_slots = link->sent.routed_slots = link->sent.second_slots = 0;
    }
}

/* ---- From another host ---- */

static bool is_sound(uint32_t host, const struct note *note, const struct note_link *words) {
    if (note->bytes < sizeof *words || words->node >> shared_dimension != 0 ||
        words->dimension < shared_host || words->dimension >= shared_dimension)
        return false;
    uint32_t owner = shared_host_of(words->node),
             reader = shared_host_of(words->node ^ 1u << words->dimension);
    return words->direct_slots <= capacity[0] && words->routed_slots <= capacity[1] &&
           words->second_slots <= capacity[2] && bytes_of(words) == note->bytes &&
           (host_self == 0 ? owner == host : reader == host_self);
}

/* The slots come first, for a tail publishes them; then the words of a barrier, which `barriers`
 * publishes, as well as a tail that it counts from. */
static void apply(const struct note_link *words, uint8_t *slots) {
    struct cube_window *copy = shared_window(words->node, words->dimension);
    copy_rings(copy, words, slots, true);
    for (uint32_t i = 0; i < 2; i++) {
        atomic_store_explicit(&copy->barrier_tail[i], words->barrier_tail[i], memory_order_relaxed);
        atomic_store_explicit(&copy->barrier_clock[i], words->barrier_clock[i],
                              memory_order_relaxed);
    }
    atomic_store_explicit(&copy->direct_tail, words->direct_tail, memory_order_release);
    atomic_store_explicit(&copy->routed_tail, words->routed_tail, memory_order_release);
    atomic_store_explicit(&copy->second_tail, words->second_tail, memory_order_release);
    atomic_store_explicit(&copy->direct_head, words->direct_head, memory_order_release);
    atomic_store_explicit(&copy->routed_head, words->routed_head, memory_order_release);
    atomic_store_explicit(&copy->second_head, words->second_head, memory_order_release);
    atomic_store_explicit(&copy->flag, words->flag, memory_order_release);
    atomic_store_explicit(&copy->barriers, words->barriers, memory_order_release);
    shared_fence(); /* between these and reading `asleep`; partner: that of a node which falls
                       asleep (kernel/sleep.c) */
    uint32_t node = words->node ^ 1u << words->dimension;
    const struct cube_window *own = shared_window(node, words->dimension);
    if (atomic_load_explicit(&own->asleep, memory_order_relaxed) & CUBE_ASLEEP)
        shared_ring(node, words->dimension);
}

void links_apply(uint32_t host, const struct note *note) {
    const struct note_link *words = (const void *)(note + 1);
    if (!is_sound(host, note, words))
        give_up("host %s: invalid message: about a link of another host", host_names[host]);
    uint32_t reader = shared_host_of(words->node ^ 1u << words->dimension);
    if (reader == host_self)
        apply(words, (uint8_t *)(uintptr_t)(words + 1));
    else
        memcpy(wire_write(reader, NOTE_LINK, note->bytes), words, note->bytes);
}
