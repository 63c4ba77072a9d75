#include "mpi/message/transfer.h"

#include <stdlib.h>

#include "net/node.h"

/* The transfer of a number. While the number is free, the transfer is null, and the next free
 * number is here. */
struct entry {
    struct transfer *transfer;
    uint32_t next_free;
};

enum { FIRST_ROOM = 16 };

static NODE_LOCAL struct entry *entries; /* the first is that of number 1 */
static NODE_LOCAL uint32_t room, first_free;

/* Doubles the room. Returns whether there was memory. */
static bool grow(void) {
    uint32_t more = room == 0 ? FIRST_ROOM : 2 * room;
    struct entry *grown = realloc(entries, more * sizeof *entries);
    if (!grown)
        return false;
    for (uint32_t i = room; i < more; i++)
        grown[i] = (struct entry){NULL, i + 1 < more ? i + 2 : 0};
    first_free = room + 1;
    entries = grown;
    room = more;
    return true;
}

uint32_t number_give(struct transfer *transfer) {
    if (first_free == 0 && !grow())
        return 0;
    uint32_t number = first_free;
    first_free = entries[number - 1].next_free;
    entries[number - 1].transfer = transfer;
    return number;
}

struct transfer *number_find(uint32_t number) {
    return number - 1 < room ? entries[number - 1].transfer : NULL;
}

void number_free(uint32_t number) {
    if (number == 0)
        return;
    entries[number - 1] = (struct entry){NULL, first_free};
    first_free = number;
}

void number_retire(uint32_t number) {
    if (number != 0)
        entries[number - 1].transfer = NULL;
}

uint32_t number_most(void) {
    return room;
}

void number_end(void) {
    free(entries);
    entries = NULL;
    room = first_free = 0;
}
