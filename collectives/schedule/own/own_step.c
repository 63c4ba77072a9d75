#include "collectives/schedule/own/own_step.h"

#include "collectives/schedule/shape.h"
#include "compiler.h"
#include "cube_algorithm.h"

static_assert((int)CUBE_AREAS == SCHEDULE_AREAS && STEP_MOVES >= 2 * CUBE_DIMENSIONS,
              "the limits of cube_algorithm.h are ours");

/* ---- Shapes ---- */

uint32_t cube_shape_dimension(const struct shape *shape) {
    return shape->dimension;
}

uint32_t cube_shape_nodes(const struct shape *shape) {
    return shape_nodes(shape);
}

/* The members that have been read. */
static NODE_LOCAL uint32_t reads;

uint32_t shape_reads(void) {
    uint32_t all = reads;
    reads = 0;
    return all;
}

uint32_t cube_shape_root(const struct shape *shape) {
    reads |= VARIES_ROOT;
    return shape->root;
}

uint32_t cube_shape_target(const struct shape *shape) {
    reads |= VARIES_TARGET;
    return shape->target;
}

uint32_t cube_shape_packets(const struct shape *shape) {
    reads |= VARIES_PACKETS;
    return shape->packets;
}

uint32_t cube_shape_shift(const struct shape *shape) {
    reads |= VARIES_SHIFT;
    return shape->shift;
}

uint32_t cube_shape_axes(const struct shape *shape) {
    reads |= VARIES_SIDES;
    return shape->axes;
}

uint32_t cube_shape_side(const struct shape *shape, uint32_t axis) {
    reads |= VARIES_SIDES;
    return axis < shape->axes ? shape->side[axis] : 1;
}

/* ---- Faults ---- */

enum { FAULT_KIND_BIT = 16, FAULT_PORT_BIT = 24, FAULT_BYTE = 0xff };
static_assert(SCHEDULE_DIMENSIONS <= FAULT_KIND_BIT, "no port has the bits of a fault");

struct step_fault step_fault(const struct step *step) {
    return (struct step_fault){
        .kind = (enum fault_kind)(step->combines >> FAULT_KIND_BIT & FAULT_BYTE),
        .port = step->combines >> FAULT_PORT_BIT,
    };
}

/* Keeps a fault if it is the step's first one. */
static void note(struct step *step, enum fault_kind kind, uint32_t port) {
    if (step_fault(step).kind == FAULT_NONE)
        step->combines |= (uint32_t)kind << FAULT_KIND_BIT | (port & FAULT_BYTE) << FAULT_PORT_BIT;
}

/* ---- Packets ---- */

/* Returns the run of these blocks. A run that is too long, or an area that does not exist, is a
 * fault of the step; the run then is empty. */
static struct run run_of(struct step *step, struct cube_blocks blocks) {
    if (blocks.area >= SCHEDULE_AREAS || blocks.count > UINT16_MAX) {
        note(step, blocks.area >= SCHEDULE_AREAS ? FAULT_AREA : FAULT_RUN, 0);
        return (struct run){0};
    }
    return (struct run){(uint16_t)blocks.area, (uint16_t)blocks.count, blocks.first, blocks.free};
}

/* Whether one more packet may use `port` besides those of `used`. If not, the step gets a fault,
 * which is `kind` if the port is in use. */
static bool is_free(struct step *step, uint32_t port, uint32_t used, enum fault_kind kind) {
    if (port >= SCHEDULE_DIMENSIONS)
        note(step, FAULT_NO_PORT, port);
    else if ((used >> port & 1) != 0)
        note(step, kind, port);
    else
        return true;
    return false;
}

static bool is_free_in(struct step *step, uint32_t port) {
    return is_free(step, port, step->receives | step->relays, FAULT_TWO_IN);
}

void cube_step_send(struct step *step, uint32_t port, struct cube_blocks blocks) {
    if (is_free(step, port, step->sends, FAULT_TWO_OUT))
        step_send(step, port, run_of(step, blocks));
}

void cube_step_receive(struct step *step, uint32_t port, struct cube_blocks blocks) {
    if (is_free_in(step, port))
        step_receive(step, port, run_of(step, blocks));
}

void cube_step_combine(struct step *step, uint32_t port, struct cube_blocks blocks, bool left) {
    if (is_free_in(step, port))
        step_combine(step, port, run_of(step, blocks), left);
}

void cube_step_relay(struct step *step, uint32_t in, uint32_t out, struct cube_blocks blocks) {
    if (is_free_in(step, in))
        step_relay(step, in, out, run_of(step, blocks));
}

/* ---- Moves ---- */

static const enum move_kind kinds[] = {
    [CUBE_MOVE_COPY] = MOVE_COPY,
    [CUBE_MOVE_LEFT] = MOVE_LEFT,
    [CUBE_MOVE_RIGHT] = MOVE_RIGHT,
};

/* Moves a set of blocks to another one, if there is room for the move. */
static void move(struct step *step, struct block_set from, struct block_set to,
                 enum move_kind kind) {
    if (step->moves < STEP_MOVES)
        step_move(step, from, to, kind);
    else
        note(step, FAULT_MOVES, 0);
}

/* Returns how far apart the blocks are if they are evenly spaced, else 0. Subsets of bits are
 * evenly spaced if the bits are adjacent. */
static uint32_t spacing(const struct run *blocks) {
    uint32_t lowest = blocks->free & (0 - blocks->free);
    if (blocks->free == 0)
        return 1;
    return blocks->free / lowest + 1 == blocks->count ? lowest : 0;
}

void cube_step_move(struct step *step, struct cube_blocks from, struct cube_blocks to,
                    enum cube_move kind) {
    struct run source = run_of(step, from), place = run_of(step, to);
    if (from.count != to.count || (unsigned)kind > CUBE_MOVE_RIGHT) {
        note(step, FAULT_MOVE, 0);
    } else if (kind == CUBE_MOVE_COPY && from.free == 0 && spacing(&place) != 0) {
        move(step, (struct block_set){source.area, source.first, source.count},
             (struct block_set){place.area, place.first, spacing(&place)}, MOVE_SPREAD);
    } else if (from.free != 0 && to.free != 0) {
        move(step, (struct block_set){source.area, source.first, source.free},
             (struct block_set){place.area, place.first, place.free}, kinds[kind]);
    } else {
        for (uint32_t b = 0; b < source.count; b++)
            move(step, (struct block_set){source.area, run_block(source, b), 0},
                 (struct block_set){place.area, run_block(place, b), 0}, kinds[kind]);
    }
}
