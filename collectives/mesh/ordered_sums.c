#include "collectives/mesh/ordered_sums.h"

static void move(uint32_t from, uint32_t to, enum move_kind kind, struct step *step) {
    struct block_set source = {.area = from}, target = {.area = to};
    step_move(step, source, target, kind);
}

/* The total is combined before the result: it begins as a copy of the input, and the result may be
 * written over the caller's input. */
void sums_put(const struct ordered_sums *sums, uint32_t from, bool lower, struct step *step) {
    if (sums->needs_total)
        move(from, sums->total, lower ? MOVE_LEFT : MOVE_RIGHT, step);
    if (sums->total != AREA_OUTPUT && lower)
        move(from, AREA_OUTPUT, MOVE_LEFT, step);
}

void sums_arrived(const struct ordered_sums *sums, uint32_t from, bool forwards, uint32_t count,
                  uint32_t to_end, struct step *step) {
    if (count <= to_end)
        sums_put(sums, from, forwards, step);
    else if (count == to_end + 1)
        move(from, sums->past_end, MOVE_COPY, step);
    else
        move(from, sums->past_end, forwards ? MOVE_LEFT : MOVE_RIGHT, step);
}

void sums_close(const struct ordered_sums *sums, bool forwards, uint32_t count, uint32_t to_end,
                struct step *step) {
    if (count > to_end)
        sums_put(sums, sums->past_end, !forwards, step);
}
