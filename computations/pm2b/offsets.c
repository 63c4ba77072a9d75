/* One offset after the other: the baseline.
 *
 * An offset 2^b >= L leads to the same slot of the logical nodes i +- 2^j, 2^j = 2^b / L. A node's
 * L elements go there in packets, both ways at once: one step a packet for j = 0, two for the
 * others (Hu, Theorem 1). An offset 2^b < L needs 2^b elements of each neighbour on the ring.
 *
 * Steps, n' offsets of L and more, packets of one element, n >= 2:
 *     (2n' - 1) L + (L - 1)
 */
#include <errno.h>
#include <stdlib.h>

#include "computations/pm2b/work.h"

/* What comes from logical nodes i - 2^j and i + 2^j, a block each, and packets on their way. */
struct arrivals {
    char *below, *above, *between;
};

static int iterate_far(struct work *work, struct halo *halo, const struct arrivals *arrivals,
                       unsigned j) {
    for (size_t slot = 0; slot < work->slots; slot += work->packet) {
        const char *packet = work_at(work, halo->now, slot);
        struct ring_pair pair = {
            .up = packet,
            .down = packet,
            .below = work_at(work, arrivals->below, slot),
            .above = work_at(work, arrivals->above, slot),
            .between = arrivals->between,
        };
        int error = ring_both_ways(&work->ring, j, &pair, work->packet * work->program->bytes,
                                   work->account);
        if (error != 0)
            return error;
    }
    struct work_slots all = {.slot = 0, .apart = 1, .count = work->slots};
    work_compute(work, work->local + j, all, halo->now, arrivals->above, arrivals->below,
                 halo->next);
    char *now = halo->next;
    halo->next = halo->now;
    halo->now = now;
    return 0;
}

int pm2b_offsets(struct work *work, void *block) {
    struct halo halo;
    char *memory = calloc(2 * (work->slots + work->packet), work->program->bytes);
    int error = memory == NULL ? -ENOMEM : halo_open(work, &halo, block);
    if (error != 0) {
        free(memory);
        return error;
    }
    const struct arrivals arrivals = {
        .below = memory,
        .above = work_at(work, memory, work->slots),
        .between = work_at(work, memory, 2 * work->slots),
    };
    for (unsigned number = 0; number < work->local + work->far && error == 0; number++) {
        unsigned b = work_offset(work, number);
        error = b < work->local ? halo_iterate(work, &halo, b)
                                : iterate_far(work, &halo, &arrivals, b - work->local);
    }
    halo_close(work, &halo, error == 0 ? block : NULL);
    free(memory);
    return error;
}
