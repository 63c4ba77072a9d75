#include "collectives/run/kept/plan_cache.h"

#include <string.h>

NODE_LOCAL struct plans plans;

/* ---- Looking for a plan ---- */

/* Whether the type and the operator of a plan are cube.h's own. Then the key keeps their addresses
 * from the first call, by which plan_is_for finds the plan. */
static bool has_constants(const struct plan_key *key) {
    return type_is_constant(key->type) && operator_is_constant(key->op);
}

struct plan *plan_found(const struct request *request) {
    struct plan **first = plan_place(request), **link = first;
    while (*link && !plan_meets(*link, request))
        link = &(*link)->next;
    struct plan *plan = *link;
    if (!plan)
        return NULL;
    *link = plan->next;
    plan->next = *first;
    *first = plan;
    if (!has_constants(&plan->key)) {
        plan->key.type = request->type;
        plan->key.op = request->op;
    }
    return plan_prepare(plan, request);
}

/* Returns where the cache notes the newest plan of a plan's row. */
static struct plan **newest_of(const struct plan *plan) {
    return &plans.newest[(plan->key.call & CUBE_OPERATION_MASK) % PLAN_ROWS];
}

ALWAYS_INLINE bool is_of_other_size(const struct plan *plan, const struct request *request,
                                    size_t element, uint32_t ignored) {
    uint64_t difference = (uint64_t)(plan->key.size * element) ^ (request->size * element);
    return difference >> ignored == 0 && plan->parts > 0 && plan_is_alike(plan, request);
}

/* The newest plan is looked at first: a program that goes through many sizes has most likely just
 * kept one of them. */
const struct plan *plan_of_other_size(const struct request *request, size_t element,
                                      uint32_t ignored) {
    uint32_t row = request->operation % PLAN_ROWS;
    const struct plan *newest = plans.newest[row];
    if (LIKELY(newest && is_of_other_size(newest, request, element, ignored)))
        return newest;
    for (uint32_t column = 0; column < PLAN_COLUMNS; column++)
        for (const struct plan *plan = plans.first[row][column]; plan; plan = plan->next)
            if (is_of_other_size(plan, request, element, ignored))
                return plan;
    return NULL;
}

/* ---- Memory ---- */

struct plan *plan_room(uint32_t *actions) {
    *actions = (PLAN_MOST - sizeof(struct plan)) / sizeof(struct action);
    return (struct plan *)(void *)plans.room;
}

static void forget_oldest(void) {
    struct plan *oldest = (struct plan *)(void *)(plans.memory + plans.oldest);
    struct plan **link = oldest->first;
    while (*link != oldest)
        link = &(*link)->next;
    *link = oldest->next;
    if (*newest_of(oldest) == oldest)
        *newest_of(oldest) = NULL;
    plans.kept--;
    plans.oldest += oldest->bytes;
    if (plans.oldest == plans.turn)
        plans.oldest = plans.turn = 0;
}

/* Returns where the next plan begins, if it has N bytes: behind the newest, or where the
 * memory begins. */
static uint32_t next_begin(uint32_t bytes) {
    return bytes > PLANS_BYTES - plans.end ? 0 : plans.end;
}

/* Returns room for N bytes, in place of the oldest plans. */
static struct plan *take_memory(uint32_t bytes) {
    if (next_begin(bytes) < plans.end) {
        while (plans.turn != 0) /* the plans between here and the end of the memory */
            forget_oldest();
        plans.turn = plans.kept == 0 ? 0 : plans.end;
        plans.end = 0;
    }
    while (plans.turn != 0 && plans.oldest < plans.end + bytes)
        forget_oldest();
    uint32_t begin = plans.end;
    plans.end += bytes;
    if (plans.kept++ == 0)
        plans.oldest = begin;
    return (struct plan *)(void *)(plans.memory + begin);
}

/* Sets a key whose members all are zero. */
static void set_key(struct plan_key *key, const struct request *request, const char *algorithm) {
    key->call = plan_call(request);
    key->size = request->size;
    key->type = request->type;
    key->op = request->op;
    key->argument = request->argument;
    key->target = request->target;
    key->records = node.records;
    if (request->type)
        key->type_copy = *request->type;
    if (request->op)
        key->op_copy = *request->op;
    if (request->choice) {
        key->choice = *request->choice;
        if (key->choice.algorithm)
            key->choice.algorithm = algorithm;
    }
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++)
        key->array_bytes[k] = (uint32_t)request->array[k].bytes;
    if (key->records != 0 || !has_constants(key))
        key->call |= CALL_UNUSUAL;
}

/* Puts a plan in front of its list. */
static void link_first(struct plan *plan, const struct request *request) {
    plan->first = plan_place(request);
    plan->next = *plan->first;
    *plan->first = plan;
    *newest_of(plan) = plan;
}

void plan_keep(const struct request *request, const char *algorithm, struct plan *plan) {
    size_t written = sizeof *plan + plan->length * sizeof plan->action[0];
    size_t bytes = written;
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++)
        bytes += request->array[k].bytes;
    bytes = (bytes + _Alignof(struct plan) - 1) & ~(_Alignof(struct plan) - 1);
    if (bytes > PLANS_BYTES)
        return;
    set_key(&plan->key, request, algorithm);
    plan->bytes = (uint32_t)bytes;
    plan->buffer[BUFFER_SCRATCH] = plans.scratch;
    struct plan *kept = take_memory((uint32_t)bytes);
    memcpy(kept, plan, written);
    uint8_t *copy = (uint8_t *)&kept->action[kept->length];
    kept->copies = copy;
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++) {
        if (request->array[k].bytes > 0)
            memcpy(copy, request->array[k].at, request->array[k].bytes);
        copy += request->array[k].bytes;
    }
    link_first(kept, request);
}

struct plan *plan_keep_like(const struct plan *kept, const struct request *request) {
    const uint8_t *begin = plans.memory + next_begin(kept->bytes), *at = (const uint8_t *)kept;
    if (at < begin + kept->bytes && begin < at + kept->bytes)
        return NULL;
    uint32_t bytes = kept->bytes;
    struct plan *plan = take_memory(bytes); /* this may forget the kept plan, but leaves its bytes
                                               there */
    copy_bytes(plan, kept, bytes);
    plan->key.size = request->size;
    if (plan->key.call & CALL_UNUSUAL) {
        plan->key.type = request->type;
        plan->key.op = request->op;
    }
    plan->buffer[BUFFER_SCRATCH] = plans.scratch;
    plan->copies = (const uint8_t *)&plan->action[plan->length];
    link_first(plan, request);
    return plan;
}
