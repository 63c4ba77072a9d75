#include "collectives/catalogue/catalogue.h"
#include "collectives/refined/refined.h"

#include <string.h>

#include "collectives/cube/allgather.h"
#include "collectives/cube/allreduce.h"
#include "collectives/cube/alltoall.h"
#include "collectives/cube/aspc.h"
#include "collectives/cube/barrier.h"
#include "collectives/cube/broadcast.h"
#include "collectives/cube/exchange_all.h"
#include "collectives/cube/gather.h"
#include "collectives/cube/reduce_scatter.h"
#include "collectives/cube/reduction.h"
#include "collectives/cube/scan.h"
#include "collectives/cube/scatter.h"
#include "collectives/mesh/algorithms.h"
#include "collectives/refined/permutation.h"
#include "compiler.h"
#include "cube_algorithm.h"

/* Each operation begins a new line. Algorithms of one family follow each other. */
/* clang-format off */
const struct algorithm *const catalogue[] = {
    &broadcast_binomial, &broadcast_one_by_one, &broadcast_scattered,
    &broadcast_esbt, &broadcast_esbt_all_port, &broadcast_esbt_copies,
    &broadcast_pipelined, &broadcast_pipelined_all_port,
    &reduction_binomial, &reduction_one_by_one, &reduction_scattered,
    &reduction_esbt, &reduction_esbt_all_port,
    &reduction_pipelined, &reduction_pipelined_all_port,
    &allreduce_exchange, &allreduce_halves, &allreduce_halving, &allreduce_rotated,
    &allreduce_all_port, &allreduce_edges,
    &scan_exchange, &exscan_exchange, &scan_pipelined, &exscan_pipelined,
    &scan_odd_even, &exscan_odd_even,
    &allgather_broadcasts, &allgather_exchange, &allgather_ring,
    &allgather_binomial, &allgather_classes, &allgather_all_port,
    &reduce_scatter_reductions, &reduce_scatter_exchange, &reduce_scatter_ring,
    &reduce_scatter_binomial, &reduce_scatter_classes, &reduce_scatter_all_port,
    &reduce_scatter_ordered,
    &gather_binomial, &gather_all_port,
    &scatter_binomial, &scatter_all_port,
    &alltoall_ecube, &alltoall_pieces, &alltoall_exchange,
    &alltoall_all_port, &alltoall_recursive, &alltoall_transpose,
    &alltoall_rotated,
    &aspc_all_port, &aspc_permutations, &aspc_one_port, &aspc_copies,
    &exchange_all_step,
    &transfer_path, &transfer_paths,
    &barrier_exchange,
    &shift_ecube, &shift_exchange,
    &xor_ecube, &xor_exchange, &permutation_ecube,
    &permutation_paths, &pm2i,
    &gray_shift_signed, &gray_shift_binary, &gray_shift_shorter,
    /* On a ring or mesh. */
    &mesh_allgather, &mesh_reduce_scatter, &mesh_allreduce,
    &mesh_scan, &mesh_shift, &mesh_broadcast,
    &mesh_reduction, &mesh_scatter, &mesh_gather,
    &mesh_alltoall, &mesh_alltoall_one_way, &mesh_alltoall_all_port,
    &mesh_alltoall_links,
    &mesh_allreduce_long, &mesh_allreduce_mixed, &mesh_allgather_pairs, &mesh_reduce_scatter_pairs,
    &mesh_allgather_turns, &mesh_reduce_scatter_turns,
    &mesh_five_point, &mesh_nine_point,
    &mesh_allgather_exchange, &mesh_allgather_relayed,
    &mesh_broadcast_neighbours, &mesh_reduction_neighbours,
    &mesh_allreduce_pairs, &mesh_scan_pairs, &mesh_allreduce_all_port, &mesh_scan_all_port,
    &mesh_allreduce_long_all_port, &mesh_allreduce_long_edges,
    &mesh_broadcast_pipelined, &mesh_reduction_pipelined,
    &mesh_broadcast_all_port, &mesh_reduction_all_port,
    &mesh_allgather_all_port, &mesh_reduce_scatter_all_port,
    &mesh_reduce_scatter_ordered,
    &mesh_gather_all_port, &mesh_scatter_all_port,
    &mesh_transfer_path, &mesh_transfer_paths,
    /* On a linear array. */
    &array_allgather, &array_reduce_scatter, &array_allreduce, &array_scan,
    &array_alltoall, &array_shift,
};
/* clang-format on */

const size_t catalogue_entries = sizeof catalogue / sizeof catalogue[0];

/* ---- A program's own algorithms ---- */

/* They belong to the process, and not to a node: on the host, where the nodes of a cube are
 * threads, all nodes know those that were added before they began. */
static struct {
    struct algorithm algorithm[CUBE_OWN_ALGORITHMS];
    size_t count;
} added;

const struct algorithm *catalogue_own(size_t index) {
    return index < added.count ? &added.algorithm[index] : NULL;
}

bool catalogue_add(const struct algorithm *own) {
    if (added.count == CUBE_OWN_ALGORITHMS)
        return false;
    added.algorithm[added.count++] = *own;
    return true;
}

/* ---- By operation ---- */

#define ONE(tag, name) +1
enum {
    ENTRIES = sizeof catalogue / sizeof catalogue[0],
    TAGS = OPERATIONS(ONE),
};
#undef ONE

/* The algorithms, sorted by operation. */
static NODE_LOCAL struct {
    bool made;
    uint8_t end[TAGS + 1]; /* where an operation's algorithms end and the next one's begin */
    const struct algorithm *algorithm[ENTRIES];
} sorted;
static_assert(ENTRIES <= UINT8_MAX, "an entry's number is a byte");

static uint32_t row_of(const struct operation *operation) {
    return operation->tag - CUBE_COLLECTIVE_OPERATIONS + 1;
}

/* Sorts the algorithms by counting. */
static void sort(void) {
    uint8_t next[TAGS + 1] = {0};
    for (uint32_t k = 0; k < ENTRIES; k++)
        sorted.end[row_of(catalogue[k]->operation)]++;
    for (uint32_t row = 1; row <= TAGS; row++) {
        next[row] = sorted.end[row - 1];
        sorted.end[row] += next[row];
    }
    for (uint32_t k = 0; k < ENTRIES; k++)
        sorted.algorithm[next[row_of(catalogue[k]->operation)]++] = catalogue[k];
    sorted.made = true;
}

struct algorithms catalogue_of(const struct operation *operation) {
    if (!sorted.made)
        sort();
    uint32_t first = sorted.end[row_of(operation) - 1], end = sorted.end[row_of(operation)];
    return (struct algorithms){&sorted.algorithm[first], end - first};
}

/* A search is part of each call of cube_catalogue_run, by which algorithms are compared. So that
 * this takes hardly longer for algorithms at the end, names are first compared by their addresses,
 * which are the same if the name comes from the catalogue. */
const struct algorithm *catalogue_find(const char *name) {
    const struct algorithm *own;
    if (!name)
        return NULL;
    for (size_t i = 0; (own = catalogue_own(i)); i++)
        if (strcmp(own->name, name) == 0)
            return own;
    for (size_t i = 0; i < catalogue_entries; i++)
        if (catalogue[i]->name == name)
            return catalogue[i];
    for (size_t i = 0; i < catalogue_entries; i++)
        if (strcmp(catalogue[i]->name, name) == 0)
            return catalogue[i];
    return NULL;
}
