/* The algorithms of the library, in the order of the catalogue, each operation and family after
 * the comment that names its files. */
#ifndef COLLECTIVES_SCHEDULE_LIBRARY_H
#define COLLECTIVES_SCHEDULE_LIBRARY_H

#include "collectives/schedule/algorithm.h"

/* clang-format off */
#define LIBRARY(ENTRY) \
    /* cube/broadcast.c; refined/broadcast_scattered.c, broadcast_pipelined.c: k packets */ \
    ENTRY(broadcast_binomial) ENTRY(broadcast_one_by_one) ENTRY(broadcast_scattered) \
    ENTRY(broadcast_esbt) ENTRY(broadcast_esbt_all_port) ENTRY(broadcast_esbt_copies) \
    ENTRY(broadcast_pipelined) ENTRY(broadcast_pipelined_all_port) \
    /* cube/reduction.c; beside the broadcasts */ \
    ENTRY(reduction_binomial) ENTRY(reduction_one_by_one) ENTRY(reduction_scattered) \
    ENTRY(reduction_esbt) ENTRY(reduction_esbt_all_port) \
    ENTRY(reduction_pipelined) ENTRY(reduction_pipelined_all_port) \
    /* cube/allreduce.c; refined/allreduce_halves.c, allreduce_blocks.c; mesh/allreduce_edges.c */ \
    ENTRY(allreduce_exchange) ENTRY(allreduce_halves) ENTRY(allreduce_halving) \
    ENTRY(allreduce_rotated) ENTRY(allreduce_all_port) ENTRY(allreduce_edges) \
    /* cube/scan.c; refined/scan_pipelined.c, scan_odd_even.c: k packets */ \
    ENTRY(scan_exchange) ENTRY(exscan_exchange) ENTRY(scan_pipelined) ENTRY(exscan_pipelined) \
    ENTRY(scan_odd_even) ENTRY(exscan_odd_even) \
    /* cube/allgather.c, allgather_translated.c */ \
    ENTRY(allgather_broadcasts) ENTRY(allgather_exchange) ENTRY(allgather_ring) \
    ENTRY(allgather_binomial) ENTRY(allgather_classes) ENTRY(allgather_all_port) \
    /* cube/reduce_scatter.c; refined/reduce_scatter_ordered.c: operators that do not commute */ \
    ENTRY(reduce_scatter_reductions) ENTRY(reduce_scatter_exchange) ENTRY(reduce_scatter_ring) \
    ENTRY(reduce_scatter_binomial) ENTRY(reduce_scatter_classes) ENTRY(reduce_scatter_all_port) \
    ENTRY(reduce_scatter_ordered) \
    /* cube/gather.c, scatter.c */ \
    ENTRY(gather_binomial) ENTRY(gather_all_port) ENTRY(scatter_binomial) ENTRY(scatter_all_port) \
    /* cube/alltoall.c; refined/alltoall_packets.c: a block to a packet; alltoall_rotated.c */ \
    ENTRY(alltoall_ecube) ENTRY(alltoall_pieces) ENTRY(alltoall_exchange) \
    ENTRY(alltoall_all_port) ENTRY(alltoall_recursive) ENTRY(alltoall_transpose) \
    ENTRY(alltoall_rotated) \
    /* cube/aspc.c; refined/aspc_copies.c: 16 nodes */ \
    ENTRY(aspc_all_port) ENTRY(aspc_permutations) ENTRY(aspc_one_port) ENTRY(aspc_copies) \
    /* cube/exchange_all.c; refined/transfer.c; cube/barrier.c */ \
    ENTRY(exchange_all_step) ENTRY(transfer_path) ENTRY(transfer_paths) ENTRY(barrier_exchange) \
    /* refined/shift.c: node i + q, by numbers, and i XOR j; permutation.c, permutation_paths.c */ \
    ENTRY(shift_ecube) ENTRY(shift_exchange) ENTRY(xor_ecube) ENTRY(xor_exchange) \
    ENTRY(permutation_ecube) ENTRY(permutation_paths) \
    /* refined/pm2i.c: a step of such a network; gray_shift.c: along the ring of a Gray code */ \
    ENTRY(pm2i) ENTRY(gray_shift_signed) ENTRY(gray_shift_binary) ENTRY(gray_shift_shorter) \
    /* mesh/: on a ring or mesh, from here on */ \
    /* allgather.c, prefix.c, shift.c, broadcast.c, scatter.c, alltoall.c */ \
    ENTRY(mesh_allgather) ENTRY(mesh_reduce_scatter) ENTRY(mesh_allreduce) ENTRY(mesh_scan) \
    ENTRY(mesh_shift) ENTRY(mesh_broadcast) ENTRY(mesh_reduction) ENTRY(mesh_scatter) \
    ENTRY(mesh_gather) ENTRY(mesh_alltoall) ENTRY(mesh_alltoall_one_way) \
    ENTRY(mesh_alltoall_all_port) ENTRY(mesh_alltoall_links) /* alltoall_links.c */ \
    /* allreduce_long.c, allreduce_mixed.c: several blocks; allgather.c by pairs */ \
    ENTRY(mesh_allreduce_long) ENTRY(mesh_allreduce_mixed) ENTRY(mesh_allgather_pairs) \
    ENTRY(mesh_reduce_scatter_pairs) \
    /* allgather_turns.c: fewer steps with packets that are no larger; stencil.c */ \
    ENTRY(mesh_allgather_turns) ENTRY(mesh_reduce_scatter_turns) \
    ENTRY(mesh_five_point) ENTRY(mesh_nine_point) \
    /* allgather_exchange.c, allgather_relayed.c: packets pass nodes on their way round a ring */ \
    ENTRY(mesh_allgather_exchange) ENTRY(mesh_allgather_relayed) \
    /* broadcast.c, prefix.c */ \
    ENTRY(mesh_broadcast_neighbours) ENTRY(mesh_reduction_neighbours) \
    ENTRY(mesh_allreduce_pairs) ENTRY(mesh_scan_pairs) \
    ENTRY(mesh_allreduce_all_port) ENTRY(mesh_scan_all_port) \
    /* allreduce_long.c, allreduce_edges.c; broadcast_pipelined.c, broadcast_all_port.c: k packets */ \
    ENTRY(mesh_allreduce_long_all_port) ENTRY(mesh_allreduce_long_edges) \
    ENTRY(mesh_broadcast_pipelined) ENTRY(mesh_reduction_pipelined) \
    ENTRY(mesh_broadcast_all_port) ENTRY(mesh_reduction_all_port) \
    /* all_port.c: on all links at once; reduce_scatter_ordered.c; transfer.c */ \
    ENTRY(mesh_allgather_all_port) ENTRY(mesh_reduce_scatter_all_port) \
    ENTRY(mesh_reduce_scatter_ordered) \
    ENTRY(mesh_gather_all_port) ENTRY(mesh_scatter_all_port) \
    ENTRY(mesh_transfer_path) ENTRY(mesh_transfer_paths) \
    /* array.c, array_prefix.c, array_alltoall.c: on a linear array, which is a ring without the */ \
    /* link that joins its ends. Broadcast, reduction, scatter and gather by halving need no such */ \
    /* link, so on an array they are what they are on a ring. */ \
    ENTRY(array_allgather) ENTRY(array_reduce_scatter) ENTRY(array_allreduce) ENTRY(array_scan) \
    ENTRY(array_alltoall) ENTRY(array_shift)
/* clang-format on */

#define LIBRARY_DECLARE(entry) extern const struct algorithm entry;
LIBRARY(LIBRARY_DECLARE)
#undef LIBRARY_DECLARE

#endif
