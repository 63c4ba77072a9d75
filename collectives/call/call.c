#include "collectives/call/call.h"

#include <errno.h>

#include "collectives/call/select.h"
#include "collectives/schedule/catalogue.h"
#include "collectives/schedule/subcube.h"
#include "net/node.h"

static_assert((int)CUBE_ALL_PORT == PORTS_ALL + 1 && (int)CUBE_ONE_PORT == PORTS_ONE + 1 &&
                  (int)CUBE_SIMD == PORTS_SIMD + 1,
              "the port models of cube.h are ours, after \"any\"");

/* The algorithm that is usual for this operation and port model, or null. Each model allows what
 * the next one does: where it has no usual algorithm of its own, it takes that one's. */
static const struct algorithm *usual_of(const struct operation *operation, enum cube_ports ports) {
    for (unsigned model = ports; model <= CUBE_SIMD; model++)
        for (size_t i = 0; i < catalogue_entries; i++)
            if (catalogue[i]->operation == operation && catalogue[i]->is_default &&
                catalogue[i]->ports + 1 == model)
                return catalogue[i];
    return NULL;
}

/* What the choice says of the algorithm. */
static const struct algorithm *chosen(const struct operation *operation,
                                      const struct algorithm *usual,
                                      const struct cube_choice *choice) {
    if (choice->algorithm == NULL)
        return choice->ports == CUBE_ANY_PORTS ? usual : usual_of(operation, choice->ports);
    const struct algorithm *algorithm = catalogue_find(choice->algorithm);
    if (algorithm == NULL || algorithm->operation != operation)
        return NULL;
    bool fits = choice->ports == CUBE_ANY_PORTS || algorithm->ports + 1 == (unsigned)choice->ports;
    return fits ? algorithm : NULL;
}

int call_begin(struct call *call, const struct operation *operation, const struct algorithm *usual,
               const struct cube_choice *choice, int root) {
    uint32_t all = (1u << node.dimension) - 1;
    /* Member by member: to clear all of it would take longer than most calls. */
    call->algorithm = usual;
    call->shape.dimension = node.dimension;
    call->shape.root = (uint32_t)root;
    call->shape.target = call->shape.shift = call->shape.axes = 0;
    call->shape.packets = 1;
    call->shape.table = NULL;
    call->node = node.number;
    call->free = all;
    call->layout.bytes = call->layout.longer = call->layout.element = 0;
    call->layout.offsets = NULL;
    call->type = NULL;
    call->op = NULL;
    call->known = CALL_UNKNOWN;
    if (choice != NULL) {
        call->algorithm = chosen(operation, usual, choice);
        if (call->algorithm == NULL || (choice->dimensions & ~all) != 0 ||
            choice->packets > CUBE_PACKETS)
            return -EINVAL;
        if (choice->dimensions != 0 && choice->dimensions != all) {
            call->free = choice->dimensions;
            call->shape.dimension = (uint32_t)__builtin_popcount(call->free);
            call->node = subcube_rank(node.number, call->free);
        }
    }
    if (call->algorithm->varies & VARIES_PACKETS) /* 0: call_divide decides */
        call->shape.packets = choice == NULL ? 0 : choice->packets;
    return call_check(call);
}

int call_check(const struct call *call) {
    uint32_t nodes = shape_nodes(&call->shape);
    if (call->shape.root >= nodes || call->shape.target >= nodes)
        return -EINVAL;
    if (!algorithm_applicable(call->algorithm, &call->shape))
        return -EINVAL;
    return 0;
}

int call_divide(struct call *call, size_t count, const struct cube_type *type,
                const struct cube_op *op, uint32_t parts) {
    if (type == NULL || type->bytes == 0 || type->bytes > UINT32_MAX ||
        count > UINT32_MAX / type->bytes)
        return -EINVAL;
    if (call->algorithm->operation->combines &&
        (!operator_works(op, type) || !(op->commutative || call->algorithm->ordered)))
        return -EINVAL;
    if (call->shape.packets == 0)
        call->shape.packets =
            select_predict(call->algorithm, &call->shape, message_of(count, type)).packets;
    parts = parts == 0 ? call->shape.packets : parts;
    call->type = type;
    call->op = op;
    call->layout.element = type->bytes;
    call->layout.bytes = count / parts * type->bytes;
    call->layout.longer = count % parts;
    return 0;
}

int call_blocks(struct call *call, size_t bytes) {
    if (unlikely(bytes > UINT32_MAX >> call->shape.dimension))
        return -EINVAL;
    call->layout.bytes = bytes;
    return 0;
}

int call_begin_blocks(struct call *call, const struct operation *operation,
                      const struct algorithm *usual, const struct cube_choice *choice,
                      struct selection *selection, enum known_call known, size_t bytes, int root) {
    int error = call_begin(call, operation, usual, choice, root);
    if (error != 0)
        return error;
    call_select(call, choice, selection, blocks_of(bytes), false, 0);
    call_known(call, choice, known, bytes, (uint32_t)root);
    return call_blocks(call, bytes);
}

int call_offsets(const struct call *call, const size_t offsets[]) {
    uint32_t nodes = shape_nodes(&call->shape);
    if (offsets == NULL || offsets[nodes] - offsets[0] > UINT32_MAX)
        return -EINVAL;
    for (uint32_t v = 0; v < nodes; v++)
        if (offsets[v] > offsets[v + 1])
            return -EINVAL;
    return 0;
}

uint32_t call_mix(const int numbers[], uint32_t count) {
    const uint32_t factor = 16777619, basis = 2166136261; /* of Fowler, Noll and Vo, FNV-1a */
    uint32_t mix = basis;
    for (uint32_t k = 0; k < count; k++)
        mix = (mix ^ (uint32_t)numbers[k]) * factor;
    return mix;
}

void call_agree_on(struct call *call, const size_t offsets[]) {
    for (uint32_t v = 0; v < shape_nodes(&call->shape); v++)
        call_agree(call, offsets[v + 1] - offsets[v]);
}
