#include "programs/computations/pm2b/pipeline.h"

#include <string.h>

/* The packets that move in a round: for each j at most one, namely that whose present iteration has
 * the offset 2^j L. */
struct turn {
    unsigned count;
    struct {
        unsigned j;
        char *packet;
        size_t slot;
    } moving[CUBE_DIMENSIONS];
};

static size_t packets_of(const struct work *work) {
    return work->slots / work->packet;
}

size_t pipeline_rounds(const struct work *work) {
    return work->far == 0 ? 0 : packets_of(work) + work->far - 1;
}

size_t pipeline_room(const struct work *work) {
    return work->packet * (3 * (size_t)work->far + 1);
}

struct pipeline pipeline_begin(struct work *work, char *elements,
                               size_t (*slot_of)(const struct work *work, size_t place)) {
    size_t for_each_offset = work->packet * work->far;
    return (struct pipeline){
        .work = work,
        .elements = elements,
        .below = work_take(work, for_each_offset),
        .above = work_take(work, for_each_offset),
        .between = work_take(work, for_each_offset),
        .result = work_take(work, work->packet),
        .slot_of = slot_of,
    };
}

static struct turn turn_of(const struct pipeline *pipeline, size_t round) {
    const struct work *work = pipeline->work;
    struct turn turn = {0};
    for (unsigned t = 0; t < work->far && t <= round; t++) {
        size_t number = round - t;
        if (number >= packets_of(work))
            continue;
        unsigned j = work->program->order == PM2B_ASCEND ? t : work->far - 1 - t;
        size_t slot = pipeline->slot_of(work, number);
        turn.moving[turn.count].j = j;
        turn.moving[turn.count].slot = slot;
        turn.moving[turn.count++].packet = work_at(work, pipeline->elements, slot);
    }
    return turn;
}

/* One half of ASPC: all packets go `way`, in two steps, or in one if all have j = 0. The extra
 * packet goes in the second step, on the port of j = 0. */
static void half_round(const struct pipeline *pipeline, const struct turn *turn, enum ring_way way,
                       const void *extra, void *extra_to) {
    const struct work *work = pipeline->work;
    size_t bytes = work->packet * work->program->bytes;
    char *arrived = way == RING_UP ? pipeline->below : pipeline->above;
    struct ring_step first = {0}, second = {0};
    for (unsigned k = 0; k < turn->count; k++) {
        unsigned j = turn->moving[k].j;
        char *between = pipeline->between + j * bytes, *to = arrived + j * bytes;
        ring_hop(&first, &work->ring, way, j, turn->moving[k].packet, j == 0 ? to : between);
        if (j > 0)
            ring_hop(&second, &work->ring, way, j, between, to);
    }
    ring_exchange(&first, bytes, work->account);
    if (second.senders == 0)
        return;
    if (extra)
        ring_hop(&second, &work->ring, way, 0, extra, extra_to);
    ring_exchange(&second, bytes, work->account);
}

static void compute(const struct pipeline *pipeline, const struct turn *turn) {
    struct work *work = pipeline->work;
    size_t bytes = work->packet * work->program->bytes;
    for (unsigned k = 0; k < turn->count; k++) {
        unsigned j = turn->moving[k].j;
        char *packet = turn->moving[k].packet;
        struct work_slots slots = {turn->moving[k].slot, 1, work->packet};
        work_compute(work, work->local + j, slots, packet, pipeline->above + j * bytes,
                     pipeline->below + j * bytes, pipeline->result);
        memcpy(packet, pipeline->result, bytes);
    }
}

void pipeline_round(struct pipeline *pipeline, size_t round, const struct pipeline_extra *extra) {
    static const struct pipeline_extra none;
    struct turn turn = turn_of(pipeline, round);
    if (!extra)
        extra = &none;
    half_round(pipeline, &turn, RING_UP, extra->up, extra->below);
    half_round(pipeline, &turn, RING_DOWN, extra->down, extra->above);
    compute(pipeline, &turn);
}
