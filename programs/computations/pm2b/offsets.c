/* One offset after the other: the baseline.
 *
 * An offset 2^b >= L leads to the same slot of the logical nodes i +- 2^j, where 2^j = 2^b / L. A
 * node's L elements go there in packets, both ways at once. A packet takes one step for j = 0, and
 * two for any other j (Hu, Theorem 1), between which it waits where new values will be computed. An
 * offset 2^b < L needs 2^b elements of each neighbour on the ring.
 *
 * Steps, n' offsets of L and more, packets of one element, n >= 2:
 *     (2n' - 1) L + (L - 1)
 */
#include "programs/computations/pm2b/work.h"

/* The blocks from logical nodes i - 2^j and i + 2^j. */
struct arrivals {
    char *below, *above;
};

static void iterate_far(struct work *work, struct halo *halo, const struct arrivals *arrivals,
                        unsigned j) {
    for (size_t slot = 0; slot < work->slots; slot += work->packet) {
        const char *packet = work_at(work, halo->now, slot);
        struct ring_pair pair = {
            .up = packet,
            .down = packet,
            .below = work_at(work, arrivals->below, slot),
            .above = work_at(work, arrivals->above, slot),
            .between = halo_spare(work, halo),
        };
        ring_both_ways(&work->ring, j, &pair, work->packet * work->program->bytes, work->account);
    }
    struct work_slots all = {.slot = 0, .apart = 1, .count = work->slots};
    work_compute(work, work->local + j, all, halo->now, arrivals->above, arrivals->below,
                 halo->next);
    halo_renew(halo);
}

static size_t room(const struct work *work) {
    return halo_room(work) + 2 * work->slots;
}

static void carry_out(struct work *work, void *block) {
    struct halo halo = halo_begin(work, block);
    const struct arrivals arrivals = {work_take(work, work->slots), work_take(work, work->slots)};
    for (unsigned number = 0; number < work->local + work->far; number++) {
        unsigned b = work_offset(work, number);
        if (b < work->local)
            halo_iterate(work, &halo, b);
        else
            iterate_far(work, &halo, &arrivals, b - work->local);
    }
    halo_end(work, &halo, block);
}

const struct execution pm2b_offsets = {room, carry_out};
