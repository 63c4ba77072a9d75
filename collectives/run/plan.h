/* A node's part of a call, written out: what the node copies, sends, takes and combines, one action
 * after the other, with the places in memory.
 *
 * An algorithm says what a step is, but to evaluate a step costs several times what a short packet
 * costs. A plan is what has been evaluated (lower.h). To run it is to do what it says and nothing
 * else (plan_run.h), and a call that comes again runs the plan that it ran before (plan_cache.h).
 */
#ifndef COLLECTIVES_RUN_PLAN_H
#define COLLECTIVES_RUN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/run/operator.h"
#include "collectives/run/request.h"
#include "collectives/schedule/step.h"
#include "cube.h"
#include "net/node.h"

/* What a place is relative to, so that a plan does not depend on where the caller's buffers are. */
enum buffer {
    BUFFER_INPUT = AREA_INPUT,
    BUFFER_OUTPUT = AREA_OUTPUT, /* the first of them */
    BUFFER_SCRATCH = AREA_OUTPUT + SCHEDULE_OUTPUTS,
    BUFFERS,
};

struct place {
    uint32_t buffer;
    uint32_t offset; /* in bytes */
};

/* Packets whose bytes follow each other have a kind for each of these sizes, in this order. */
enum packet_size {
    PACKET_WORD,  /* one word, which most packets are */
    PACKET_SMALL, /* any other of less than COPY_VECTOR bytes */
    PACKET_SLOT,  /* more, up to COPY_SMALL bytes: they fit in a slot beside its header */
    PACKET_SLOTS, /* more, up to COPY_RUN bytes: two slots */
    PACKET_LONG,
};

enum action_kind {
    ACTION_END, /* the last one of a plan */
    /* What is at `place` leaves on the port: */
    ACTION_SEND_WORD,
    ACTION_SEND_SMALL,
    ACTION_SEND_SLOT,
    ACTION_SEND_SLOTS,
    ACTION_SEND_LONG,
    /* place = what arrives on the port: */
    ACTION_TAKE_WORD,
    ACTION_TAKE_SMALL,
    ACTION_TAKE_SLOT,
    ACTION_TAKE_SLOTS,
    ACTION_TAKE_LONG,
    /* place = what arrives op source; or the other way round, if op commutes: */
    ACTION_COMBINE_WORD,
    ACTION_COMBINE_SMALL,
    ACTION_COMBINE_SLOT,
    ACTION_COMBINE_SLOTS,
    ACTION_COMBINE_LONG,
    ACTION_COMBINE_OWN,   /* of any size, by an operator of the program's own */
    ACTION_COMBINE_RIGHT, /* of any size, by such an operator: place = source op what arrives */
    /* What arrives on the port leaves on another, piece by piece: */
    ACTION_RELAY_WORD,
    ACTION_RELAY_SMALL,
    ACTION_RELAY_SLOT,
    ACTION_RELAY_SLOTS,
    ACTION_RELAY_LONG,
    ACTION_RELAY_ANY,   /* of ACTION_ANY_BYTES */
    ACTION_RELAY_WHOLE, /* of any size, when all of it is here: it lies at `place` meanwhile */
    /* Inside the node: */
    ACTION_COPY_WORD, /* place = source */
    ACTION_COPY,
    ACTION_APPLY_LEFT,  /* place = source op place */
    ACTION_APPLY_RIGHT, /* place = place op source */
    /* Of a packet whose blocks do not follow each other: they lie where `source` says. Those that
     * are a row (blocks.h) of stretches of 1, 2, 4 or 8 words have kinds of their own. */
    ACTION_SEND_ROW_1,
    ACTION_SEND_ROW_2,
    ACTION_SEND_ROW_4,
    ACTION_SEND_ROW_8,
    ACTION_SEND_SET,
    ACTION_TAKE_ROW_1,
    ACTION_TAKE_ROW_2,
    ACTION_TAKE_ROW_4,
    ACTION_TAKE_ROW_8,
    ACTION_TAKE_SET,
    /* The next actions, `count` of them, are done as a group: */
    ACTION_ANY_ORDER, /* they relay, and each is done when its packet arrives */
    ACTION_TOGETHER,  /* they send, take or relay packets that may be longer than a ring, and all of
                         them go on at once, piece by piece */
    /* The end of a step: its record gets the time (cube_trace). */
    ACTION_STEP_DONE,
    ACTION_KINDS,
};
static_assert(ACTION_SEND_LONG - ACTION_SEND_WORD == PACKET_LONG &&
                  ACTION_TAKE_LONG - ACTION_TAKE_WORD == PACKET_LONG &&
                  ACTION_COMBINE_LONG - ACTION_COMBINE_WORD == PACKET_LONG &&
                  ACTION_RELAY_LONG - ACTION_RELAY_WORD == PACKET_LONG,
              "there is a kind for each size");

/* The size of a relayed packet that only the ends of its way know. Its first piece tells the nodes
 * between. */
#define ACTION_ANY_BYTES UINT32_MAX

struct action {
    uint8_t kind;
    uint8_t port;
    uint8_t leave;   /* of a relay: the port on which the packet leaves */
    uint8_t count;   /* of ACTION_ANY_ORDER and ACTION_TOGETHER: the actions; of a set of blocks:
                        see set_stretch */
    uint32_t bytes;  /* of a packet, or of all that is copied */
    uint64_t header; /* of a packet: the step and, in the upper half, what tells its call apart */
    struct place place;
    struct place source;
};

static inline uint32_t action_step(const struct action *action) {
    return (uint32_t)action->header;
}

static inline uint32_t action_operation(const struct action *action) {
    return (uint32_t)(action->header >> 32);
}

static inline bool action_is_set(const struct action *action) {
    return action->kind >= ACTION_SEND_ROW_1 && action->kind <= ACTION_TAKE_SET;
}

/* Of a packet that is a set of blocks, `source` tells how they lie: its `buffer` is the set of
 * bits, of which each subset is the number of a block, from the first one, at which a stretch
 * begins; its `offset` the bytes of a block; and `count` how many blocks a stretch has, as a power
 * of two. */
static inline size_t set_stretch(const struct action *action) {
    return (size_t)action->source.offset << action->count;
}

static inline bool action_sends(const struct action *action) {
    return (action->kind >= ACTION_SEND_WORD && action->kind <= ACTION_SEND_LONG) ||
           (action->kind >= ACTION_SEND_ROW_1 && action->kind <= ACTION_SEND_SET);
}

static inline bool action_combines(const struct action *action) {
    return action->kind >= ACTION_COMBINE_WORD && action->kind <= ACTION_COMBINE_RIGHT;
}

static inline bool action_relays(const struct action *action) {
    return action->kind >= ACTION_RELAY_WORD && action->kind <= ACTION_RELAY_WHOLE;
}

/* All that a plan depends on beside the node and its cube: the request that it meets, by its
 * contents. What the program's pointers lead to may have changed when a call comes again, or may be
 * something else altogether, so a kept plan has copies of it. The copies of the request's arrays
 * stand behind the actions. What most calls differ in comes first. */
struct plan_key {
    size_t size;
    uint32_t argument;
    uint32_t call;                /* which call it is, and in which way: see plan_key.h */
    const struct cube_type *type; /* of the call that is run */
    const struct cube_op *op;     /* likewise */
    uint32_t target;
    uint32_t array_bytes[REQUEST_ARRAYS];
    struct cube_choice choice;  /* with the name of the catalogue's; zeros where there is none */
    struct cube_type type_copy; /* likewise */
    struct cube_op op_copy;
    uint64_t records; /* steps that are recorded: a plan does so or does not */
};

struct plan;
struct dispatch;

/* Does an action of a plan, and all that follow it (go_on.h). Returns what plan_run returns. */
typedef int action_handler(const struct plan *plan, const struct action *action,
                           const struct dispatch *dispatch);

/* How the actions of each kind are done. */
struct dispatch {
    action_handler *kind[ACTION_KINDS];
};

struct plan {
    /* Where the buffers are. The caller's are set in each call. They come first, where the shortest
     * instructions reach them. */
    uint8_t *buffer[BUFFERS];
    action_handler *begin;           /* does the first action */
    const struct dispatch *dispatch; /* how all others are done; plan_ready sets both */
    struct plan_key key;             /* by which it is found, and its operator */
    const uint8_t *copies;           /* of the request's arrays, one behind the other */
    struct plan *next;               /* of those that are kept in the same place of the cache, */
    struct plan **first;             /* which is here */
    uint32_t bytes;                  /* that it takes in the memory of the cache */
    operator_function *function; /* of the key's operator, for the key's type; null: it is one of
                                    the program's own */
    const char *name;            /* the operation's, for reports of who waits for whom */
    uint32_t scratch_bytes;      /* that it needs: for the areas of its own, */
    uint32_t scratch_areas;      /* so many, */
    uint16_t scratch_blocks[SCHEDULE_AREAS]; /* each of so many blocks, and for the next two */
    uint32_t carry;           /* offset in scratch: room for an element of each port */
    uint32_t spare;           /* offset in scratch: room for the operator to work in, */
    uint32_t spare_bytes;     /* so much */
    uint32_t arrived;         /* the last step in which something arrives; 0: none */
    uint32_t parts;           /* into which the message is divided (struct layout); 0: no plan is
                                 made of this one for another size */
    uint32_t longest;         /* bytes of the longest packet */
    bool depends_on_evenness; /* actions are of other kinds where not all blocks are of one size */
    bool has_packets;         /* this node sends or receives something, or relays it */
    uint32_t buffers;         /* set of buffers that it touches */
    uint32_t length;          /* actions, the end included */
    uint32_t room;            /* actions that there is room for */
    struct action action[];
};

/* Where a place is. */
static inline uint8_t *plan_at(const struct plan *plan, struct place place) {
    return plan->buffer[place.buffer] + place.offset;
}

/* Sets where in scratch memory there is room for the operator: behind the areas, which end there.
 * Returns false if scratch memory would have 4 GiB or more. */
static inline bool plan_set_scratch(struct plan *plan, size_t end) {
    size_t carry = end, bytes = end;
    if (plan->spare_bytes > 0) {
        carry = end + element_room(plan->spare_bytes);
        bytes = carry + node.dimension * element_room(plan->key.type->bytes);
    }
    plan->spare = (uint32_t)end;
    plan->carry = (uint32_t)carry;
    plan->scratch_bytes = (uint32_t)bytes;
    return bytes <= UINT32_MAX;
}

/* The operator of a plan that combines. */
static inline struct combiner plan_combiner(const struct plan *plan) {
    return (struct combiner){plan->function, plan->key.op, plan->key.type,
                             plan->buffer[BUFFER_SCRATCH] + plan->spare, plan->spare_bytes};
}

/* Where an element that was cut waits for its other part, for a port. */
static inline uint8_t *plan_carry(const struct plan *plan, uint32_t port) {
    return plan->buffer[BUFFER_SCRATCH] + plan->carry + port * element_room(plan->key.type->bytes);
}

#endif
