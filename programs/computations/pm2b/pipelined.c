/* Offsets of L and more in a pipeline, then (before them, if ascending) the others one after the
 * other (Hu, section 4).
 *
 * While packet p moves for one offset, packet p + 1 moves for the one before. So up to n offsets
 * are there at once, each with its own packet: ASPC moves these in four steps. The first round, or
 * the last, has offset L alone and takes two.
 *
 * Steps, packets of one element, n' >= 2 offsets of L and more:
 *     4(L + n' - 1) - 2 + (L - 1)
 *
 * Example, n' = 3, L = 4, descend: the j (offset 2^j L) for which each packet moves in each round
 *     round       0   1   2   3   4   5
 *     packet 0    2   1   0
 *     packet 1        2   1   0
 *     packet 2            2   1   0
 *     packet 3                2   1   0
 */
#include <stdbool.h>

#include "programs/computations/pm2b/pipeline.h"

static size_t in_order(const struct work *work, size_t place) {
    return place * work->packet;
}

static void local_stage(struct work *work, struct halo *halo) {
    for (unsigned k = 0; k < work->local; k++)
        halo_iterate(work, halo, work->program->order == PM2B_ASCEND ? k : work->local - 1 - k);
}

static void far_stage(struct pipeline *pipeline, const struct halo *halo) {
    pipeline->elements = halo->now;
    for (size_t round = 0; round < pipeline_rounds(pipeline->work); round++)
        pipeline_round(pipeline, round, NULL);
}

static size_t room(const struct work *work) {
    return halo_room(work) + pipeline_room(work);
}

static void carry_out(struct work *work, void *block) {
    struct halo halo = halo_begin(work, block);
    struct pipeline pipeline = pipeline_begin(work, NULL, in_order);
    bool ascends = work->program->order == PM2B_ASCEND;
    if (ascends)
        local_stage(work, &halo);
    far_stage(&pipeline, &halo);
    if (!ascends)
        local_stage(work, &halo);
    halo_end(work, &halo, block);
}

const struct execution pm2b_pipelined = {room, carry_out};
