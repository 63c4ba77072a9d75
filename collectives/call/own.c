/* The calls of cube_algorithm.h: a program's own algorithms, besides those of the library. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/call/schedules.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/schedule/own/own_step.h"
#include "cube_algorithm.h"
#include "net/node.h"

/* The members about an operation of its own are those of algorithms of this version, and of later
 * ones. */
enum { FIRST_WITH_OPERATIONS = 2 };

/* Returns the operation of that name, or null. An operation without algorithms is not found. */
static const struct operation *operation_of(const char *name) {
    for (size_t k = 0; k < catalogue_entries; k++)
        if (strcmp(operation_name(catalogue[k]->operation->tag), name) == 0)
            return catalogue[k]->operation;
    return NULL;
}

/* Returns the operation that an algorithm brings along, or null if it does not say all of it. The
 * operation lies beside the algorithm, if that is added, and one that is refused is written over.
 */
static const struct operation *own_operation(const struct cube_own_algorithm *own) {
    static struct operation
        made[CUBE_OWN_ALGORITHMS + 1]; /* one more, for which there is no room */
    size_t place = 0;
    if (!own->content || own->outputs == 0)
        return NULL;
    while (catalogue_own(place))
        place++;
    made[place] = (struct operation){
        .tag = OPERATION_OWN,
        .outputs = own->outputs,
        .combines = own->combines,
        .postcondition = own->content,
    };
    return &made[place];
}

static bool is_complete(const struct cube_own_algorithm *own) {
    return own->name && own->name[0] != '\0' && own->operation && own->blocks && own->step &&
           own->ports >= CUBE_ALL_PORT && own->ports <= CUBE_SIMD;
}

int cube_algorithm_add(const struct cube_own_algorithm *own) {
    if (own->version == 0 || own->version > CUBE_ALGORITHM_VERSION)
        return -ENOTSUP;
    if (!is_complete(own))
        return -EINVAL;
    if (catalogue_find(own->name))
        return -EEXIST;
    bool is_own =
        own->version >= FIRST_WITH_OPERATIONS && strcmp(own->operation, CUBE_OWN_OPERATION) == 0;
    const struct operation *operation = is_own ? own_operation(own) : operation_of(own->operation);
    if (!operation || own->areas <= operation->outputs || own->areas > SCHEDULE_AREAS ||
        own->accumulators >> own->areas != 0)
        return -EINVAL;
    const struct algorithm algorithm = {
        .name = own->name,
        .operation = operation,
        .ports = (enum port_model)(own->ports - CUBE_ALL_PORT),
        .relay = own->stores ? RELAY_WHOLE : RELAY_PIECES,
        .ordered = own->ordered,
        .varies = own->varies,
        .source = !own->source ? "the program" : own->source,
        .areas = own->areas,
        .accumulators = own->accumulators,
        .own = true,
        .copies = true, /* what it claims is its own: the bound is the one that holds for all */
        .applicable = own->applicable,
        .blocks = own->blocks,
        .steps = own->steps,
        .packets = own->packets,
        .link_words = own->link_words,
        .bound = own->bound,
        .step = own->step,
    };
    node.looks_at_schedules = true;
    return catalogue_add(&algorithm) ? 0 : -ENOSPC;
}

static const char *reason(int error) {
    switch (error) {
    case -ENOTSUP:
        return "it needs a later version of cube_algorithm.h (rebuild it with this one)";
    case -EEXIST:
        return "an algorithm of this name already exists (rename it)";
    case -ENOSPC:
        return "too many algorithms added by a program";
    default:
        return "it needs a name, an operation of the catalogue, or the outputs and the content of "
               "its own, ports, blocks and a step, and areas for input and outputs, at most "
               "CUBE_AREAS";
    }
}

void cube_algorithm_require(const struct cube_own_algorithm *own) {
    int error = cube_algorithm_add(own);
    if (error == 0)
        return;
    if (cube_node() == 0)
        fprintf(stderr, "cube: the algorithm \"%s\" cannot be added: %s\n",
                !own->name ? "" : own->name, reason(error));
    exit(EXIT_FAILURE);
}

/* ---- Calls ---- */

/* Whether a call asks for a case in which no proof has seen an algorithm that varies so. */
static bool is_undeclared(const struct shape *shape, uint32_t varies) {
    return (shape->root != 0 && !(varies & VARIES_ROOT)) ||
           (shape->target != 0 && !(varies & VARIES_TARGET)) ||
           (shape->axes != 0 && !(varies & VARIES_SIDES));
}

/* Whether a move leaves blocks where they are if output and input are one. */
static bool is_nothing(const struct move *move) {
    bool spread_whole = move->kind == MOVE_SPREAD && move->to.free == 1;
    return move->from.area == AREA_INPUT && move->to.area == AREA_OUTPUT &&
           move->from.first == move->to.first &&
           (spread_whole || (move->kind == MOVE_COPY && move->from.free == move->to.free));
}

/* Whether a step reads the input after the output has been written, in this step or before it. */
static bool reads_late(const struct step *step, bool *written) {
    for (const struct move *move = step->move; move < step->move + step->moves; move++) {
        if (is_nothing(move))
            continue;
        if (*written && move->from.area == AREA_INPUT)
            return true;
        *written |= move->to.area == AREA_OUTPUT;
    }
    for (uint32_t ports = step->receives; ports != 0; ports &= ports - 1)
        *written |= step->receive[lowest_port(ports)].area == AREA_OUTPUT;
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1)
        if (*written && step->send[lowest_port(ports)].area == AREA_INPUT)
            return true;
    return false;
}

static bool may_be_in_place(const struct call *call) {
    bool written = false;
    for (uint32_t others = call->algorithm->accumulators & ~(1u << AREA_OUTPUT); others != 0;
         others &= others - 1)
        if (algorithm_blocks(call->algorithm, &call->shape, call->node, lowest_port(others)) > 0)
            return false;
    for (uint32_t number = 1; number <= algorithm_steps(call->algorithm, &call->shape) + 1;
         number++) {
        struct step step;
        algorithm_step(call->algorithm, &call->shape, call->node, number, &step);
        if (reads_late(&step, &written))
            return false;
    }
    return true;
}

bool own_is_proved_for(struct call *call) {
    const struct algorithm *algorithm = call->algorithm;
    if (is_undeclared(&call->shape, algorithm->varies))
        return false;
    shape_reads(); /* forget those before */
    algorithm_applicable(algorithm, &call->shape);
    for (uint32_t area = 0; area < algorithm_areas(algorithm); area++)
        algorithm_blocks(algorithm, &call->shape, call->node, area);
    if (!algorithm_is_described(algorithm, &call->shape, call->node))
        return false;
    if (algorithm->operation->combines && !may_be_in_place(call)) {
        if (call->input == call->output[0])
            return false;
        call->request = NULL;
    }
    return (shape_reads() & ~algorithm->varies) == 0;
}
