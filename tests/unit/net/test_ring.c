/* Finds a ring that takes too much or too little, cuts a piece or publishes its head at the wrong
 * place, or fails when its counts wrap: both its sides are in one thread. */
#include <stdlib.h>
#include <string.h>

#include "net/ring.h"
#include "tests/unit/test.h"

enum { SLOTS = 16, RING_BYTES = SLOTS * CUBE_SLOT_BYTES };

static _Alignas(CUBE_SLOT_BYTES) uint8_t slots[RING_BYTES];
static _Atomic uint32_t tail, head;
static struct ring_sender sender;
static struct ring_receiver receiver;

/* Both sides of an empty ring whose counts begin at `count`. */
static void start(uint64_t count) {
    atomic_store(&tail, (uint32_t)count);
    atomic_store(&head, (uint32_t)count);
    ring_sender_start(&sender, slots, RING_BYTES, &tail, &head);
    ring_receiver_start(&receiver, slots, RING_BYTES, &tail, &head);
    sender.tail = count;
    receiver.head = count;
}

/* Writes as much of a packet of `bytes` bytes as fits. Returns the slots it took. */
static uint32_t produce(uint32_t bytes, uint8_t value) {
    uint32_t room = ring_room(&sender, bytes);
    if (room == 0)
        return 0;
    struct cube_piece *piece = ring_next(&sender);
    uint32_t part = bytes < piece_payload(room) ? bytes : (uint32_t)piece_payload(room);
    piece->header = (struct cube_header){.remaining = bytes, .bytes = part};
    memset(piece->payload, value, part);
    ring_produce(&sender, piece, room);
    return room;
}

static bool look(struct piece *piece) {
    uint32_t published = ring_tail(&receiver);
    if (published == (uint32_t)receiver.head)
        return false;
    ring_piece(&receiver, published, 0, piece);
    return true;
}

TEST(test_slots) {
    assert_int_equal(piece_slots(0), 1);
    assert_int_equal(piece_slots(32), 1);
    assert_int_equal(piece_slots(33), 2);
    assert_int_equal(piece_slots(96), 2);
    assert_int_equal(piece_slots(97), 3);
    assert_int_equal(piece_slots(UINT32_MAX), (UINT64_C(1) << 26) + 1);
    for (uint64_t n = 1; n < 100; n++)
        assert_int_equal(piece_slots(piece_payload(n)), n);
}

/* A long packet goes in whole halves of the ring, or not at all. */
TEST(test_halves) {
    struct piece piece;
    start(0);
    assert_int_equal(ring_room(&sender, 0), 1);
    assert_int_equal(ring_room(&sender, 100), 3);
    assert_int_equal(produce((uint32_t)piece_payload(5), 1), 5);
    assert_int_equal(produce(100000, 2), SLOTS / 2 - 5);
    assert_int_equal(produce(100000, 3), SLOTS / 2);
    assert_int_equal(produce(0, 4), 0);
    assert_true(look(&piece));
    assert_true(ring_consume(&receiver));
    assert_int_equal(ring_room(&sender, 100000), 0); /* five slots are free, and not the half */
    assert_int_equal(ring_room(&sender, 100), 3);
    assert_true(look(&piece));
    assert_true(ring_consume(&receiver));
    assert_int_equal(ring_room(&sender, 100000), SLOTS / 2);
    assert_int_equal(produce(64, 4), 2);
    assert_int_equal(produce(100000, 5), 6); /* up to the end of the ring */
}

/* The head is published once for each quarter of the ring, and at once after a piece that is
 * longer. */
TEST(test_release) {
    struct piece piece;
    start(0);
    for (int i = 0; i < SLOTS; i++)
        assert_int_equal(produce(8, 1), 1);
    for (int i = 1; i <= SLOTS; i++) {
        assert_true(look(&piece));
        bool published = ring_consume(&receiver);
        assert_int_equal(published, i % (SLOTS / 4) == 0);
        assert_int_equal(atomic_load(&head), i / (SLOTS / 4) * (SLOTS / 4));
    }
    assert_false(look(&piece));
    assert_int_equal(produce(300, 1), 6);
    assert_true(look(&piece));
    assert_true(ring_consume(&receiver));
    assert_int_equal(atomic_load(&head), SLOTS + 6);
}

/* Pieces of all lengths in a row, over the point where 32 bits wrap and over the ring's end. */
TEST(test_wrap) {
    start((UINT64_C(1) << 32) - 1000 * SLOTS);
    uint64_t first = receiver.head;
    for (uint32_t i = 0; receiver.head < first + 2000 * SLOTS; i++) {
        uint32_t bytes = i * 37 % 400;
        uint8_t value = (uint8_t)i;
        for (uint32_t left = bytes, begun = 0; left > 0 || !begun; begun = 1) {
            assert_int_not_equal(produce(left, value), 0);
            struct piece piece = {.payload = NULL};
            assert_true(look(&piece));
            assert_int_equal(piece.header.remaining, left);
            for (uint32_t k = 0; k < piece.header.bytes; k++)
                assert_int_equal(piece.payload[k], value);
            left -= piece.header.bytes;
            ring_consume(&receiver);
            assert_false(look(&piece));
        }
        assert_true((uint32_t)receiver.head - atomic_load(&head) < SLOTS / 4);
    }
    assert_true(receiver.head > UINT64_C(1) << 32);
}
