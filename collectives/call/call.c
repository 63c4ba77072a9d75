#include "collectives/call/call.h"

#include <errno.h>

#include "collectives/call/mesh_call.h"
#include "collectives/call/schedules.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/run/kept/plan_resize.h"
#include "collectives/schedule/subcube.h"
#include "net/node.h"

static_assert((int)CUBE_ALL_PORT == PORTS_ALL + 1 && (int)CUBE_ONE_PORT == PORTS_ONE + 1 &&
                  (int)CUBE_SIMD == PORTS_SIMD + 1,
              "the port models of cube.h are ours, after \"any\"");

/* Returns the usual algorithm for this operation and port model, or null. A model without its own
 * takes that of the next stricter model, whose algorithms it allows. */
static const struct algorithm *usual_of(const struct operation *operation, enum cube_ports ports) {
    const struct algorithm *usual = NULL;
    struct algorithms all = catalogue_of(operation);
    for (uint32_t k = 0; k < all.count; k++) {
        const struct algorithm *other = all.first[k];
        if (other->is_default && other->ports + 1 >= (unsigned)ports &&
            (!usual || other->ports < usual->ports))
            usual = other;
    }
    return usual;
}

/* Returns the algorithm that the choice asks for, or null if there is none. */
static const struct algorithm *chosen(const struct algorithm *usual,
                                      const struct cube_choice *choice) {
    if (!choice->algorithm)
        return choice->ports == CUBE_ANY_PORTS ? usual : usual_of(usual->operation, choice->ports);
    const struct algorithm *algorithm = catalogue_find(choice->algorithm);
    if (!algorithm || algorithm->operation != usual->operation)
        return NULL;
    bool fits = choice->ports == CUBE_ANY_PORTS || algorithm->ports + 1 == (unsigned)choice->ports;
    return fits ? algorithm : NULL;
}

int call_begin(struct call *call, const struct algorithm *usual, const struct cube_choice *choice) {
    uint32_t all = (1u << node.dimension) - 1;
    *call = (struct call){
        .algorithm = usual,
        .shape = shape_of(node.dimension),
        .node = node.number,
        .free = all,
    };
    if (choice) {
        call->algorithm = chosen(usual, choice);
        if (!call->algorithm || (choice->dimensions & ~all) != 0 || choice->packets > CUBE_PACKETS)
            return -EINVAL;
        if (choice->dimensions != 0 && choice->dimensions != all) {
            call->free = choice->dimensions;
            call->shape.dimension = (uint32_t)__builtin_popcount(call->free);
            call->node = subcube_rank(node.number, call->free);
        }
    }
    if (call->algorithm->varies & VARIES_PACKETS) /* 0 packets: call_divide decides how many */
        call->shape.packets = choice ? choice->packets : 0;
    return 0;
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
    if (!type || type->bytes == 0 || type->bytes > UINT32_MAX || count > UINT32_MAX / type->bytes)
        return -EINVAL;
    if (call->algorithm->operation->combines &&
        (!operator_works(op, type) || !(op->commutative || call->algorithm->ordered)))
        return -EINVAL;
    if (call->shape.packets == 0)
        call->shape.packets = select_packets(call, message_of(count, type));
    if (parts == 0 && (parts = select_parts(call->algorithm, &call->shape)) == 0)
        return -EINVAL; /* a program's own that gives the root no blocks */
    call->type = type;
    call->op = op;
    call->layout = layout_of(count, type->bytes, parts);
    return 0;
}

/* ---- A whole call ---- */

/* Sets the mesh of the request, if there has to be one. Every mesh has an algorithm for one port,
 * but not every mesh has one for all ports. So if the choice names no algorithm, and the algorithm
 * of its port model does not apply, the call gets the algorithm for one port. */
static int set_mesh(struct call *call, const struct collective *collective,
                    const struct request *request) {
    const struct cube_choice *choice = request->choice;
    if (!(collective->usual->varies & VARIES_SIDES))
        return 0;
    int error = mesh_set(&call->shape, request->array[0].at);
    if (error != 0 || call_check(call) == 0 || !choice || choice->algorithm)
        return error;
    const struct algorithm *one_port = usual_of(collective->usual->operation, CUBE_ONE_PORT);
    if (one_port)
        call_take(call, choice, one_port, (one_port->varies & VARIES_PACKETS) != 0 ? 0 : 1);
    return 0;
}

/* Takes the cheapest of all algorithms, or, if the operator does not commute, the cheapest of those
 * that keep the order. */
static void select_algorithm(struct call *call, const struct collective *collective,
                             const struct request *request) {
    const struct cube_choice *choice = request->choice;
    bool ordered = request->op && !request->op->commutative;
    if (ordered && collective->ordered && !call->algorithm->ordered &&
        (!choice || !choice->algorithm))
        call_take(call, choice, collective->ordered, 1);
    struct call_message message = message_of(request->size, request->type);
    if (collective->message == MESSAGE_BLOCKS)
        message = blocks_of(!request->type ? request->size : message.bytes);
    call_select(call, choice, message, ordered);
}

/* Sets how large the blocks are. The blocks of all nodes together have to be less than 4 GiB, even
 * at a node that has only one of them, so that all nodes refuse a call that one of them refuses. */
static int set_sizes(struct call *call, const struct collective *collective,
                     const struct request *request) {
    int error = 0;
    if (request->form == FORM_OFFSETS) {
        call->layout.offsets = call->offsets;
        return 0;
    }
    if (collective->message == MESSAGE_WHOLE)
        return call_divide(call, request->size, request->type, request->op, 0);
    if (request->type || collective->usual->operation->combines)
        error = call_divide(call, request->size, request->type, request->op, 1);
    else
        call->layout = layout_of(request->size, 1, 1);
    bool fits = collective->message != MESSAGE_BLOCKS ||
                call->layout.bytes <= UINT32_MAX >> call->shape.dimension;
    return fits ? error : -EINVAL;
}

/* Sets all of *call as the request says. Returns 0 or a negative errno. */
static int make_call(struct call *call, const struct collective *collective,
                     const struct request *request) {
    int error = call_begin(call, collective->usual, request->choice);
    if (error != 0)
        return error;
    if (collective->usual->varies & VARIES_ROOT) {
        call->shape.root = request->argument;
        call->shape.target = request->target;
    }
    error = set_mesh(call, collective, request);
    if (error == 0 && collective->complete)
        error = collective->complete(call, request);
    if (error == 0)
        error = call_check(call);
    if (error != 0)
        return error;
    if (collective->message != MESSAGE_AS_IT_IS)
        select_algorithm(call, collective, request);
    call->input = request->input;
    for (uint32_t k = 0; k < SCHEDULE_OUTPUTS; k++)
        call->output[k] = request->output[k];
    call->request = request;
    return set_sizes(call, collective, request);
}

/* Executes a call by the schedule that is given for it, if there is one. Refuses one that the
 * library has not proved and whose steps cannot be carried out at this node. To find this out all
 * steps are walked, so a call whose plan is kept does not do it again. */
static COLD int execute_looking(struct call *call) {
    if (call->algorithm->own && !own_is_proved_for(call))
        return -EINVAL;
    given_take(call);
    dead_costs_explain(call);
    if (given_instead_of(call) != call->algorithm &&
        !algorithm_is_described(call->algorithm, &call->shape, call->node))
        return -EINVAL;
    given_mark(call);
    return execute(call);
}

static int execute_call(struct call *call) {
    return UNLIKELY(node.looks_at_schedules) ? execute_looking(call) : execute(call);
}

int call_run(struct call *call) {
    struct plan *plan = plan_found(call->request);
    return plan ? plan_run(call->input, call->output[0], plan) : execute_call(call);
}

/* Makes a plan for a request from a kept plan whose request differs only in its size. Returns it,
 * or null. Within a class of sizes the same algorithm is selected, with as many packets. */
static struct plan *resized(const struct collective *collective, const struct request *request) {
    size_t element = request->type ? request->type->bytes : 1;
    if (request->form != FORM_PLAIN || element == 0 || request->size > UINT32_MAX / element)
        return NULL;
    uint32_t ignored = 32; /* bits of a size */
    if (collective->message != MESSAGE_AS_IT_IS)
        ignored = select_ignores(request->size * element);
    const struct plan *other = plan_of_other_size(request, element, ignored);
    struct plan *plan = other ? plan_resized(other, request) : NULL;
    return plan ? plan_prepare(plan, request) : NULL;
}

int collective_run_any(const struct collective *collective, const struct request *request) {
    struct plan *plan = plan_found(request);
    if (!plan)
        plan = resized(collective, request);
    if (plan)
        return plan_run(request->input, request->output[0], plan);
    struct call call;
    int error = make_call(&call, collective, request);
    return error != 0 ? error : execute_call(&call);
}
