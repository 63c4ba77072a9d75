/* A node's part of a call, written out: what it copies, sends, takes and combines, one action after
 * the other, with the places in memory.
 *
 * Where packets are short, to evaluate a schedule would cost several times what its packets cost. A
 * script has been evaluated: to play it (play.h) is to do what it says and nothing else, and a call
 * that comes again plays the same one (recall.h). It is for packets that fit in a slot of a ring,
 * which are never cut; all others are the matter of progress.h.
 */
#ifndef COLLECTIVES_RUN_SCRIPT_H
#define COLLECTIVES_RUN_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectives/run/workspace.h"
#include "collectives/schedule/schedule.h"
#include "cube.h"

/* What a place is relative to: a script is the same wherever the caller's buffers are. */
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
    /* Of one word, which most packets are: */
    ACTION_SEND_WORD,    /* what is at `place` leaves on the port */
    ACTION_TAKE_WORD,    /* place = what arrives on the port */
    ACTION_COMBINE_WORD, /* place = what arrives op source; or the other way round, if op commutes
                          */
    ACTION_COPY_WORD,    /* place = source */
    /* The same for any size: */
    ACTION_SEND,
    ACTION_TAKE,
    ACTION_COMBINE_LEFT,
    ACTION_COMBINE_RIGHT, /* place = source op what arrives */
    ACTION_RELAY,         /* what arrives on the port leaves on another */
    ACTION_ANY_ORDER,     /* the next actions take or relay: each goes when its packet arrives */
    ACTION_COPY,
    ACTION_APPLY_LEFT,  /* place = source op place */
    ACTION_APPLY_RIGHT, /* place = place op source */
};

struct action {
    uint8_t kind;
    uint8_t port;
    uint8_t leave;   /* ACTION_RELAY: the port on which the packet leaves */
    uint8_t count;   /* ACTION_COMBINE_...: the elements; ACTION_ANY_ORDER: the actions */
    uint32_t bytes;  /* of a packet, or of all that is copied */
    uint64_t header; /* of a packet: the step and, in the upper half, what it says of the call */
    struct place place;
    struct place source;
};

static inline uint32_t action_step(const struct action *action) {
    return (uint32_t)action->header;
}

static inline uint32_t action_operation(const struct action *action) {
    return (uint32_t)(action->header >> 32);
}

/* What makes two calls of one operation alike: they have the same script. */
struct script_key {
    size_t size;                  /* elements, or bytes of a block, as the operation has it */
    uint32_t argument;            /* the root, or how far to shift; 0 where there is neither */
    const struct cube_type *type; /* null for an operation on bytes */
    const struct cube_op *op;     /* null for one that combines nothing */
};

struct script {
    struct script_key key;       /* of which recall.h sets what the script itself does not need */
    operator_function *function; /* of the key's operator, for the key's type */
    const char *name;            /* the operation's, for reports of who waits for whom */
    uint8_t *buffer[BUFFERS];    /* where they are: scratch for good, the caller's in each call */
    uint32_t arrived;            /* the step that the last header to arrive has; 0: none arrives */
    uint32_t buffers;            /* set of buffers that it touches */
    uint32_t length;
    uint32_t room; /* actions that there is room for */
    struct action action[];
};

/* Begins a script of no actions, of the call that the workspace is of. `name`, the operation's,
 * outlives it. */
void script_begin(struct script *script, uint32_t room, const struct workspace *workspace,
                  const char *name);

/* Writes step `number` (its ports are the cube's) behind what the script has. The workspace is then
 * as after the step, but for its contents. Returns false, and the script is of no use, if there is
 * no room, or if the step has a packet that is empty or does not fit in a slot. */
bool script_add(struct script *script, struct workspace *workspace, const struct step *step,
                uint32_t number);

/* Writes the end of the call: the copy of the input that an output begins with, if nothing has been
 * combined into it. The same otherwise. */
bool script_end(struct script *script, struct workspace *workspace);

#endif
