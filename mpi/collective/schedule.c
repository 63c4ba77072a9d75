#include "mpi/collective/schedule.h"

#include <stdint.h>
#include <stdlib.h>

#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"

struct scratch {
    struct scratch *next;
    _Alignas(max_align_t) char bytes[];
};

/* ---- Parts ---- */

/* Adds numbers instead of counting from a pointer, because an address may be MPI_BOTTOM, from which
 * C cannot count. */
static void *address_at(void *address, MPI_Aint displacement) {
    return (void *)((uintptr_t)address + (uintptr_t)displacement);
}

struct part part_at(const struct part *part, MPI_Count first, MPI_Count count) {
    return (struct part){address_at(part->address, first * layout_extent(part->layout)), count,
                         part->layout};
}

struct part part_of_bytes(void *address, MPI_Count bytes) {
    return (struct part){address, bytes, &pieces_row};
}

void *schedule_memory(struct schedule *schedule, size_t bytes) {
    if (bytes == 0)
        return NULL;
    struct scratch *scratch = malloc(sizeof *scratch + bytes);
    if (!scratch) {
        schedule->failed = true;
        return NULL;
    }
    schedule->scratch_bytes += sizeof *scratch + bytes;
    scratch->next = schedule->scratch;
    schedule->scratch = scratch;
    return scratch->bytes;
}

/* The bytes of all elements lie between the lower one of the first and the last element's true
 * lower bounds and the higher one of their true upper bounds. The last element may lie below the
 * first one, because an extent may be negative. */
struct part schedule_scratch(struct schedule *schedule, MPI_Count count,
                             const struct layout *layout) {
    struct part part = {NULL, count, layout};
    if (part_size(part) == 0)
        return part;
    MPI_Aint length = (count - 1) * layout_extent(layout);
    MPI_Aint lower = layout->true_lower + (length < 0 ? length : 0);
    MPI_Aint upper = layout->true_upper + (length > 0 ? length : 0);
    part.address = address_at(schedule_memory(schedule, (size_t)(upper - lower)), -lower);
    return part;
}

struct part schedule_bytes(struct schedule *schedule, MPI_Count bytes) {
    return part_of_bytes(schedule_memory(schedule, (size_t)bytes), bytes);
}

struct part schedule_unpacked(struct schedule *schedule, const struct part *part) {
    if (part->layout->contiguous)
        return part_of_bytes(address_at(part->address, part->layout->true_lower), part_size(*part));
    return schedule_bytes(schedule, part_size(*part));
}

struct part schedule_packed(struct schedule *schedule, const struct part *part) {
    struct part packed = schedule_unpacked(schedule, part);
    if (!part->layout->contiguous)
        schedule_copy(schedule, part, &packed);
    return packed;
}

/* ---- Steps ---- */

/* Appends a step. A part that the step has no use for is null. */
static void append(struct schedule *schedule, enum step_kind kind, int world,
                   const struct part *from, const struct part *to) {
    if (schedule->count == schedule->room) {
        size_t room = schedule->room == 0 ? 16 : 2 * schedule->room;
        struct schedule_step *grown = realloc(schedule->steps, room * sizeof *grown);
        if (!grown) {
            schedule->failed = true;
            return;
        }
        schedule->steps = grown;
        schedule->room = room;
    }
    struct schedule_step *step = &schedule->steps[schedule->count++];
    step->kind = kind;
    step->world = world;
    if (from)
        step->from = *from;
    if (to)
        step->to = *to;
    if ((kind == STEP_SEND || kind == STEP_RECEIVE) && ++schedule->begun > schedule->most)
        schedule->most = schedule->begun;
}

void schedule_send(struct schedule *schedule, const struct team *team, int rank,
                   const struct part *from) {
    if (part_size(*from) > 0)
        append(schedule, STEP_SEND, team->world[rank], from, NULL);
}

void schedule_receive(struct schedule *schedule, const struct team *team, int rank,
                      const struct part *to) {
    if (part_size(*to) > 0)
        append(schedule, STEP_RECEIVE, team->world[rank], NULL, to);
}

void schedule_send_signal(struct schedule *schedule, const struct team *team, int rank) {
    append(schedule, STEP_SEND, team->world[rank], PART(part_of_bytes(NULL, 0)), NULL);
}

void schedule_receive_signal(struct schedule *schedule, const struct team *team, int rank) {
    append(schedule, STEP_RECEIVE, team->world[rank], NULL, PART(part_of_bytes(NULL, 0)));
}

void schedule_round(struct schedule *schedule) {
    if (schedule->begun > 0)
        append(schedule, STEP_ROUND, 0, NULL, NULL);
    schedule->begun = 0;
}

void schedule_exchange(struct schedule *schedule, const struct team *team, int to,
                       const struct part *sent, int from, const struct part *received) {
    schedule_send(schedule, team, to, sent);
    schedule_receive(schedule, team, from, received);
    schedule_round(schedule);
}

/* Whether two parts are the same memory in the same order. */
static bool are_same(const struct part *one, const struct part *other) {
    if (one->layout->contiguous && other->layout->contiguous)
        return address_at(one->address, one->layout->true_lower) ==
               address_at(other->address, other->layout->true_lower);
    return one->address == other->address && one->layout == other->layout;
}

void schedule_copy(struct schedule *schedule, const struct part *from, const struct part *to) {
    if (part_size(*from) > 0 && !are_same(from, to))
        append(schedule, STEP_COPY, 0, from, to);
}

void schedule_combine(struct schedule *schedule, const struct part *left,
                      const struct part *right) {
    if (right->count > 0)
        append(schedule, STEP_COMBINE, 0, left, right);
}

int schedule_end(struct schedule *schedule) {
    schedule_round(schedule);
    return schedule->failed ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

size_t schedule_size(const struct schedule *schedule) {
    return schedule->scratch_bytes + schedule->room * sizeof *schedule->steps;
}

void schedule_free(struct schedule *schedule) {
    while (schedule->scratch) {
        struct scratch *next = schedule->scratch->next;
        free(schedule->scratch);
        schedule->scratch = next;
    }
    free(schedule->steps);
    *schedule = (struct schedule){0};
}

/* ---- Copies, and blocks ---- */

void part_copy(const struct part *from, const struct part *to) {
    MPI_Count bytes = part_size(*from), room = part_size(*to);
    pieces_copy(from->layout, from->address, 0, to->layout, to->address, 0,
                bytes < room ? bytes : room);
}

struct part blocks_at(const struct blocks *blocks, int number) {
    MPI_Datatype type = type_object(blocks->types ? blocks->types[number] : blocks->type);
    MPI_Count count = blocks->counts ? blocks->counts[number] : blocks->count;
    MPI_Aint displacement = number * count;
    if (blocks->addresses)
        displacement = blocks->addresses[number];
    else if (blocks->displacements)
        displacement = blocks->displacements[number];
    if (!blocks->types)
        displacement *= layout_extent(&type->layout);
    return (struct part){(void *)((uintptr_t)blocks->buffer + (uintptr_t)displacement), count,
                         &type->layout};
}
