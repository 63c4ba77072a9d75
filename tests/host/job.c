#include "tests/host/job.h"

#include <stdio.h>
#include <stdlib.h>

#include "collectives/check/shapes.h"
#include "collectives/run/executor.h"
#include "collectives/schedule/subcube.h"
#include "net/link.h"

/* ---- Blocks ---- */

bool job_divides(const struct algorithm *algorithm) {
    uint32_t tag = algorithm->operation->tag;
    return (algorithm->operation->combines || (algorithm->varies & VARIES_PACKETS) != 0) &&
           tag != OPERATION_REDUCE_SCATTER && tag != OPERATION_MESH_REDUCE_SCATTER &&
           tag != OPERATION_MESH_FIVE_POINT && tag != OPERATION_MESH_NINE_POINT;
}

static size_t block_start(const struct job *job, uint32_t block) {
    size_t longer = block < job->longer ? block : job->longer;
    return block * job->bytes + longer * job->material->type->bytes;
}

static size_t block_bytes(const struct job *job, uint32_t block) {
    return block_start(job, block + 1) - block_start(job, block);
}

/* The rank of a node in its operation. */
static uint32_t rank_of(const struct job *job, uint32_t node) {
    const struct operation *operation = job->algorithm->operation;
    return operation->rank ? operation->rank(&job->shape, node) : node;
}

/* Compares the outputs with what the operation demands, and the input with what it was. */
static bool areas_are_right(const struct job *job, const struct call *call, uint8_t *const area[]) {
    const struct algorithm *algorithm = job->algorithm;
    uint32_t rank = rank_of(job, call->node);
    for (uint32_t a = 0; a <= algorithm->operation->outputs; a++)
        for (uint32_t block = 0; block < algorithm_blocks(algorithm, &job->shape, call->node, a);
             block++) {
            struct cube_content content =
                a == AREA_INPUT
                    ? content_of(rank, block)
                    : algorithm->operation->postcondition(&job->shape, call->node, a, block);
            if (!material_holds(job->material, area[a] + block_start(job, block), content,
                                block_bytes(job, block)))
                return false;
        }
    return true;
}

/* ---- Meters ---- */

/* Compares the meters of this node with its part of the schedule. */
static bool counts_are_right(const struct job *job, const struct call *call) {
    struct cube_stats stats;
    uint64_t packets[CUBE_DIMENSIONS] = {0};
    uint64_t bytes[CUBE_DIMENSIONS] = {0};
    uint32_t last = 0;
    for (uint32_t number = 1; number <= algorithm_steps(job->algorithm, &job->shape); number++) {
        struct step step;
        call_step(call, number, &step);
        subcube_ports(&step, job->free);
        if (step.receives | step.relays)
            last = number;
        for (uint32_t port = 0; port < CUBE_DIMENSIONS; port++)
            if (((step.receives | step.relays) >> port) & 1) {
                struct run run = step.receive[port];
                packets[port]++;
                for (uint32_t b = 0; b < run.count; b++)
                    bytes[port] += block_start(job, run_block(run, b) + 1) -
                                   block_start(job, run_block(run, b));
            }
    }
    cube_stats(&stats);
    bool right = stats.steps == last;
    for (int port = 0; port < cube_dim(); port++) {
        const struct cube_link_stats *link = &stats.link[cube_physical_dimension(port)];
        right = right && link->packets == packets[port] && link->bytes == bytes[port];
    }
    return right;
}

/* ---- The call ---- */

static int run_call(const struct job *job, struct call *call, uint8_t *area[]) {
    const struct algorithm *algorithm = job->algorithm;
    uint32_t rank = rank_of(job, call->node);
    for (uint32_t a = 0; a <= algorithm->operation->outputs; a++) {
        uint32_t blocks = algorithm_blocks(algorithm, &job->shape, call->node, a);
        area[a] = blocks == 0 ? NULL : calloc(block_start(job, blocks) + 1, 1);
        if (blocks > 0 && !area[a])
            abort();
        for (uint32_t block = 0; a == AREA_INPUT && block < blocks; block++)
            job->material->fill(area[a] + block_start(job, block), rank, block,
                                block_bytes(job, block));
        if (a > 0)
            call->output[a - 1] = area[a];
    }
    call->input = area[AREA_INPUT];
    cube_stats_clear();
    int error = execute(call);
    if (error != 0)
        return error;
    if (!areas_are_right(job, call, area))
        return JOB_WRONG_BYTES;
    return counts_are_right(job, call) ? JOB_RIGHT : JOB_WRONG_COUNTS;
}

int job_run(const struct job *job) {
    uint8_t *area[SCHEDULE_AREAS] = {NULL};
    struct call call = {
        .algorithm = job->algorithm,
        .shape = job->shape,
        .node = subcube_rank((uint32_t)cube_node(), job->free),
        .free = job->free,
        .layout = {.bytes = job->bytes,
                   .longer = job->longer,
                   .element = job->material->type->bytes},
        .type = job->material->type,
        .op = job->algorithm->operation->combines ? job->material->op : NULL,
    };
    int result = run_call(job, &call, area);
    for (uint32_t a = 0; a < SCHEDULE_AREAS; a++)
        free(area[a]);
    return result;
}

const char *job_text(const struct job *job) {
    static _Thread_local char text[256];
    snprintf(text, sizeof text, "%s, %s, dimensions 0x%x, %zu bytes, %zu longer",
             job->algorithm->name, shape_text(job->algorithm, &job->shape), job->free, job->bytes,
             job->longer);
    return text;
}
