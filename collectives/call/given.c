#include "collectives/call/schedules.h"

#include <string.h>

#include "cube_algorithm.h"
#include "formats/cpio.h"
#include "formats/initrd.h"
#include "formats/schedules.h"
#include "net/node.h"

static_assert((uint32_t)GIVEN_SIDES == CUBE_MAX_DIMENSION, "both mean the same meshes");

/* The schedule that the call at hand has taken. */
static NODE_LOCAL struct {
    struct algorithm algorithm;
    const struct algorithm *of; /* the one that the call had before */
    const struct given_schedule *schedule;
} taken;

/* Returns what is given, and its size; null if nothing is. */
static const uint8_t *schedules(size_t *bytes) {
    const struct cube_node_page *page = system_node_page();
    const uint8_t *archive = (const uint8_t *)(uintptr_t)page->files;
    const char *reason;
    struct cpio_file file;
    size_t offset = 0;
    while (page->files_bytes && cpio_next(archive, page->files_bytes, &offset, &file, &reason) == 1)
        if (strcmp(file.name, INITRD_SCHEDULES) == 0) {
            *bytes = file.bytes;
            return file.data;
        }
    *bytes = 0;
    return NULL;
}

/* ---- Whether a schedule is for a call ---- */

static bool is_mesh(const struct given_schedule *given, const struct shape *shape) {
    for (uint32_t axis = 0; axis < shape->axes; axis++)
        if (given->side[axis] != shape->side[axis])
            return false;
    return given->axes == shape->axes;
}

static bool is_for(const struct given_schedule *given, const struct call *call) {
    const struct shape *shape = &call->shape;
    uint32_t varies = call->algorithm->varies;
    return strcmp(given->of, call->algorithm->name) == 0 && given->dimension == shape->dimension &&
           (!(varies & VARIES_ROOT) || given->root == shape->root) &&
           (!(varies & VARIES_TARGET) || given->target == shape->target) &&
           (!(varies & VARIES_PACKETS) || given->division == shape->packets) &&
           (!(varies & VARIES_SHIFT) || given->shift == shape->shift) &&
           (!(varies & VARIES_SIDES) || is_mesh(given, shape));
}

/* Whether the output of any node may be its input itself while another of its areas begins as a
 * copy of it, too. Then things may not be done in another order (struct algorithm, `accumulators`).
 */
static bool keeps_its_order(const struct algorithm *algorithm, const struct shape *shape) {
    uint32_t others = algorithm->accumulators & ~(1u << AREA_OUTPUT);
    if (others == algorithm->accumulators)
        return false;
    for (; others != 0; others &= others - 1)
        for (uint32_t v = 0; v < shape_nodes(shape); v++)
            if (algorithm_blocks(algorithm, shape, v, AREA_OUTPUT) > 0 &&
                algorithm_blocks(algorithm, shape, v, lowest_port(others)) > 0)
                return true;
    return false;
}

/* Returns the schedule for a call, or null. A schedule is for all of the cube, which has links, and
 * for no case but those of struct given_schedule: a permutation is one that it has not. */
static const struct given_schedule *schedule_for(const struct call *call) {
    size_t bytes;
    if (call->shape.dimension != node.dimension || node.dimension == 0 || call->shape.table)
        return NULL;
    const uint8_t *at = schedules(&bytes), *end = at + bytes;
    while (at != end) {
        const struct given_schedule *given = (const struct given_schedule *)(const void *)at;
        if (is_for(given, call))
            return keeps_its_order(call->algorithm, &call->shape) ? NULL : given;
        at += given->bytes;
    }
    return NULL;
}

/* ---- A given schedule as an algorithm ---- */

static uint32_t blocks(const struct shape *shape, uint32_t number, uint32_t area) {
    return algorithm_blocks(taken.of, shape, number, area);
}

FORMULA(uint32_t, steps, taken.schedule->steps)

static struct cube_blocks blocks_of(const uint32_t numbers[GIVEN_BLOCKS]) {
    return (struct cube_blocks){numbers[0], numbers[1], numbers[2], numbers[3]};
}

static void add(const struct given_part *part, struct step *step) {
    struct cube_blocks run = blocks_of(part->blocks);
    switch (part->kind) {
    case GIVEN_SEND:
        cube_step_send(step, part->port, run);
        break;
    case GIVEN_RECEIVE:
        cube_step_receive(step, part->port, run);
        break;
    case GIVEN_LEFT:
    case GIVEN_RIGHT:
        cube_step_combine(step, part->port, run, part->kind == GIVEN_LEFT);
        break;
    case GIVEN_RELAY:
        cube_step_relay(step, part->port, part->leave, run);
        break;
    default:
        cube_step_move(step, run, blocks_of(part->to), (enum cube_move)(part->kind - GIVEN_COPY));
    }
}

static void step_of(const struct shape *shape, uint32_t number, uint32_t step_number,
                    struct step *step) {
    const struct given_schedule *given = taken.schedule;
    size_t row = given->steps + 1, begins = 1 + row * shape_nodes(shape);
    const struct given_part *part = (const struct given_part *)(given->begin + begins);
    const uint32_t *begin = &given->begin[number * row + step_number - 1];
    for (uint32_t k = begin[0]; k < begin[1]; k++)
        add(&part[k], step);
}

FORMULA(uint64_t, packets, taken.schedule->packets)
FORMULA(uint64_t, link_words, taken.schedule->link_words)
FORMULA(uint32_t, bound, taken.schedule->bound)

void given_take(struct call *call) {
    const struct given_schedule *given =
        call->algorithm == &taken.algorithm ? NULL : schedule_for(call);
    if (!given)
        return;
    taken.of = call->algorithm;
    taken.schedule = given;
    taken.algorithm = (struct algorithm){
        .name = given->name,
        .operation = call->algorithm->operation,
        .ports = call->algorithm->ports,
        .relay = RELAY_PIECES,
        .ordered = call->algorithm->ordered,
        .varies = call->algorithm->varies,
        .source = call->algorithm->source,
        .areas = algorithm_areas(call->algorithm),
        .accumulators = call->algorithm->accumulators,
        .own = true,
        .blocks = blocks,
        .steps = steps,
        .packets = packets,
        .link_words = link_words,
        .bound = bound,
        .step = step_of,
    };
    call->algorithm = &taken.algorithm;
}

void given_mark(struct call *call) {
    if (call->algorithm == &taken.algorithm) /* no step of it reads the shift */
        call->shape.shift =
            call->shape.shift * CALL_MIX_FACTOR + (uint32_t)(uintptr_t)taken.schedule;
}

const struct algorithm *given_instead_of(const struct call *call) {
    return call->algorithm == &taken.algorithm ? taken.of : call->algorithm;
}
