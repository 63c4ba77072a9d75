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

enum action_kind {
    ACTION_END, /* the last one of a plan */
    /* Of one word, which most packets are: */
    ACTION_SEND_WORD,    /* what is at `place` leaves on the port */
    ACTION_TAKE_WORD,    /* place = what arrives on the port */
    ACTION_COMBINE_WORD, /* place = what arrives op source; or the other way round, if op commutes
                          */
    ACTION_COPY_WORD,    /* place = source */
    /* Of a packet that fits in a slot: */
    ACTION_SEND_SLOT,
    ACTION_TAKE_SLOT,
    ACTION_COMBINE_SLOT,
    /* Of a packet, or a part of an area, of any size: */
    ACTION_SEND,
    ACTION_TAKE,
    ACTION_COMBINE_LEFT,  /* as ACTION_COMBINE_WORD */
    ACTION_COMBINE_RIGHT, /* place = source op what arrives */
    ACTION_RELAY,         /* what arrives on the port leaves on another, piece by piece */
    ACTION_RELAY_WHOLE, /* what arrives leaves when all of it is here: it lies at `place` meanwhile
                         */
    ACTION_COPY,
    ACTION_APPLY_LEFT,  /* place = source op place */
    ACTION_APPLY_RIGHT, /* place = place op source */
    /* Of a packet whose blocks do not follow each other: */
    ACTION_SEND_SET, /* their blocks lie where `source` says */
    ACTION_TAKE_SET,
    ACTION_SEND_WORDS, /* where each stretch is one word, and all lie at equal distances */
    ACTION_TAKE_WORDS,
    /* Of several, the next ones: */
    ACTION_ANY_ORDER, /* each relays, and goes when its packet arrives */
    ACTION_TOGETHER,  /* each sends, takes or relays a packet that may be longer than a ring: all go
                         on at once, piece by piece */
    /* The end of a step: its record gets the time (cube_trace). */
    ACTION_STEP_DONE,
    ACTION_KINDS,
};

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
    return action->kind >= ACTION_SEND_SET && action->kind <= ACTION_TAKE_WORDS;
}

/* Of a packet that is a set of blocks, `source` tells how they lie: its `buffer` is the set of
 * bits, of which each subset is the number of a block, from the first one, at which a stretch
 * begins; its `offset` the bytes of a block; and `count` how many blocks a stretch has, as a power
 * of two. */
static inline size_t set_stretch(const struct action *action) {
    return (size_t)action->source.offset << action->count;
}

static inline bool action_sends(const struct action *action) {
    return action->kind == ACTION_SEND_SET || action->kind == ACTION_SEND_WORDS ||
           action->kind == ACTION_SEND || action->kind == ACTION_SEND_SLOT ||
           action->kind == ACTION_SEND_WORD;
}

static inline bool action_combines(const struct action *action) {
    return action->kind == ACTION_COMBINE_LEFT || action->kind == ACTION_COMBINE_SLOT ||
           action->kind == ACTION_COMBINE_WORD || action->kind == ACTION_COMBINE_RIGHT;
}

static inline bool action_relays(const struct action *action) {
    return action->kind == ACTION_RELAY || action->kind == ACTION_RELAY_WHOLE;
}

/* All that a plan depends on beside the node and its cube: the request that it meets, by its
 * contents. What the program's pointers lead to may have changed when a call comes again, or may be
 * something else altogether, so a kept plan has copies of it. The copies of the request's arrays
 * stand behind the actions. */
struct plan_key {
    size_t size;
    const struct operation *operation;
    enum request_form form;
    uint32_t argument;
    uint32_t target;
    bool chosen;                  /* the request has a choice */
    uint64_t records;             /* steps that are recorded: a plan does so or does not */
    const struct cube_type *type; /* of the call that is run */
    const struct cube_op *op;     /* likewise */
    uint32_t plain; /* the operation's tag, if all else that the request says is size, argument, and
                       a type and an operator of cube.h, which are constant; 0 if it says more */
    struct cube_type type_copy; /* zeros where there is none */
    struct cube_op op_copy;
    struct cube_choice choice; /* with the name of the catalogue's */
    uint32_t array_bytes[REQUEST_ARRAYS];
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
    uint8_t *buffer[BUFFERS];        /* where they are: scratch for good, the caller's in each call;
                                        first, where the shortest instructions reach them */
    action_handler *begin;           /* does the first action, */
    const struct dispatch *dispatch; /* and the others in this way: set by plan_do */
    struct plan_key key;             /* by which it is found, and its operator */
    struct plan *next;               /* of those that are kept in the same place of the cache, */
    struct plan **first;             /* which is here */
    uint32_t bytes;                  /* that it takes in the memory of the cache */
    operator_function *function; /* of the key's operator, for the key's type; null: it is one of
                                    the program's own */
    const char *name;            /* the operation's, for reports of who waits for whom */
    uint32_t scratch_bytes;      /* that it needs */
    uint32_t carry;              /* offset in scratch: room for an element of each port */
    uint32_t spare;              /* offset in scratch: room for the operator to work in, */
    uint32_t spare_bytes;        /* so much */
    uint32_t arrived;            /* the last step in which something arrives; 0: none */
    uint32_t buffers;            /* set of buffers that it touches */
    uint32_t length;             /* actions, the end included */
    uint32_t room;               /* actions that there is room for */
    struct action action[];
};

/* Where a place is. */
static inline uint8_t *plan_at(const struct plan *plan, struct place place) {
    return plan->buffer[place.buffer] + place.offset;
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
