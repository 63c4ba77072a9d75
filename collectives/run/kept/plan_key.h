/* Matching plans with requests. All functions called here are inlined, so that a repeated call
 * saves no registers.
 *
 * A request is compared in two ways. plan_is_for compares a request that is like most: its type and
 * operator are cube.h's own, which nobody can change, so it is enough to compare their addresses,
 * and no steps are recorded. What a call of cube.h never sets is a constant there, and costs
 * nothing where the function is compiled into it. plan_meets compares any request, and whatever a
 * pointer leads to by its contents. */
#ifndef COLLECTIVES_RUN_PLAN_KEY_H
#define COLLECTIVES_RUN_PLAN_KEY_H

#include <string.h>

#include "collectives/run/plan.h"
#include "collectives/run/request.h"
#include "compiler.h"
#include "net/copy.h"
#include "net/node.h"

/* The bits of a key: the operation's tag, and these. */
enum {
    CALL_FORM = 8,          /* the form, from this bit on */
    CALL_CHOSEN = 1 << 16,  /* the request has a choice */
    CALL_UNUSUAL = 1 << 17, /* plan_is_for never finds it */
};
static_assert(CUBE_OPERATION_MASK < 1 << CALL_FORM, "a tag lies below the form");

/* Whether the compiler knows that a member of a request is one that its call of cube.h never sets.
 * Then no request of this call has it, and it need not be compared. */
#define plan_is_unset(member) (__builtin_constant_p((member) == 0) && (member) == 0)

ALWAYS_INLINE uint32_t plan_call(const struct request *request) {
    return request->operation | (uint32_t)request->form << CALL_FORM |
           (request->choice ? CALL_CHOSEN : 0);
}

/* ---- Contents ---- */

/* No call takes a type without bytes or an operator without a function: in a key these stand for
 * none. */
ALWAYS_INLINE bool plan_has_type(const struct plan_key *key, const struct cube_type *type) {
    const struct cube_type *copy = &key->type_copy;
    if (!type)
        return copy->bytes == 0;
    return (type->bytes == copy->bytes) & (type->kind == copy->kind);
}

ALWAYS_INLINE bool plan_has_op(const struct plan_key *key, const struct cube_op *op) {
    const struct cube_op *copy = &key->op_copy;
    if (!op)
        return !copy->function;
    return (op->function == copy->function) & (op->commutative == copy->commutative) &
           (op->kinds == copy->kinds);
}

ALWAYS_INLINE bool plan_has_name(const char *copy, const char *name) {
    if (name == copy)
        return true;
    if (!name || !copy)
        return false;
    while (*name == *copy && *name != '\0')
        name++, copy++;
    return *name == *copy;
}

/* The caller knows that request and key both have a choice, or that neither has one. */
ALWAYS_INLINE bool plan_has_choice(const struct plan_key *key, const struct cube_choice *choice) {
    const struct cube_choice *copy = &key->choice;
    if (!choice)
        return true;
    return ((choice->ports == copy->ports) & (choice->dimensions == copy->dimensions)) &&
           choice->packets == copy->packets && plan_has_name(copy->algorithm, choice->algorithm);
}

/* ---- Arrays ---- */

/* The bytes in which two vectors differ. */
ALWAYS_INLINE copy_vector plan_difference(const uint8_t *copy, const uint8_t *at) {
    return *(const copy_vector *)copy ^ *(const copy_vector *)at;
}

/* Whether two arrays have the same contents; their elements are words of 4 or 8 bytes. They nearly
 * always are equal, so all is looked at before anything is decided. */
ALWAYS_INLINE bool plan_has_words(const uint8_t *copy, const uint8_t *at, size_t bytes) {
    copy_vector vectors = {0};
    uint64_t words[2] = {0};
    for (; bytes >= COPY_PAIR; bytes -= COPY_PAIR, copy += COPY_PAIR, at += COPY_PAIR)
        vectors |=
            plan_difference(copy, at) | plan_difference(copy + COPY_VECTOR, at + COPY_VECTOR);
    if (bytes & COPY_VECTOR) {
        vectors |= plan_difference(copy, at);
        copy += COPY_VECTOR, at += COPY_VECTOR;
    }
    memcpy(words, &vectors, sizeof words);
    uint64_t difference = words[0] | words[1];
    if (bytes & sizeof(uint64_t)) {
        memcpy(&words[0], copy, sizeof(uint64_t));
        memcpy(&words[1], at, sizeof(uint64_t));
        difference |= words[0] ^ words[1];
        copy += sizeof(uint64_t), at += sizeof(uint64_t);
    }
    if (bytes & sizeof(uint32_t)) {
        uint32_t own, theirs;
        memcpy(&own, copy, sizeof own);
        memcpy(&theirs, at, sizeof theirs);
        difference |= own ^ theirs;
    }
    return difference == 0;
}

/* Whether the request's array `k` has the contents of the copy. */
ALWAYS_INLINE bool plan_has_array(const struct plan_key *key, const uint8_t *copy,
                                  const struct request *request, uint32_t k) {
    struct request_array array = request->array[k];
    return array.bytes == key->array_bytes[k] &&
           (array.bytes == 0 || (array.at && plan_has_words(copy, array.at, array.bytes)));
}

ALWAYS_INLINE bool plan_has_arrays(const struct plan *plan, const struct request *request) {
    static_assert(REQUEST_ARRAYS == 2, "each is compared");
    const uint8_t *second = plan->copies + request->array[0].bytes;
    return plan_has_array(&plan->key, plan->copies, request, 0) &&
           (plan_is_unset(request->array[1].bytes) ||
            plan_has_array(&plan->key, second, request, 1));
}

/* ---- Requests ---- */

/* Whether the plan is that of the request, if the request is like most. */
ALWAYS_INLINE bool plan_is_for(const struct plan *plan, const struct request *request) {
    const struct plan_key *key = &plan->key;
    return LIKELY((key->size == request->size) & (key->argument == request->argument)) &&
           LIKELY((key->call == plan_call(request)) & (node.records == 0)) &&
           LIKELY((plan_is_unset(request->type) | (key->type == request->type)) &
                  (plan_is_unset(request->op) | (key->op == request->op))) &&
           LIKELY(plan_is_unset(request->target) || key->target == request->target) &&
           LIKELY(plan_has_choice(key, request->choice)) &&
           LIKELY(plan_is_unset(request->array[0].bytes) || plan_has_arrays(plan, request));
}

/* Whether the plan is that of a request like this one, which may have another size. The request
 * need not be like most. */
ALWAYS_INLINE bool plan_is_alike(const struct plan *plan, const struct request *request) {
    const struct plan_key *key = &plan->key;
    bool numbers = ((key->call & ~(uint32_t)CALL_UNUSUAL) == plan_call(request)) &
                   (key->argument == request->argument) & (key->target == request->target) &
                   (key->records == node.records);
    return numbers && plan_has_choice(key, request->choice) && plan_has_type(key, request->type) &&
           plan_has_op(key, request->op) && plan_has_arrays(plan, request);
}

/* Whether the plan is that of the request, which need not be like most. */
ALWAYS_INLINE bool plan_meets(const struct plan *plan, const struct request *request) {
    return plan->key.size == request->size && plan_is_alike(plan, request);
}

/* Gives a plan all outputs of a request except the first, which plan_run sets. Returns the plan, or
 * null if an output is missing; execute then returns the error. */
ALWAYS_INLINE struct plan *plan_prepare(struct plan *plan, const struct request *request) {
    for (uint32_t k = 1; k < SCHEDULE_OUTPUTS; k++) {
        if (plan_is_unset(request->output[k]))
            continue;
        plan->buffer[BUFFER_OUTPUT + k] = request->output[k];
        if (UNLIKELY(!request->output[k]) && ((plan->buffers >> (BUFFER_OUTPUT + k)) & 1) != 0)
            return NULL;
    }
    return plan;
}

#endif
