#include "collectives/catalogue.h"

#include <string.h>

#include "collectives/allgather.h"
#include "collectives/allreduce.h"
#include "collectives/alltoall.h"
#include "collectives/aspc.h"
#include "collectives/barrier.h"
#include "collectives/broadcast.h"
#include "collectives/exchange_all.h"
#include "collectives/gather.h"
#include "collectives/mesh_all_port.h"
#include "collectives/mesh_allgather.h"
#include "collectives/mesh_allgather_exchange.h"
#include "collectives/mesh_alltoall.h"
#include "collectives/mesh_broadcast.h"
#include "collectives/mesh_prefix.h"
#include "collectives/mesh_reduce_scatter_ordered.h"
#include "collectives/mesh_scatter.h"
#include "collectives/mesh_shift.h"
#include "collectives/mesh_stencil.h"
#include "collectives/mesh_transfer.h"
#include "collectives/permutation.h"
#include "collectives/pm2i.h"
#include "collectives/reduce_scatter.h"
#include "collectives/reduction.h"
#include "collectives/scan.h"
#include "collectives/scatter.h"
#include "collectives/shift.h"
#include "collectives/transfer.h"
#include "collectives/xor.h"

/* A line an operation and a family of algorithms. */
/* clang-format off */
const struct schedule *const catalogue[] = {
    &broadcast_binomial, &broadcast_one_by_one, &broadcast_scattered,
    &broadcast_esbt, &broadcast_esbt_all_port,
    &broadcast_pipelined, &broadcast_pipelined_all_port,
    &reduction_binomial, &reduction_one_by_one, &reduction_scattered,
    &reduction_esbt, &reduction_esbt_all_port,
    &reduction_pipelined, &reduction_pipelined_all_port,
    &allreduce_exchange, &allreduce_halving, &allreduce_rotated,
    &allreduce_all_port,
    &scan_exchange, &exscan_exchange, &scan_pipelined, &exscan_pipelined,
    &allgather_broadcasts, &allgather_exchange, &allgather_ring,
    &allgather_binomial, &allgather_classes, &allgather_all_port,
    &reduce_scatter_reductions, &reduce_scatter_exchange, &reduce_scatter_ring,
    &reduce_scatter_binomial, &reduce_scatter_classes, &reduce_scatter_all_port,
    &reduce_scatter_ordered,
    &gather_binomial, &gather_all_port,
    &scatter_binomial, &scatter_all_port,
    &alltoall_ecube, &alltoall_pieces, &alltoall_exchange,
    &alltoall_all_port, &alltoall_recursive, &alltoall_transpose,
    &aspc_all_port, &aspc_permutations, &aspc_one_port,
    &exchange_all_step,
    &transfer_path, &transfer_paths,
    &barrier_exchange,
    &shift_ecube, &shift_exchange,
    &xor_ecube, &xor_exchange, &permutation_ecube, &pm2i,
    &gray_shift_signed, &gray_shift_binary, &gray_shift_shorter,
    /* On a ring or mesh. */
    &mesh_allgather, &mesh_reduce_scatter, &mesh_allreduce,
    &mesh_scan, &mesh_shift, &mesh_broadcast,
    &mesh_reduction, &mesh_scatter, &mesh_gather,
    &mesh_alltoall, &mesh_alltoall_one_way, &mesh_allreduce_long,
    &mesh_five_point, &mesh_nine_point,
    &mesh_allgather_exchange,
    &mesh_broadcast_neighbours, &mesh_reduction_neighbours,
    &mesh_allgather_all_port, &mesh_reduce_scatter_all_port,
    &mesh_reduce_scatter_ordered,
    &mesh_gather_all_port, &mesh_scatter_all_port,
    &mesh_transfer_path, &mesh_transfer_paths,
};
/* clang-format on */

const size_t catalogue_entries = sizeof catalogue / sizeof catalogue[0];

const struct schedule *catalogue_find(const char *name) {
    for (size_t i = 0; name != NULL && i < catalogue_entries; i++)
        if (strcmp(catalogue[i]->name, name) == 0)
            return catalogue[i];
    return NULL;
}
