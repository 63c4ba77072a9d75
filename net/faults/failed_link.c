#include "net/faults/failed_link.h"

#include <string.h>

#include "net/copy.h"
#include "net/messages/inbox.h"

/* A message of slots has the number of its ring above the operation's byte, and in header.step the
 * place of its first byte. */
enum { RING_SHIFT = 8, RING_MASK = 0xff };

static uint32_t ring_of(const struct cube_header *header) {
    return header->operation >> RING_SHIFT & RING_MASK;
}

static void ring_start(struct failed_ring *ring, uint32_t bytes, size_t offset,
                       const struct cube_window *out, const struct cube_window *in) {
    ring->bytes = bytes;
    ring->sent_slots = cube_window_slots(out) + offset;
    ring->come_slots = cube_window_slots(in) + offset;
}

static uint32_t read_word(const _Atomic uint32_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void write_word(_Atomic uint32_t *word, uint32_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

/* The place in a stream at which a slot begins. */
static uint32_t place_of(uint32_t slots) {
    return slots * CUBE_SLOT_BYTES;
}

void failed_link_start(struct failed_link *self, uint32_t dimension,
                       const struct cube_node_page *page) {
    struct link *link = &node.link[dimension];
    struct cube_window *out = link->outgoing;
    struct cube_window *in = (struct cube_window *)(uintptr_t)page->incoming[dimension];
    struct failed_ring *direct = &self->ring[0], *routed = &self->ring[1];
    *self = (struct failed_link){
        .outgoing = out,
        .incoming = in,
        .header = {.source = (uint16_t)node.number,
                   .destination = (uint16_t)node_neighbour(dimension)},
    };
    ring_start(direct, page->direct_bytes, 0, out, in);
    ring_start(routed, page->routed_bytes, page->direct_bytes, out, in);
    direct->in = &link->in;
    direct->tail = &out->direct_tail;
    direct->head = &out->direct_head;
    direct->their_tail = &in->direct_tail;
    direct->their_head = &in->direct_head;
    routed->in = &link->routed_in;
    routed->tail = &out->routed_tail;
    routed->head = &out->routed_head;
    routed->their_tail = &in->routed_tail;
    routed->their_head = &in->routed_head;
    direct->come = place_of(read_word(direct->their_tail));
    routed->come = place_of(read_word(routed->their_tail));
}

void failed_link_between(struct failed_link *self, uint32_t other, uint32_t bytes,
                         struct cube_window *out, const uint8_t *sent_slots, struct cube_window *in,
                         uint8_t *come_slots, const struct ring_receiver *reader) {
    *self = (struct failed_link){
        .between = FAILED_BETWEEN,
        .outgoing = out,
        .incoming = in,
        .header = {.source = (uint16_t)node.number, .destination = (uint16_t)other},
    };
    /* Nothing is ever in the second ring. Whatever comes for it does no harm in the place of the
     * first. */
    for (int k = 0; k < FAILED_RINGS; k++)
        self->ring[k] = (struct failed_ring){
            .sent_slots = sent_slots,
            .come_slots = come_slots,
            .bytes = bytes,
            .tail = k ? &out->routed_tail : &out->direct_tail,
            .head = k ? &out->routed_head : &out->direct_head,
            .their_tail = k ? &in->routed_tail : &in->direct_tail,
            .their_head = k ? &in->routed_head : &in->direct_head,
            .in = reader,
        };
    failed_link_restart(self);
}

void failed_link_restart(struct failed_link *self) {
    self->header.remaining = 0;
    self->resumed = false;
    self->owes = true;
}

/* ---- Leaving ---- */

static struct failed_words words_of(const struct failed_link *self) {
    const struct cube_window *window = self->outgoing;
    struct failed_words words = {
        .barriers = read_word(&window->barriers),
        .flag = read_word(&window->flag),
    };
    for (int k = 0; k < FAILED_RINGS; k++) {
        words.got[k] = self->ring[k].come;
        words.tail[k] = read_word(self->ring[k].tail);
        words.head[k] = read_word(self->ring[k].head);
    }
    for (int parity = 0; parity < 2; parity++) {
        words.barrier_tail[parity] = read_word(&window->barrier_tail[parity]);
        words.barrier_clock[parity] =
            atomic_load_explicit(&window->barrier_clock[parity], memory_order_relaxed);
    }
    return words;
}

static void leave(struct failed_link *self, uint32_t operation, uint32_t step, const void *data,
                  size_t bytes) {
    self->header.operation = operation | self->between;
    self->header.step = step;
    self->header.remaining = (uint32_t)bytes;
    self->data = data;
}

static bool slots_leave(struct failed_link *self, uint32_t number) {
    const struct failed_ring *ring = &self->ring[number];
    uint32_t bytes = place_of(read_word(ring->tail)) - ring->sent;
    uint32_t place = ring->sent & (ring->bytes - 1);
    if (bytes == 0)
        return false;
    if (bytes > ring->bytes - place)
        bytes = ring->bytes - place;
    leave(self, OPERATION_SLOTS | number << RING_SHIFT, ring->sent, ring->sent_slots + place,
          bytes);
    return true;
}

bool failed_link_next(struct failed_link *self) {
    if (self->header.remaining > 0)
        return true;
    if (self->resumed && (slots_leave(self, 0) || slots_leave(self, 1)))
        return true;
    struct failed_words words = words_of(self);
    memcpy(self->told.got, words.got, sizeof words.got); /* nobody waits for that */
    if (!self->owes && memcmp(&words, &self->told, sizeof words) == 0)
        return false;
    self->told = words;
    self->owes = false;
    leave(self, OPERATION_WORDS, 0, &self->told, sizeof self->told);
    return true;
}

void failed_link_left(struct failed_link *self, size_t bytes) {
    struct cube_header *header = &self->header;
    header->remaining -= (uint32_t)bytes;
    self->data += bytes;
    if ((header->operation & CUBE_OPERATION_MASK) != OPERATION_SLOTS)
        return;
    header->step += (uint32_t)bytes;
    self->ring[ring_of(header)].sent += (uint32_t)bytes;
}

/* ---- Coming ---- */

static _Noreturn void broken(const struct piece *piece) {
    ring_broken(&piece->header, (uint32_t)piece_slots(piece->header.bytes));
}

static void take_slots(struct failed_link *self, const struct piece *piece) {
    uint32_t number = ring_of(&piece->header), bytes = piece->header.bytes;
    if (number >= FAILED_RINGS)
        broken(piece);
    struct failed_ring *ring = &self->ring[number];
    if (piece->header.step != ring->come)
        return;
    uint32_t unread = ring->come - place_of((uint32_t)ring->in->head);
    uint32_t place = ring->come & (ring->bytes - 1), first = ring->bytes - place;
    if (unread > ring->bytes || bytes > ring->bytes - unread)
        broken(piece);
    if (first > bytes)
        first = bytes;
    copy_out(ring->come_slots + place, piece->payload, first);
    copy_out(ring->come_slots, piece->payload + first, bytes - first);
    ring->come += bytes;
}

/* The neighbour has begun anew, or for the first time, and says what it has got. */
static void resume(struct failed_link *self, const struct piece *piece) {
    for (int k = 0; k < FAILED_RINGS; k++) {
        struct failed_ring *ring = &self->ring[k];
        if (place_of(read_word(ring->tail)) - self->coming.got[k] > ring->bytes)
            broken(piece);
        uint32_t again = ring->sent - self->coming.got[k];
        if (self->begun && again <= ring->bytes)
            inbox_sent_again(again);
        ring->sent = self->coming.got[k];
    }
    self->begun = self->resumed = self->owes = true;
}

/* Publishes the words in the copy of the neighbour's window, the number of the barrier last. Net
 * looks at all of them as at words that a neighbour writes. */
static void publish(struct failed_link *self, const struct piece *piece) {
    const struct failed_words *words = &self->coming;
    struct cube_window *window = self->incoming;
    bool all = true;
    for (int k = 0; k < FAILED_RINGS; k++) {
        struct failed_ring *ring = &self->ring[k];
        uint32_t missing = place_of(words->tail[k]) - ring->come;
        if (missing > ring->bytes)
            broken(piece);
        all &= missing == 0;
        if (missing == 0)
            write_word(ring->their_tail, words->tail[k]);
        write_word(ring->their_head, words->head[k]);
    }
    if (!all)
        return;
    for (int parity = 0; parity < 2; parity++) {
        write_word(&window->barrier_tail[parity], words->barrier_tail[parity]);
        atomic_store_explicit(&window->barrier_clock[parity], words->barrier_clock[parity],
                              memory_order_relaxed);
    }
    write_word(&window->flag, words->flag);
    write_word(&window->barriers, words->barriers);
}

static void take_words(struct failed_link *self, const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    if (header->remaining > sizeof self->coming)
        broken(piece);
    copy_out((uint8_t *)&self->coming + (sizeof self->coming - header->remaining), piece->payload,
             header->bytes);
    if (header->bytes < header->remaining)
        return;
    if (!self->resumed)
        resume(self, piece);
    publish(self, piece);
}

void failed_link_take(struct failed_link *self, const struct piece *piece) {
    uint32_t kind = piece->header.operation & CUBE_OPERATION_MASK;
    if (piece->header.bytes > piece->header.remaining)
        broken(piece);
    if (kind == OPERATION_SLOTS)
        take_slots(self, piece);
    else if (kind == OPERATION_WORDS)
        take_words(self, piece);
    else
        broken(piece);
}
