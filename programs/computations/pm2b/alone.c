#include "programs/computations/pm2b/alone.h"

#include <stdlib.h>
#include <string.h>

#include "programs/computations/must.h"
#include "programs/computations/pm2b/work.h"

/* The elements `first` .. `end` - 1, which are computed together. `plus` and `minus` are the places
 * of the first element's partners 2^b after and before it, which may lie round the end. */
struct stretch {
    uint64_t first, end;
    uint64_t plus, minus; /* the partners of the first */
};

static void compute(struct work *work, unsigned b, char *now, char *next, struct stretch stretch) {
    struct work_slots slots = {stretch.first, 1, stretch.end - stretch.first};
    if (slots.count > 0)
        work_compute(work, b, slots, work_at(work, now, stretch.first),
                     work_at(work, now, stretch.plus), work_at(work, now, stretch.minus),
                     work_at(work, next, stretch.first));
}

/* The first 2^b elements have a partner before them at the end, and the last 2^b one after them at
 * the beginning. */
static void iterate(struct work *work, unsigned b, char *now, char *next) {
    uint64_t all = work->slots, offset = UINT64_C(1) << b;
    compute(work, b, now, next, (struct stretch){0, offset, offset % all, all - offset});
    if (all > 2 * offset)
        compute(work, b, now, next, (struct stretch){offset, all - offset, 2 * offset, 0});
    if (all >= 2 * offset)
        compute(work, b, now, next, (struct stretch){all - offset, all, 0, all - 2 * offset});
}

int pm2b_alone(const struct pm2b *program, void *elements) {
    struct work work;
    int error = work_begin(&work, program, NULL);
    if (error != 0)
        return error;
    work.slots *= (size_t)cube_nodes();
    work.ring = (struct ring){0};
    char *other = allocate(work.slots, program->bytes), *now = elements, *next = other;
    for (uint64_t i = program->elements; i < work.slots; i++)
        memcpy(work_at(&work, elements, i), program->neutral, program->bytes);
    for (unsigned number = 0; number < work.local + work.far; number++) {
        iterate(&work, work_offset(&work, number), now, next);
        char *newest = next;
        next = now;
        now = newest;
    }
    if (now != elements)
        memcpy(elements, now, work.slots * program->bytes);
    free(other);
    return 0;
}
