/* Algorithms that refine those of collectives/cube: more packets, more trees, both directions,
 * copies, or an order that is kept. */
#ifndef COLLECTIVES_REFINED_H
#define COLLECTIVES_REFINED_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm allreduce_halves; /* "allreduce-halves", in allreduce_halves.c */

/* All-reduces of several blocks (allreduce_blocks.c). */
extern const struct algorithm allreduce_halving;  /* "allreduce-halving" */
extern const struct algorithm allreduce_rotated;  /* "allreduce-rotated" */
extern const struct algorithm allreduce_all_port; /* "allreduce-all-port" */

/* Total exchanges of one block to a packet (alltoall_packets.c). */
extern const struct algorithm alltoall_all_port;  /* "alltoall-all-port" */
extern const struct algorithm alltoall_recursive; /* "alltoall-recursive" */
extern const struct algorithm alltoall_transpose; /* "alltoall-transpose" */

/* Exchanges on many dimensions at once (alltoall_rotated.c). */
extern const struct algorithm alltoall_rotated; /* "alltoall-rotated" */

extern const struct algorithm aspc_copies; /* "aspc-copies", of 16 nodes: aspc_copies.c */

/* Broadcasts and reductions of N = 2^n parts (broadcast_scattered.c). */
extern const struct algorithm broadcast_scattered; /* "bcast-scatter-allgather" */
extern const struct algorithm reduction_scattered; /* "reduce-scatter-gather" */

/* Broadcasts and reductions of k packets, or of as many copies as there are trees
 * (broadcast_pipelined.c). */
extern const struct algorithm broadcast_esbt;               /* "bcast-esbt" */
extern const struct algorithm broadcast_esbt_all_port;      /* "bcast-esbt-all-port" */
extern const struct algorithm broadcast_esbt_copies;        /* "bcast-esbt-copies" */
extern const struct algorithm broadcast_pipelined;          /* "bcast-pipelined" */
extern const struct algorithm broadcast_pipelined_all_port; /* "bcast-pipelined-all-port" */
extern const struct algorithm reduction_esbt;               /* "reduce-esbt" */
extern const struct algorithm reduction_esbt_all_port;      /* "reduce-esbt-all-port" */
extern const struct algorithm reduction_pipelined;          /* "reduce-pipelined" */
extern const struct algorithm reduction_pipelined_all_port; /* "reduce-pipelined-all-port" */

/* For operators that do not commute (reduce_scatter_ordered.c). */
extern const struct algorithm reduce_scatter_ordered; /* "reduce-scatter-ordered" */

/* Scans of k packets (scan_pipelined.c). */
extern const struct algorithm scan_pipelined;   /* "scan-pipelined" */
extern const struct algorithm exscan_pipelined; /* "exscan-pipelined" */

/* The bound of scans of k packets with all ports; and whether no algorithm reaches it, not even
 * those on odd and on even nodes. */
uint32_t scan_bound(const struct shape *shape);
bool scan_open_in(const struct shape *shape);

/* In scan_odd_even.c. */
extern const struct algorithm scan_odd_even;   /* "scan-odd-even" */
extern const struct algorithm exscan_odd_even; /* "exscan-odd-even" */

/* The block of node i goes to node i + q, by numbers, and to node i XOR j (shift.c). */
extern const struct algorithm shift_ecube;    /* "shift-ecube" */
extern const struct algorithm shift_exchange; /* "shift-exchange" */
extern const struct algorithm xor_ecube;      /* "xor-ecube" */
extern const struct algorithm xor_exchange;   /* "xor-exchange" */

/* Circular shift along the ring that a Gray code embeds (gray_shift.c). */
extern const struct algorithm gray_shift_signed;  /* "gray-shift-signed" */
extern const struct algorithm gray_shift_binary;  /* "gray-shift-binary" */
extern const struct algorithm gray_shift_shorter; /* "gray-shift-shorter" */

/* The k packets of node shape->root come to node shape->target (transfer.c). */
extern const struct algorithm transfer_path;  /* "transfer-path" */
extern const struct algorithm transfer_paths; /* "transfer-paths" */

/* One step of a PM2I network (pm2i.c). */
extern const struct algorithm pm2i; /* "pm2i" */

/* Returns the most packets that one link carries in a step, at least 1, if logical node i sends by
 * the offset number i of the array of int that shape->table points to. Each is 2^j or -2^j, 0 <= j
 * < n. Several packets may have the same destination. */
uint32_t pm2i_contention(const struct shape *shape);

#endif
