/* The scripts of the calls that a node has made. A call that comes again plays its script; nothing
 * else of it has to be done again, for all that a script depends on is in its key, or is the same
 * as long as the node lives: its number and the cube's dimension.
 */
#ifndef COLLECTIVES_RUN_RECALL_H
#define COLLECTIVES_RUN_RECALL_H

#include "collectives/run/executor.h"
#include "collectives/run/play.h"
#include "collectives/run/script.h"
#include "net/node.h"

enum {
    RECALL_WAYS = 8,                /* scripts of one call, by its argument */
    RECALL_BYTES = 16 << 10,        /* the memory of all */
    RECALL_SCRATCH = 1 << 10,       /* bytes of scratch memory that a script may need */
    RECALL_ROOM = RECALL_BYTES / 4, /* what is free at least for the next one */
};

extern NODE_LOCAL struct recall {
    struct script *script[RECALL_CALLS][RECALL_WAYS];
    size_t used;                                           /* bytes of memory */
    _Alignas(max_align_t) uint8_t scratch[RECALL_SCRATCH]; /* of the script that is played */
    _Alignas(struct script) uint8_t memory[RECALL_BYTES];
} recall;

/* The script of such a call by which no choice is made, of an operation on bytes; or null. While
 * there is a clock or steps are recorded there is none, for a script tells neither. */
within struct script *recall_script(enum recall_call call, size_t size, uint32_t argument) {
    struct script *script = recall.script[call][argument % RECALL_WAYS];
    if (!always(script != NULL && node.unwatched != 0))
        return NULL;
    bool same = (script->key.size == size) & (script->key.argument == argument);
    return always(same) ? script : NULL;
}

/* The same of an operation on elements; null for `op`: it combines nothing. */
within struct script *recall_typed(enum recall_call call, size_t count, uint32_t argument,
                                   const struct cube_type *type, const struct cube_op *op) {
    struct script *script = recall_script(call, count, argument);
    if (!always(script != NULL))
        return NULL;
    return always((script->key.type == type) & (script->key.op == op)) ? script : NULL;
}

/* Room for the next script, of at least RECALL_ROOM bytes: it may forget all others. Its bytes are
 * the caller's until recall_keep or the next recall_room. */
struct script *recall_room(uint32_t *actions);

/* Keeps the script that has been written there, for calls like this one. */
void recall_keep(const struct call *call, struct script *script);

#endif
