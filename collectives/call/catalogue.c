/* The calls of cube_catalogue.h: the catalogue's entries on this cube, and a way to run them. */
#include <errno.h>

#include "collectives/call/call.h"
#include "collectives/call/schedules.h"
#include "collectives/call/select.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/schedule/cost.h"
#include "collectives/schedule/subcube.h"
#include "cube.h"
#include "cube_catalogue.h"
#include "net/clock/time.h"
#include "net/node.h"

static_assert((int)CUBE_VARIES_ROOT == VARIES_ROOT && (int)CUBE_VARIES_TARGET == VARIES_TARGET &&
                  (int)CUBE_VARIES_PACKETS == VARIES_PACKETS &&
                  (int)CUBE_VARIES_SHIFT == VARIES_SHIFT && (int)CUBE_VARIES_SIDES == VARIES_SIDES,
              "programs and schedules mean the same");

/* Begins a call of the algorithm of that name in the given case. Returns 0, or -EINVAL if there is
 * no such algorithm or it does not apply to that case. */
static int begin(struct call *call, const char *name, const struct cube_case *given) {
    static const struct cube_case simplest;
    const struct cube_case *chosen = given ? given : &simplest;
    const struct algorithm *algorithm = catalogue_find(name);
    struct cube_choice choice = {
        .algorithm = name,
        .dimensions = chosen->dimensions,
        .packets = chosen->packets == 0 ? 1 : chosen->packets,
    };
    if (!algorithm || chosen->axes > CUBE_MAX_DIMENSION)
        return -EINVAL;
    int error = call_begin(call, algorithm, &choice);
    if (error != 0)
        return error;
    call->shape.root = (uint32_t)chosen->root;
    call->shape.target = (uint32_t)chosen->target;
    call->shape.shift = (uint32_t)chosen->shift;
    call->shape.axes = chosen->axes;
    for (uint32_t axis = 0; axis < chosen->axes; axis++)
        call->shape.side[axis] = chosen->side[axis];
    if ((algorithm->varies & VARIES_SHIFT) && call->shape.shift >= shape_nodes(&call->shape))
        return -EINVAL;
    error = call_check(call);
    if (error == 0 && node.looks_at_schedules)
        given_take(call);
    return error;
}

static void describe(const struct algorithm *algorithm, const struct shape *shape,
                     struct cube_algorithm *described) {
    *described = (struct cube_algorithm){
        .name = algorithm->name,
        .operation = operation_name(algorithm->operation->tag),
        .ports = port_model_names[algorithm->ports],
        .source = algorithm->source,
        .is_default = algorithm->is_default,
        .combines = algorithm->operation->combines,
        .ordered = algorithm->ordered,
        .varies = algorithm->varies,
        .outputs = algorithm->operation->outputs,
        .steps = algorithm_steps(algorithm, shape),
        .bound = algorithm_bound(algorithm, shape),
        .open = algorithm_is_open(algorithm, shape),
        .packets = algorithm_packets(algorithm, shape),
        .link_words = algorithm_link_words(algorithm, shape),
    };
}

int cube_catalogue_find(const char *name, const struct cube_case *given,
                        struct cube_algorithm *described) {
    struct call call;
    int error = begin(&call, name, given);
    if (error != 0)
        return error;
    describe(call.algorithm, &call.shape, described);
    if (node.looks_at_schedules) /* the name by which a schedule that is given is asked for */
        described->name = given_instead_of(&call)->name;
    return 0;
}

int cube_catalogue(size_t index, struct cube_algorithm *described) {
    const struct algorithm *algorithm =
        index < catalogue_entries ? catalogue[index] : catalogue_own(index - catalogue_entries);
    if (!algorithm)
        return -EINVAL;
    struct shape shape = shape_of(node.dimension);
    if (node.looks_at_schedules && cube_catalogue_find(algorithm->name, NULL, described) == 0)
        return 0;
    describe(algorithm, &shape, described);
    return 0;
}

uint32_t cube_catalogue_arrivals(const char *name, const struct cube_case *given, uint32_t number) {
    struct call call;
    struct step step;
    if (begin(&call, name, given) != 0 || number == 0 ||
        number > algorithm_steps(call.algorithm, &call.shape))
        return 0;
    call_step(&call, number, &step);
    return subcube_node(step.receives | step.relays, call.free);
}

uint32_t cube_catalogue_blocks(const char *name, const struct cube_case *given, unsigned area) {
    struct call call;
    if (begin(&call, name, given) != 0 || area > call.algorithm->operation->outputs)
        return 0;
    return algorithm_blocks(call.algorithm, &call.shape, call.node, area);
}

struct cube_content cube_catalogue_content(const char *name, const struct cube_case *given,
                                           unsigned area, uint32_t block) {
    struct call call;
    struct cube_content content = content_any();
    if (begin(&call, name, given) == 0 && area >= 1 && area <= call.algorithm->operation->outputs)
        content = operation_content(call.algorithm->operation, &call.shape, call.node, area, block);
    return (struct cube_content){content.first, content.last, content.block};
}

uint32_t cube_catalogue_rank(const char *name, const struct cube_case *given) {
    struct call call;
    if (begin(&call, name, given) != 0)
        return 0;
    return operation_rank(call.algorithm->operation, &call.shape, call.node);
}

int cube_catalogue_time(const char *name, const struct cube_case *given, size_t bytes,
                        uint64_t *time) {
    struct call call;
    const struct cube_node_page *page = system_node_page();
    struct cost_model model = {page->costs.start, page->costs.hop, page->costs.byte,
                               (page->flags & CUBE_PAGE_ONE_PORT) != 0};
    struct block_sizes sizes = {.bytes = bytes};
    int error = begin(&call, name, given);
    if (error != 0)
        return error;
    if (!algorithm_has_cost(call.algorithm, model.one_port))
        return -ENOTSUP;
    struct chain_cost cost = algorithm_cost(call.algorithm, &call.shape, model.one_port, 0);
    *time = (uint64_t)cost_time(&cost, &model, &sizes);
    return cost_is_exact(&cost, &model) ? 0 : 1;
}

double cube_catalogue_estimate(const char *name, const struct cube_case *given, size_t bytes) {
    struct call call;
    if (begin(&call, name, given) != 0)
        return -1;
    return select_estimate(call.algorithm, &call.shape, bytes);
}

int cube_catalogue_run(const char *name, const struct cube_case *given,
                       const struct cube_type *type, const struct cube_op *op, const void *input,
                       void *const output[], size_t bytes) {
    struct cube_choice choice = {.algorithm = name};
    struct request request = {
        .form = FORM_CATALOGUE,
        .size = bytes,
        .type = type,
        .op = op,
        .choice = &choice,
        .array = {{given, !given ? 0 : sizeof *given}},
        .input = input,
    };
    struct call call;
    /* Algorithms are compared by this call, and to find one takes the longer the further behind it
     * is in the catalogue. */
    struct pause pause = time_pause();
    int error = begin(&call, name, given);
    if (error == 0 && call.algorithm->operation->combines)
        error = call_divide(&call, 0, type, op, 1);
    time_resume(pause);
    if (error != 0)
        return error;
    request.operation = call.algorithm->operation->tag;
    for (uint32_t k = 0; k < call.algorithm->operation->outputs; k++)
        request.output[k] = output[k];
    call.request = &request;
    call.input = input;
    for (uint32_t k = 0; k < call.algorithm->operation->outputs; k++)
        call.output[k] = output[k];
    call.layout.bytes = bytes;
    return call_run(&call);
}
