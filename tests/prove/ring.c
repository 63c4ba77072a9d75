/* Finds an unreadable piece that ring_look accepts, by values: any header in rings of some sizes.
 */
#include "tests/prove/prove.h"
#define volatile /* the words of a header are any words: reading them twice would give nothing     \
                    more */
#include "net/ring.c"

enum { SLOTS = 16 };
static uint8_t slots[SLOTS * CUBE_SLOT_BYTES];

/* What ring_look lets pass can be read. */
static void prove_piece(uint32_t capacity, uint32_t place, uint64_t least, uint64_t most) {
    uint8_t *first = slots + (SLOTS - capacity) * CUBE_SLOT_BYTES;
    _Atomic uint32_t tail = any32(), released;
    struct ring_receiver ring;
    struct piece piece;
    struct cube_header *header = (struct cube_header *)(first + place * CUBE_SLOT_BYTES);
    any_bytes(header, sizeof *header);
    header->bytes = between32((uint32_t)least, (uint32_t)most);
    ring_receiver_start(&ring, first, capacity * CUBE_SLOT_BYTES, &tail, &released);
    ring.head = place;
    if (ring_look(&ring, any32(), any32(), &piece)) {
        uint64_t b = piece.header.bytes;

        //@ assert b > 0 ==> \valid_read(piece.payload + (0 .. b - 1));
    }
}

int main(void) {
    for (uint32_t capacity = 4; capacity <= SLOTS; capacity *= 2)
        for (uint32_t place = 0; place < capacity; place++) {
            prove_piece(capacity, place, 0, 32);
            for (uint64_t s = 2; s <= capacity; s++)
                prove_piece(capacity, place, s * 64 - 32 - 63, s * 64 - 32);
            prove_piece(capacity, place, (uint64_t)capacity * 64 - 31, UINT32_MAX);
        }
}
