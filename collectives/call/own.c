/* The calls of cube_algorithm.h: a program's own algorithms, besides those of the library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/call/schedules.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/schedule/own/own_step.h"
#include "cube_algorithm.h"
#include "net/node.h"

int cube_algorithm_add(const struct cube_own_algorithm *own) {
    int error = catalogue_add_own(own);
    if (error == 0)
        node.looks_at_schedules = true;
    return error;
}

void cube_algorithm_require(const struct cube_own_algorithm *own) {
    int error = cube_algorithm_add(own);
    if (error == 0)
        return;
    if (cube_node() == 0)
        catalogue_refuse_own(own, error);
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
