#include "programs/computations/pm2b/work.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "cube.h"

static const uint64_t MOST_ELEMENTS = UINT64_C(1)
                                      << 62; /* so that numbers of them can be doubled */

uint64_t pm2b_filled(uint64_t elements) {
    uint64_t filled = (uint64_t)cube_nodes();
    while (filled < elements && filled < MOST_ELEMENTS)
        filled *= 2;
    return filled;
}

size_t pm2b_block(uint64_t elements) {
    return (size_t)(pm2b_filled(elements) / (uint64_t)cube_nodes());
}

static unsigned logarithm(uint64_t power) {
    return (unsigned)__builtin_ctzll(power);
}

/* Whether the program says all that is needed. */
static bool is_complete(const struct pm2b *program, uint64_t filled) {
    return program->bytes > 0 && program->elements > 0 && program->elements <= MOST_ELEMENTS &&
           program->execution <= PM2B_OVERLAPPED && (program->function || program->run) &&
           (program->neutral || program->elements == filled);
}

int work_begin(struct work *work, const struct pm2b *program, struct account *account) {
    uint64_t filled = pm2b_filled(program->elements);
    size_t slots = pm2b_block(program->elements);
    size_t packet = program->packet == 0 ? 1 : program->packet;
    unsigned local = logarithm(slots), all = logarithm(filled);
    unsigned offsets = program->offsets == 0 ? all : program->offsets;
    if (!is_complete(program, filled) || offsets < local || offsets > all ||
        (packet & (packet - 1)) != 0 || (program->execution == PM2B_OVERLAPPED && packet != 1))
        return -EINVAL;
    *work = (struct work){
        .program = program,
        .ring = ring_of_cube(),
        .slots = slots,
        .local = local,
        .far = offsets - local,
        .packet = packet < slots ? packet : slots,
        .account = account,
    };
    return 0;
}

/* Computes a run element by element. */
static void compute_each(const struct pm2b *program, const struct pm2b_run *run, const char *own,
                         const char *plus, const char *minus, char *result) {
    for (size_t k = 0; k < run->count; k++) {
        size_t at = k * program->bytes;
        program->function(run->b, run->first + k * run->apart, own + at, plus + at, minus + at,
                          result + at, program->context);
    }
}

void work_compute(struct work *work, unsigned b, struct work_slots slots, const void *own,
                  const void *plus, const void *minus, void *result) {
    const struct pm2b *program = work->program;
    struct pm2b_run run = {
        .b = b,
        .first = (uint64_t)work->ring.place * work->slots + slots.slot,
        .apart = slots.apart,
        .count = slots.count,
    };
    work->calls += slots.count;
    if (program->run)
        program->run(&run, own, plus, minus, result, program->context);
    else
        compute_each(program, &run, own, plus, minus, result);
}

/* The room on each side, in elements. The largest offset of less than L needs L / 2. If L is 1
 * there is room for 1, so that there is room for two blocks in all. */
static size_t sides(const struct work *work) {
    return (work->slots + 1) / 2;
}

size_t halo_room(const struct work *work) {
    return 2 * (work->slots + 2 * sides(work));
}

struct halo halo_begin(struct work *work, const void *block) {
    char *first = work_take(work, halo_room(work) / 2),
         *second = work_take(work, halo_room(work) / 2);
    struct halo halo = {.now = work_at(work, first, sides(work)),
                        .next = work_at(work, second, sides(work))};
    memcpy(halo.now, block, work->slots * work->program->bytes);
    return halo;
}

void halo_end(const struct work *work, const struct halo *halo, void *block) {
    memcpy(block, halo->now, work->slots * work->program->bytes);
}

char *halo_spare(const struct work *work, const struct halo *halo) {
    return halo->next - sides(work) * work->program->bytes;
}

void halo_renew(struct halo *halo) {
    char *newest = halo->next;
    halo->next = halo->now;
    halo->now = newest;
}

void halo_iterate(struct work *work, struct halo *halo, unsigned b) {
    size_t offset = (size_t)1 << b;
    size_t packet = work->packet < offset ? work->packet : offset;
    char *end = work_at(work, halo->now, work->slots);
    char *last = work_at(work, halo->now, work->slots - offset);
    char *before = halo->now - offset * work->program->bytes;
    for (size_t sent = 0; sent < offset; sent += packet) {
        struct ring_pair pair = {
            .up = work_at(work, last, sent),
            .down = work_at(work, halo->now, sent),
            .below = work_at(work, before, sent),
            .above = work_at(work, end, sent),
        };
        ring_both_ways(&work->ring, 0, &pair, packet * work->program->bytes, work->account);
    }
    struct work_slots all = {.slot = 0, .apart = 1, .count = work->slots};
    work_compute(work, b, all, halo->now, work_at(work, halo->now, offset), before, halo->next);
    halo_renew(halo);
}
