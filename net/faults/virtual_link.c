#include "net/faults/virtual_link.h"

#include <string.h>

#include "net/copy.h"

/* A message has slots that follow each other in the ring: header.step is the count of the first of
 * them, and header.operation has their number above the operation's byte. */
enum { COUNT_SHIFT = 8 };

enum { SLOTS_MOST = 1u << 14 }; /* of a message: a ring has at most 16 MiB, but messages are cut */

static uint32_t slots_of(const struct cube_header *header) {
    return header->operation >> COUNT_SHIFT;
}

size_t virtual_link_bytes(uint32_t ring_bytes) {
    return 2 * ((size_t)CUBE_PAGE_BYTES + ring_bytes);
}

void virtual_link_start(struct virtual_link *self, uint32_t dimension, uint32_t ring_bytes,
                        uint8_t *memory) {
    struct link *link = &node.link[dimension];
    struct cube_window *out = (struct cube_window *)memory;
    struct cube_window *in = (struct cube_window *)(memory + CUBE_PAGE_BYTES);
    uint8_t *slots = memory + 2 * (size_t)CUBE_PAGE_BYTES;
    *self = (struct virtual_link){
        .link = link,
        .outgoing = out,
        .incoming = in,
        .sent_slots = slots,
        .come_slots = slots + ring_bytes,
        .capacity = ring_bytes / CUBE_SLOT_BYTES,
        .header = {.source = (uint16_t)node.number,
                   .destination = (uint16_t)node_neighbour(dimension)},
    };
    link->outgoing = out;
    link->incoming = in;
    ring_sender_start(&link->out, self->sent_slots, ring_bytes, &out->direct_tail,
                      &in->direct_head);
    ring_receiver_start(&link->in, self->come_slots, ring_bytes, &in->direct_tail,
                        &out->direct_head);
}

/* ---- Leaving ---- */

/* This node alone writes its window, so what is read here is of one moment. */
static uint32_t read_word(const _Atomic uint32_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static struct virtual_words words_of(const struct cube_window *window) {
    struct virtual_words words = {
        .direct_tail = read_word(&window->direct_tail),
        .direct_head = read_word(&window->direct_head),
        .barriers = read_word(&window->barriers),
        .flag = read_word(&window->flag),
    };
    for (int parity = 0; parity < 2; parity++) {
        words.barrier_tail[parity] = read_word(&window->barrier_tail[parity]);
        words.barrier_clock[parity] =
            atomic_load_explicit(&window->barrier_clock[parity], memory_order_relaxed);
    }
    return words;
}

static void leave(struct virtual_link *self, uint32_t operation, uint32_t step, const void *data,
                  size_t bytes) {
    self->header.operation = operation;
    self->header.step = step;
    self->header.remaining = (uint32_t)bytes;
    self->data = data;
}

bool virtual_link_next(struct virtual_link *self) {
    if (self->header.remaining > 0)
        return true;
    struct virtual_words words = words_of(self->outgoing);
    if (words.direct_tail != self->sent) {
        uint32_t place = self->sent & (self->capacity - 1), count = words.direct_tail - self->sent;
        if (count > self->capacity - place)
            count = self->capacity - place;
        if (count > SLOTS_MOST)
            count = SLOTS_MOST;
        leave(self, OPERATION_SLOTS | count << COUNT_SHIFT, self->sent,
              self->sent_slots + (size_t)place * CUBE_SLOT_BYTES, (size_t)count * CUBE_SLOT_BYTES);
        self->sent += count;
        return true;
    }
    if (memcmp(&words, &self->told, sizeof words) == 0)
        return false;
    self->told = words;
    leave(self, OPERATION_WORDS, 0, &self->told, sizeof self->told);
    return true;
}

void virtual_link_left(struct virtual_link *self, size_t bytes) {
    self->header.remaining -= (uint32_t)bytes;
    self->data += bytes;
}

/* ---- Coming ---- */

static void take_slots(struct virtual_link *self, const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    uint32_t count = slots_of(header), place = header->step & (self->capacity - 1);
    uint64_t bytes = (uint64_t)count * CUBE_SLOT_BYTES;
    uint32_t taken = (uint32_t)self->link->in.head;
    if (header->step != self->come || count > self->capacity - place ||
        header->step + count - taken > self->capacity || header->remaining > bytes ||
        header->bytes > header->remaining)
        ring_broken(header, count);
    copy_out(self->come_slots + (size_t)place * CUBE_SLOT_BYTES + (bytes - header->remaining),
             piece->payload, header->bytes);
    if (header->bytes == header->remaining)
        self->come += count;
}

/* Publishes in the copy of the neighbour's window what the words say, the number of the barrier
 * last. Net looks at all of them as at words that a neighbour writes; what it cannot check is
 * checked here: that the slots have come. */
static void publish(struct virtual_link *self, const struct cube_header *header) {
    const struct virtual_words *words = &self->coming;
    struct cube_window *window = self->incoming;
    if (words->direct_tail != self->come)
        ring_broken(header, words->direct_tail - self->come);
    for (int parity = 0; parity < 2; parity++) {
        atomic_store_explicit(&window->barrier_tail[parity], words->barrier_tail[parity],
                              memory_order_relaxed);
        atomic_store_explicit(&window->barrier_clock[parity], words->barrier_clock[parity],
                              memory_order_relaxed);
    }
    atomic_store_explicit(&window->flag, words->flag, memory_order_relaxed);
    atomic_store_explicit(&window->direct_tail, words->direct_tail, memory_order_relaxed);
    atomic_store_explicit(&window->direct_head, words->direct_head, memory_order_relaxed);
    atomic_store_explicit(&window->barriers, words->barriers, memory_order_relaxed);
}

static void take_words(struct virtual_link *self, const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    if (header->remaining > sizeof self->coming || header->bytes > header->remaining)
        ring_broken(header, 0);
    copy_out((uint8_t *)&self->coming + (sizeof self->coming - header->remaining), piece->payload,
             header->bytes);
    if (header->bytes == header->remaining)
        publish(self, header);
}

void virtual_link_take(struct virtual_link *self, const struct piece *piece) {
    if ((piece->header.operation & CUBE_OPERATION_MASK) == OPERATION_SLOTS)
        take_slots(self, piece);
    else
        take_words(self, piece);
}
