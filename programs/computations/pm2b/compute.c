#include "programs/computations/pm2b/pm2b.h"

#include <stdlib.h>
#include <string.h>

#include "programs/computations/must.h"
#include "programs/computations/pm2b/work.h"

/* Puts the neutral element into the slots of this node that are beyond the program's elements. */
static void fill_up(const struct work *work, void *block) {
    const struct pm2b *program = work->program;
    uint64_t first = (uint64_t)work->ring.place * work->slots;
    for (size_t slot = 0; slot < work->slots; slot++)
        if (first + slot >= program->elements)
            memcpy(work_at(work, block, slot), program->neutral, program->bytes);
}

static const struct execution *execution_of(const struct work *work) {
    static const struct execution *const executions[] = {
        [PM2B_OFFSETS] = &pm2b_offsets,
        [PM2B_PIPELINED] = &pm2b_pipelined,
        [PM2B_OVERLAPPED] = &pm2b_overlapped,
    };
    return executions[work->program->execution];
}

static size_t memory_of(const struct work *work) {
    return execution_of(work)->room(work) * work->program->bytes;
}

size_t pm2b_memory(const struct pm2b *program) {
    struct work work;
    return work_begin(&work, program, NULL) == 0 ? memory_of(&work) : 0;
}

int pm2b_compute(const struct pm2b *program, void *block, struct account *account,
                 uint64_t *calls) {
    struct work work;
    int error = work_begin(&work, program, account);
    if (error != 0)
        return error;
    void *own = !program->memory ? allocate(1, memory_of(&work)) : NULL;
    work.memory = program->memory ? program->memory : own;
    fill_up(&work, block);
    execution_of(&work)->carry_out(&work, block);
    if (calls)
        *calls += work.calls;
    free(own);
    return 0;
}
