#include "mpi/object/context.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cube_abi.h"
#include "mpi/object/group.h"
#include "net/node.h"

/* The bits of a context above these are the node of its leader, and those below CONTEXTS its use.
 * Those between are its place among the leader's. Places 0 and 1 are not chosen. */
#define CONTEXT_BITS (32 - CUBE_MAX_DIMENSION)
#define PLACES       ((UINT32_C(1) << CONTEXT_BITS) / CONTEXTS)
enum { PLACE_FIRST = 2 };

struct life {
    int16_t notes; /* that have come; negative after context_end: those that are still to come */
    bool lives;    /* from context_next to context_end: a note may come before context_take */
    uint16_t next; /* place, in the queue of those that are not in use */
};
static_assert(2 * CUBE_MAX_NODES <= INT16_MAX, "both communicators of an intercommunicator");

static NODE_LOCAL struct {
    uint32_t offer;     /* context_next's, or 0 */
    uint32_t fresh;     /* the next place that was never chosen */
    struct life *lives; /* by place; contexts beyond `size` do not come back, for want of memory */
    uint32_t size;
    uint32_t resting; /* the length of the queue from `first` to `last` */
    uint16_t first, last;
} own;

static uint32_t place_of(uint32_t context) {
    return context % (UINT32_C(1) << CONTEXT_BITS) / CONTEXTS;
}

uint32_t context_leader(uint32_t context) {
    return context >> CONTEXT_BITS;
}

bool context_is_led(uint32_t context, int leader) {
    return context_leader(context) == (uint32_t)leader && place_of(context) >= PLACE_FIRST &&
           context % CONTEXTS == 0;
}

bool context_comes_back(uint32_t context) {
    return place_of(context) >= CONTEXTS_ONCE;
}

static void note_life(uint32_t place) {
    if (place >= own.size) {
        uint32_t size = place < CONTEXTS_ONCE ? 0 : 2 * place;
        struct life *lives = size == 0 ? NULL : realloc(own.lives, size * sizeof *lives);
        if (!lives)
            return;
        memset(lives + own.size, 0, (size - own.size) * sizeof *lives);
        own.lives = lives;
        own.size = size;
    }
    own.lives[place].lives = true;
}

uint32_t context_next(void) {
    if (own.offer != 0)
        return own.offer;
    uint32_t place = own.fresh;
    if (own.resting > CONTEXTS_RESTING || (place == PLACES && own.resting > 0)) {
        place = own.first;
        own.first = own.lives[place].next;
        own.resting--;
    } else if (place == PLACES) {
        return 0;
    } else {
        own.fresh++;
    }
    note_life(place);
    return own.offer = (uint32_t)group_self << CONTEXT_BITS | place * CONTEXTS;
}

uint32_t context_take(void) {
    uint32_t context = context_next();
    own.offer = 0;
    return context;
}

static void add_notes(uint32_t place, int notes) {
    struct life *life = &own.lives[place];
    life->notes = (int16_t)(life->notes + notes);
    if (life->notes != 0 || life->lives)
        return;
    *(own.resting++ == 0 ? &own.first : &own.lives[own.last].next) = (uint16_t)place;
    own.last = (uint16_t)place;
}

void context_end(uint32_t context, int notes) {
    uint32_t place = place_of(context);
    if (place >= own.size)
        return;
    own.lives[place].lives = false;
    add_notes(place, -notes);
}

bool context_note(uint32_t context) {
    uint32_t place = place_of(context);
    if (!context_is_led(context, group_self) || !context_comes_back(context) || place >= own.fresh)
        return false;
    if (place >= own.size)
        return true;
    struct life *life = &own.lives[place];
    bool is_due = life->lives ? life->notes < 2 * (int)CUBE_MAX_NODES : life->notes < 0;
    if (is_due)
        add_notes(place, 1);
    return is_due;
}

void contexts_start(void) {
    memset(&own, 0, sizeof own);
    own.fresh = PLACE_FIRST;
}

void contexts_stop(void) {
    free(own.lives);
    contexts_start();
}
