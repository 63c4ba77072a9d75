#include "collectives/run/plan_cache.h"

#include <string.h>

NODE_LOCAL struct plans plans;

/* ---- Which plan meets which request ---- */

/* What a request has, beside what all have. */
enum {
    SAYS_CHOICE = 1u << 0,
    SAYS_TYPE = 1u << 1,
    SAYS_OP = 1u << 2,
    SAYS_ARRAY = 1u << 3,
    SAYS_TRACED = 1u << 4, /* steps are recorded: a plan does so or does not */
    SAYS_FORM_SHIFT = 8,
};

static inline uint32_t said_by(const struct request *request) {
    return (request->choice != NULL ? SAYS_CHOICE : 0) | (request->type != NULL ? SAYS_TYPE : 0) |
           (request->op != NULL ? SAYS_OP : 0) | (request->array[0].bytes > 0 ? SAYS_ARRAY : 0) |
           (node.records != 0 ? SAYS_TRACED : 0) | (uint32_t)request->form << SAYS_FORM_SHIFT;
}

/* The end of an array tells many of them apart: it has the sum of all sizes, where they are
 * offsets. */
static uint32_t mix_of(struct request_array array) {
    uint64_t last;
    if (array.at == NULL || array.bytes < sizeof last)
        return 0;
    memcpy(&last, (const uint8_t *)array.at + array.bytes - sizeof last, sizeof last);
    return (uint32_t)last ^ (uint32_t)(last >> 32);
}

static inline struct plan **place_of(const struct request *request) {
    uint32_t array = request->array[0].bytes > 0 ? mix_of(request->array[0]) : 0;
    return &plans.first[request->operation->tag % PLAN_ROWS]
                       [plan_column(request->size + array, request->argument)];
}

static inline bool same_type(const struct cube_type *type, const struct cube_type *copy) {
    return type->bytes == copy->bytes && type->kind == copy->kind;
}

static inline bool same_op(const struct cube_op *op, const struct cube_op *copy) {
    return op->function == copy->function && op->commutative == copy->commutative &&
           op->kinds == copy->kinds;
}

static bool same_choice(const struct cube_choice *choice, const struct cube_choice *copy) {
    if (choice->ports != copy->ports || choice->dimensions != copy->dimensions ||
        choice->packets != copy->packets)
        return false;
    if (choice->algorithm == NULL || copy->algorithm == NULL)
        return choice->algorithm == copy->algorithm;
    return strcmp(choice->algorithm, copy->algorithm) == 0;
}

/* The copies of the request's arrays. */
static inline uint8_t *copies_in(struct plan *plan) {
    return (uint8_t *)&plan->action[plan->length];
}

static bool same_arrays(const struct request *request, struct plan *plan) {
    const uint8_t *copy = copies_in(plan);
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++) {
        struct request_array array = request->array[k];
        if (array.bytes != plan->key.array_bytes[k])
            return false;
        if (array.bytes > 0 && (array.at == NULL || memcmp(array.at, copy, array.bytes) != 0))
            return false;
        copy += array.bytes;
    }
    return true;
}

static inline bool meets(struct plan *plan, const struct request *request, uint32_t says) {
    const struct plan_key *key = &plan->key;
    return key->operation == request->operation && key->says == says &&
           key->size == request->size && key->argument == request->argument &&
           key->target == request->target &&
           (!(says & SAYS_CHOICE) || same_choice(request->choice, &key->choice)) &&
           (!(says & SAYS_TYPE) || same_type(request->type, &key->type_copy)) &&
           (!(says & SAYS_OP) || same_op(request->op, &key->op_copy)) &&
           (!(says & SAYS_ARRAY) || same_arrays(request, plan));
}

struct plan *plan_found(const struct request *request) {
    uint32_t says = said_by(request);
    struct plan **first = place_of(request), **link = first;
    while (*link != NULL && !meets(*link, request, says))
        link = &(*link)->next;
    struct plan *plan = *link;
    if (plan == NULL)
        return NULL;
    if (unlikely(link != first)) { /* where plan_kept looks when the call comes again */
        *link = plan->next;
        plan->next = *first;
        *first = plan;
    }
    plan->key.type = request->type;
    plan->key.op = request->op;
    for (uint32_t k = 0; k < SCHEDULE_OUTPUTS; k++)
        plan->buffer[BUFFER_OUTPUT + k] = request->output[k];
    /* plan_run looks at the first output, and execute tells that a later one is missing. */
    for (uint32_t k = 1; k < SCHEDULE_OUTPUTS; k++)
        if (((plan->buffers >> (BUFFER_OUTPUT + k)) & 1) && request->output[k] == NULL)
            return NULL;
    return plan;
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
    plans.kept--;
    plans.oldest += oldest->bytes;
    if (plans.oldest == plans.turn)
        plans.oldest = plans.turn = 0;
}

/* Room for so many bytes, in place of the oldest plans. */
static struct plan *take_memory(uint32_t bytes) {
    if (bytes > PLANS_BYTES - plans.end) {
        while (plans.turn != 0) /* those between here and the end of the memory */
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
    key->operation = request->operation;
    key->size = request->size;
    key->type = request->type;
    key->op = request->op;
    key->argument = request->argument;
    key->target = request->target;
    key->says = said_by(request);
    if (request->type != NULL)
        key->type_copy = *request->type;
    if (request->op != NULL)
        key->op_copy = *request->op;
    if (request->choice != NULL) {
        key->choice = *request->choice;
        if (key->choice.algorithm != NULL)
            key->choice.algorithm = algorithm;
    }
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++)
        key->array_bytes[k] = (uint32_t)request->array[k].bytes;
    if ((key->says & ~(SAYS_TYPE | SAYS_OP)) == 0 && request->target == 0 &&
        type_is_constant(request->type) && operator_is_constant(request->op))
        key->plain = request->operation->tag;
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
    uint8_t *copy = copies_in(kept);
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++) {
        if (request->array[k].bytes > 0)
            memcpy(copy, request->array[k].at, request->array[k].bytes);
        copy += request->array[k].bytes;
    }
    kept->first = place_of(request);
    kept->next = *kept->first;
    *kept->first = kept;
}
