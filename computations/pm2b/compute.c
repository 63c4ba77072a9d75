#include "computations/pm2b/pm2b.h"

#include <errno.h>
#include <string.h>

#include "computations/pm2b/work.h"

/* Puts the neutral element into the slots of this node that are beyond the program's elements. */
static void fill_up(const struct work *work, void *block) {
    const struct pm2b *program = work->program;
    uint64_t first = (uint64_t)work->ring.place * work->slots;
    for (size_t slot = 0; slot < work->slots; slot++)
        if (first + slot >= program->elements)
            memcpy(work_at(work, block, slot), program->neutral, program->bytes);
}

int pm2b_compute(const struct pm2b *program, void *block, struct account *account,
                 uint64_t *calls) {
    static int (*const executions[])(struct work * work, void *block) = {
        [PM2B_OFFSETS] = pm2b_offsets,
        [PM2B_PIPELINED] = pm2b_pipelined,
        [PM2B_OVERLAPPED] = pm2b_overlapped,
    };
    struct work work;
    int error = work_begin(&work, program, account);
    if (error != 0)
        return error;
    fill_up(&work, block);
    error = executions[program->execution](&work, block);
    if (error == 0 && calls != NULL)
        *calls += work.calls;
    return error;
}
