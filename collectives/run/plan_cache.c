#include "collectives/run/plan_cache.h"

#include <string.h>

NODE_LOCAL struct plans plans;

/* ---- Which plan meets which request ---- */

static const struct cube_choice *choice_of(const struct request *request) {
    static const struct cube_choice open;
    return request->choice == NULL ? &open : request->choice;
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

static uint32_t place_of(const struct request *request) {
    return plan_place(request->operation->tag, request->size + mix_of(request->array[0]),
                      request->argument);
}

static bool same_type(const struct cube_type *type, const struct cube_type *copy) {
    return type == NULL ? copy->bytes == 0 : type->bytes == copy->bytes && type->kind == copy->kind;
}

static bool same_op(const struct cube_op *op, const struct cube_op *copy) {
    return op == NULL ? copy->function == NULL
                      : op->function == copy->function && op->commutative == copy->commutative &&
                            op->kinds == copy->kinds;
}

static bool same_choice(const struct cube_choice *choice, const struct plan_key *key) {
    if (choice->ports != key->ports || choice->dimensions != key->dimensions ||
        choice->packets != key->packets)
        return false;
    if (choice->algorithm == NULL || key->algorithm == NULL)
        return choice->algorithm == key->algorithm;
    return strcmp(choice->algorithm, key->algorithm) == 0;
}

/* The copies of the request's arrays. */
static uint8_t *copies_in(struct plan *plan) {
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

static bool meets(struct plan *plan, const struct request *request) {
    const struct plan_key *key = &plan->key;
    return key->operation == request->operation && key->size == request->size &&
           key->argument == request->argument && key->target == request->target &&
           key->form == request->form && key->traced == (node.records != 0) &&
           same_choice(choice_of(request), key) && same_type(request->type, &key->type_copy) &&
           same_op(request->op, &key->op_copy) && same_arrays(request, plan);
}

struct plan *plan_found(const struct request *request) {
    struct plan *plan = plans.first[place_of(request)];
    while (plan != NULL && !meets(plan, request))
        plan = plan->next;
    if (plan == NULL)
        return NULL;
    plan->key.type = request->type;
    plan->key.op = request->op;
    for (uint32_t k = 0; k < SCHEDULE_OUTPUTS; k++)
        plan->buffer[BUFFER_OUTPUT + k] = request->output[k];
    return plan;
}

/* ---- Memory ---- */

struct plan *plan_room(uint32_t *actions) {
    *actions = (PLAN_MOST - sizeof(struct plan)) / sizeof(struct action);
    return (struct plan *)(void *)plans.room;
}

static void forget_oldest(void) {
    struct plan *oldest = (struct plan *)(void *)(plans.memory + plans.oldest);
    struct plan **link = &plans.first[oldest->place];
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

static struct plan_key key_of(const struct request *request, const char *algorithm) {
    const struct cube_choice *choice = choice_of(request);
    struct plan_key key = {
        .operation = request->operation,
        .size = request->size,
        .argument = request->argument,
        .target = request->target,
        .type = request->type,
        .op = request->op,
        .algorithm = choice->algorithm == NULL ? NULL : algorithm,
        .ports = choice->ports,
        .dimensions = choice->dimensions,
        .packets = choice->packets,
        .form = request->form,
        .traced = node.records != 0,
    };
    key.plain = request->choice == NULL && request->target == 0 && request->form == FORM_PLAIN &&
                !key.traced && type_is_constant(request->type) && operator_is_constant(request->op);
    if (request->type != NULL)
        key.type_copy = *request->type;
    if (request->op != NULL)
        key.op_copy = *request->op;
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++) {
        key.array_bytes[k] = (uint32_t)request->array[k].bytes;
        key.plain = key.plain && request->array[k].bytes == 0;
    }
    return key;
}

void plan_keep(const struct request *request, const char *algorithm, const struct plan *plan) {
    size_t written = sizeof *plan + plan->length * sizeof plan->action[0];
    size_t bytes = written;
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++)
        bytes += request->array[k].bytes;
    bytes = (bytes + _Alignof(struct plan) - 1) & ~(_Alignof(struct plan) - 1);
    if (bytes > PLANS_BYTES)
        return;
    struct plan *kept = take_memory((uint32_t)bytes);
    memcpy(kept, plan, written);
    kept->key = key_of(request, algorithm);
    kept->bytes = (uint32_t)bytes;
    kept->buffer[BUFFER_SCRATCH] = plans.scratch;
    uint8_t *copy = copies_in(kept);
    for (uint32_t k = 0; k < REQUEST_ARRAYS; k++) {
        if (request->array[k].bytes > 0)
            memcpy(copy, request->array[k].at, request->array[k].bytes);
        copy += request->array[k].bytes;
    }
    kept->place = place_of(request);
    kept->next = plans.first[kept->place];
    plans.first[kept->place] = kept;
}
