#include "programs/computations/sparse/shifts.h"

#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "cube.h"
#include "programs/computations/must.h"

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t shifts_forward(const struct division *division, size_t reach) {
    return least(reach, division->blocks / 2);
}

static size_t shifts_backward(const struct division *division, size_t reach) {
    return least(reach, (division->blocks - 1) / 2);
}

struct cost sparse_shifts_cost(const struct division *division, size_t reach) {
    size_t forward = shifts_forward(division, reach), backward = shifts_backward(division, reach);
    struct cost one = cost_of_exchange(division->blocks, division->most, sizeof(double));
    struct cost cost = cost_times(one, forward + backward);
    cost.steps = forward; /* those backward take place at the same time, and are never more */
    return cost;
}

size_t sparse_shifts_reach(const struct sparse_rows *matrix, const struct division *division) {
    size_t reach = 0, blocks = division->blocks;
    for (size_t row = 0; row < matrix->rows; row++)
        for (size_t k = matrix->begin[row]; k < matrix->begin[row + 1]; k++) {
            size_t ahead = division_block_of(division, matrix->column[k]) + blocks -
                           division_block_of(division, row);
            size_t distance = least(ahead % blocks, blocks - ahead % blocks);
            reach = distance > reach ? distance : reach;
        }
    return reach;
}

/* The link to the node that has the block `blocks` blocks further on the ring. */
static int link_to(size_t blocks) {
    int other = ((int)division_mine() + (int)blocks) % cube_nodes();
    return division_dimension(cube_node(), cube_gray(other));
}

/* The place in the node's vector of an element of the whole one. Shifts forward bring the blocks
 * before the node's own, one for each of these shifts; the others come backward. */
static uint32_t local_place(const struct sparse_shifts *shifts, const struct division *division,
                            size_t place) {
    ASSUME(division->blocks > 0); /* there is a node */
    size_t block = division_block_of(division, place);
    size_t before = (division_mine() + division->blocks - block) % division->blocks;
    size_t slot = before <= shifts->forward ? shifts->forward - before
                                            : shifts->forward + division->blocks - before;
    return (uint32_t)(slot * shifts->most + place - division->first[block]);
}

void sparse_shifts_make(struct sparse_shifts *shifts, const struct division *division, size_t reach,
                        struct sparse_rows *matrix) {
    *shifts = (struct sparse_shifts){.rows = *matrix, .most = division->most};
    *matrix = (struct sparse_rows){0};
    shifts->forward = shifts_forward(division, reach);
    shifts->backward = shifts_backward(division, reach);
    if (division->blocks > 1) {
        shifts->next = link_to(1);
        shifts->previous = link_to(division->blocks - 1);
    }
    size_t slots = shifts->forward + 1 + shifts->backward;
    shifts->vector = allocate(slots * shifts->most, sizeof *shifts->vector);
    for (size_t k = 0; k < shifts->rows.begin[shifts->rows.rows]; k++)
        shifts->rows.column[k] = local_place(shifts, division, shifts->rows.column[k]);
    shifts->rows.columns = slots * shifts->most;
}

void sparse_shifts_free(struct sparse_shifts *shifts) {
    free(shifts->vector);
    sparse_rows_free(&shifts->rows);
    *shifts = (struct sparse_shifts){0};
}

/* Makes shift `k`, counted from 1: the blocks that came with the shift before go on. With two nodes
 * both directions are the same link, and there is no shift backward. */
static void shift(struct sparse_shifts *shifts, size_t k) {
    const void *send[CUBE_DIMENSIONS] = {NULL};
    void *recv[CUBE_DIMENSIONS] = {NULL};
    double *own = shifts->vector + shifts->forward * shifts->most;
    unsigned senders = 1u << shifts->next, receivers = 1u << shifts->previous;
    send[shifts->next] = own - (k - 1) * shifts->most;
    recv[shifts->previous] = own - k * shifts->most;
    if (k <= shifts->backward) {
        senders |= 1u << shifts->previous;
        receivers |= 1u << shifts->next;
        send[shifts->previous] = own + (k - 1) * shifts->most;
        recv[shifts->next] = own + k * shifts->most;
    }
    must(cube_links_exchange(senders, send, receivers, recv, shifts->most * sizeof *own),
         "the shift of blocks");
}

void sparse_shifts_apply(void *context, const double *from, double *to, struct account *account) {
    struct sparse_shifts *shifts = context;
    memcpy(shifts->vector + shifts->forward * shifts->most, from, shifts->rows.rows * sizeof *from);
    for (size_t k = 1; k <= shifts->forward; k++) {
        account_communicate(account);
        shift(shifts, k);
        account_compute(account);
    }
    sparse_rows_multiply(&shifts->rows, shifts->vector, to);
}
