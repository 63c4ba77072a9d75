/* A node's part of a call as a list of actions: copies, sends, receives and combinations, with
 * their places in memory. Evaluating a step of an algorithm costs several times a short packet. A
 * plan is the result of that evaluation (lower.h). Running it executes the actions and nothing else
 * (plan_run.h), and a repeated call runs its earlier plan (plan_cache.h). */
#ifndef COLLECTIVES_RUN_PLAN_H
#define COLLECTIVES_RUN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/run/operators/operator.h"
#include "collectives/run/request.h"
#include "collectives/schedule/step.h"
#include "cube.h"
#include "net/node.h"

/* The base of a place, so that a plan does not depend on the addresses of the caller's buffers. */
enum buffer {
    BUFFER_INPUT = AREA_INPUT,
    BUFFER_OUTPUT = AREA_OUTPUT, /* the first output */
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
    PACKET_SMALL, /* any other size below COPY_VECTOR bytes */
    PACKET_SLOT,  /* more, up to COPY_SMALL bytes: they fit in a slot beside its header */
    PACKET_SLOTS, /* more, up to COPY_RUN bytes: two slots */
    PACKET_LONG,
};

enum action_kind {
    ACTION_END, /* the last one of a plan */
    /* These send the data at `place` on the port: */
    ACTION_SEND_WORD,
    ACTION_SEND_SMALL,
    ACTION_SEND_SLOT,
    ACTION_SEND_SLOTS,
    ACTION_SEND_LONG,
    /* place = packet from the port: */
    ACTION_TAKE_WORD,
    ACTION_TAKE_SMALL,
    ACTION_TAKE_SLOT,
    ACTION_TAKE_SLOTS,
    ACTION_TAKE_LONG,
    /* place = packet op source, or source op packet, if op commutes: */
    ACTION_COMBINE_WORD,
    ACTION_COMBINE_SMALL,
    ACTION_COMBINE_SLOT,
    ACTION_COMBINE_SLOTS,
    ACTION_COMBINE_LONG,
    ACTION_COMBINE_OWN,   /* of any size, by an operator of the program's own */
    ACTION_COMBINE_RIGHT, /* of any size, by such an operator: place = source op packet */
    /* A packet from the port leaves on another, piece by piece: */
    ACTION_RELAY_WORD,
    ACTION_RELAY_SMALL,
    ACTION_RELAY_SLOT,
    ACTION_RELAY_SLOTS,
    ACTION_RELAY_LONG,
    ACTION_RELAY_ANY,   /* of ACTION_ANY_BYTES */
    ACTION_RELAY_WHOLE, /* of any size: it leaves when it has arrived completely, and lies at
                           `place` until then */
    /* Inside the node: */
    ACTION_COPY_WORD, /* place = source */
    ACTION_COPY,
    ACTION_APPLY_LEFT,  /* place = source op place */
    ACTION_APPLY_RIGHT, /* place = place op source */
    /* Packets whose blocks do not follow each other: the blocks lie where `source` says. Those that
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
    /* The next `count` actions are done as a group: */
    ACTION_ANY_ORDER, /* relays, each of which is done when its packet arrives */
    ACTION_TOGETHER,  /* they send, take, combine or relay packets that may be longer than a ring,
                         and all of them go on at once, piece by piece */
    /* The end of a step: its record gets the time (cube_trace). */
    ACTION_STEP_DONE,
    /* From here on the call lacks something (hollow.h). */
    ACTION_HOLLOW,
    ACTION_KINDS,
};
static_assert(ACTION_SEND_LONG - ACTION_SEND_WORD == PACKET_LONG &&
                  ACTION_TAKE_LONG - ACTION_TAKE_WORD == PACKET_LONG &&
                  ACTION_COMBINE_LONG - ACTION_COMBINE_WORD == PACKET_LONG &&
                  ACTION_RELAY_LONG - ACTION_RELAY_WORD == PACKET_LONG,
              "there is a kind for each size");

/* The size of a relayed packet whose size only the ends of its way know. The packet's first piece
 * tells it to the nodes between. */
#define ACTION_ANY_BYTES UINT32_MAX

struct action {
    uint8_t kind;
    uint8_t port;
    uint8_t leave;   /* of a relay: the port on which the packet leaves */
    uint8_t count;   /* of ACTION_ANY_ORDER and ACTION_TOGETHER: how many actions the group has; of
                        a set of blocks: see set_stretch */
    uint32_t bytes;  /* of a packet, or of all that is copied */
    uint64_t header; /* of a packet: the step and, in the upper half, the identification of its call
                      */
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

/* Returns the bytes of a stretch of a packet that is a set of blocks. The action's `source` tells
 * how the blocks lie. `source.buffer` is a set of bits: each subset of it, as a number, is the
 * number of a block at which a stretch begins, counted from the first block at `place`.
 * `source.offset` is the bytes of a block. A stretch has 2^`count` blocks. */
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

/* All that a plan depends on besides the node and its cube: the contents of the request that it
 * meets. Data behind the program's pointers may have changed when a call is repeated, so a kept
 * plan has copies of it. The copies of the request's arrays follow the actions. The members in
 * which most calls differ come first. */
struct plan_key {
    size_t size;
    uint32_t argument;
    uint32_t call;                /* which call it is, and in which way: see plan_key.h */
    const struct cube_type *type; /* of the call that is run */
    const struct cube_op *op;     /* of the call that is run */
    uint32_t target;
    uint32_t array_bytes[REQUEST_ARRAYS];
    struct cube_choice choice;  /* with the catalogue's copy of the name; zeros if the request has
                                   no choice */
    struct cube_type type_copy; /* zeros if the request has no type */
    struct cube_op op_copy;     /* zeros if the request has no operator */
    uint64_t records; /* how many steps are recorded; plans with and without records differ */
};

struct plan;
struct dispatch;

/* Does an action of a plan, and all that follow it (go_on.h). Returns a result of plan_run. */
typedef int action_handler(const struct plan *plan, const struct action *action,
                           const struct dispatch *dispatch);

/* How the actions of each kind are done. */
struct dispatch {
    action_handler *kind[ACTION_KINDS];
};

struct plan {
    /* The addresses of the buffers. The caller's are set in each call. They come first, where the
     * shortest instructions reach them. */
    uint8_t *buffer[BUFFERS];
    action_handler *begin;           /* begins with the first action */
    const struct dispatch *dispatch; /* handlers of all others; plan_ready sets both */
    struct plan_key key;             /* the request that it meets, and its operator */
    const uint8_t *copies;           /* of the request's arrays, one after the other */
    struct plan *next;               /* in the list of the cache in which the plan is kept */
    struct plan **first;             /* where that list begins */
    uint32_t bytes;                  /* of the cache's memory that the plan takes */
    operator_function *function; /* of the key's operator, for the key's type; null: the operator is
                                    the program's own */
    const char *name;            /* of the operation, for reports of deadlocks */
    uint32_t scratch_bytes;      /* of scratch memory that the plan needs */
    uint32_t scratch_areas;      /* how many areas lie in scratch memory */
    uint16_t scratch_blocks[SCHEDULE_AREAS]; /* how many blocks each of these has */
    uint32_t carry;           /* offset in scratch: room for an element of each port */
    uint32_t spare;           /* offset in scratch: room for the operator to work in */
    uint32_t spare_bytes;     /* how much room that is */
    uint32_t arrived;         /* the last step with an arrival; 0: none */
    uint32_t parts;           /* into how many blocks the message is divided (struct layout); 0: no
                                 plan for another size is made from this one */
    uint32_t longest;         /* bytes of the longest packet */
    bool depends_on_evenness; /* actions have other kinds if not all blocks are of one size */
    bool has_packets;         /* this node sends or receives something, or relays it */
    uint32_t buffers;         /* set of the buffers that the plan touches */
    uint32_t length;          /* actions, the end included */
    uint32_t room;            /* actions that there is room for */
    struct action action[];
};

/* Returns the address of a place. */
static inline uint8_t *plan_at(const struct plan *plan, struct place place) {
    return plan->buffer[place.buffer] + place.offset;
}

/* Sets where in scratch memory there is room for the operator: behind the areas, which end at
 * `end`. Returns false if scratch memory would have 4 GiB or more. */
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

/* Returns the operator of a plan that combines. */
static inline struct combiner plan_combiner(const struct plan *plan) {
    return (struct combiner){plan->function, plan->key.op, plan->key.type,
                             plan->buffer[BUFFER_SCRATCH] + plan->spare, plan->spare_bytes};
}

/* Returns where an element that was cut waits for its other part, for each port. */
static inline uint8_t *plan_carry(const struct plan *plan, uint32_t port) {
    return plan->buffer[BUFFER_SCRATCH] + plan->carry + port * element_room(plan->key.type->bytes);
}

#endif
