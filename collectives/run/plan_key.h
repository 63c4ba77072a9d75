/* Which plan meets which request. All of this calls nobody, so that a call that comes again saves
 * no registers for it, and compares what it can before it first decides. */
#ifndef COLLECTIVES_RUN_PLAN_KEY_H
#define COLLECTIVES_RUN_PLAN_KEY_H

#include <string.h>

#include "collectives/run/plan.h"
#include "collectives/run/request.h"
#include "compiler.h"
#include "net/node.h"

/* A type without bytes, and an operator without a function, which no call takes, stand for none. */
always_inline bool plan_has_type(const struct plan_key *key, const struct cube_type *type) {
    const struct cube_type *copy = &key->type_copy;
    if (type == NULL)
        return copy->bytes == 0;
    return (type->bytes == copy->bytes) & (type->kind == copy->kind);
}

always_inline bool plan_has_op(const struct plan_key *key, const struct cube_op *op) {
    const struct cube_op *copy = &key->op_copy;
    if (op == NULL)
        return copy->function == NULL;
    return (op->function == copy->function) & (op->commutative == copy->commutative) &
           (op->kinds == copy->kinds);
}

always_inline bool plan_has_name(const char *copy, const char *name) {
    if (name == copy)
        return true;
    if (name == NULL || copy == NULL)
        return false;
    while (*name == *copy && *name != '\0')
        name++, copy++;
    return *name == *copy;
}

always_inline bool plan_has_choice(const struct plan_key *key, const struct cube_choice *choice) {
    const struct cube_choice *copy = &key->choice;
    if (choice == NULL)
        return !key->chosen;
    return ((int)key->chosen & (choice->ports == copy->ports) &
            (choice->dimensions == copy->dimensions) & (choice->packets == copy->packets)) &&
           plan_has_name(copy->algorithm, choice->algorithm);
}

/* The copies of the request's arrays. */
always_inline uint8_t *plan_copies(struct plan *plan) {
    return (uint8_t *)&plan->action[plan->length];
}

/* Whether two arrays have the same contents; their elements are words of 4 or 8 bytes. */
always_inline bool plan_has_words(const uint8_t *copy, const uint8_t *at, size_t bytes) {
    uint64_t theirs, own;
    const uint8_t *end = at + bytes / sizeof own * sizeof own;
    for (; at != end; at += sizeof own, copy += sizeof own) {
        memcpy(&theirs, at, sizeof theirs);
        memcpy(&own, copy, sizeof own);
        if (theirs != own)
            return false;
    }
    return bytes % sizeof own == 0 || memcmp(at, copy, sizeof(uint32_t)) == 0;
}

/* Where a request has one array, it is the first. */
always_inline bool plan_has_arrays(struct plan *plan, const struct request *request) {
    if (request->array[0].bytes == 0)
        return plan->key.array_bytes[0] == 0;
    const uint8_t *copy = plan_copies(plan);
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++) {
        struct request_array array = request->array[k];
        if (array.bytes != plan->key.array_bytes[k])
            return false;
        if (array.bytes == 0)
            break;
        if (array.at == NULL || !plan_has_words(copy, array.at, array.bytes))
            return false;
        copy += array.bytes;
    }
    return true;
}

/* Whether the plan is that of such a request. */
always_inline bool plan_meets(struct plan *plan, const struct request *request) {
    const struct plan_key *key = &plan->key;
    bool numbers = (key->operation == request->operation) & (key->form == request->form) &
                   (key->argument == request->argument) & (key->target == request->target) &
                   (key->size == request->size) & (key->records == node.records);
    return numbers && plan_has_choice(key, request->choice) && plan_has_type(key, request->type) &&
           plan_has_op(key, request->op) && plan_has_arrays(plan, request);
}

/* Gives a plan what the request alone has: type, operator and outputs. Returns it, or null if an
 * output is missing. plan_run looks at the first output; execute tells that a later one is missing.
 */
always_inline struct plan *plan_prepare(struct plan *plan, const struct request *request) {
    plan->key.type = request->type;
    plan->key.op = request->op;
    for (uint32_t k = 0; k < SCHEDULE_OUTPUTS; k++)
        plan->buffer[BUFFER_OUTPUT + k] = request->output[k];
    for (uint32_t k = 1; k < SCHEDULE_OUTPUTS; k++)
        if (unlikely(request->output[k] == NULL) &&
            ((plan->buffers >> (BUFFER_OUTPUT + k)) & 1) != 0)
            return NULL;
    return plan;
}

#endif
