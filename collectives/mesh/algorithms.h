/* The operations and algorithms on a ring or mesh, and on a linear array: the nodes of a ring,
 * without the link that joins its two ends. Broadcast, reduction, scatter and gather by halving
 * need no such link, so on an array they are what they are on a ring. */
#ifndef COLLECTIVES_MESH_ALGORITHMS_H
#define COLLECTIVES_MESH_ALGORITHMS_H

#include "collectives/schedule/algorithm.h"

/* allgather.c: round the rings of one axis after the other. */
extern const struct algorithm mesh_allgather;            /* "mesh-allgather" */
extern const struct algorithm mesh_allgather_pairs;      /* "mesh-allgather-pairs" */
extern const struct algorithm mesh_reduce_scatter;       /* "mesh-reduce-scatter" */
extern const struct algorithm mesh_reduce_scatter_pairs; /* "mesh-reduce-scatter-pairs" */

/* allgather_turns.c: fewer steps with packets that are no larger. */
extern const struct algorithm mesh_allgather_turns;      /* "mesh-allgather-turns" */
extern const struct algorithm mesh_reduce_scatter_turns; /* "mesh-reduce-scatter-turns" */

/* allgather_exchange.c, allgather_relayed.c: on a ring where packets pass nodes on their way. */
extern const struct algorithm mesh_allgather_exchange; /* "mesh-allgather-exchange" */
extern const struct algorithm mesh_allgather_relayed;  /* "mesh-allgather-relayed" */

/* all_port.c: on all links at once. */
extern const struct algorithm mesh_allgather_all_port;      /* "mesh-allgather-all-port" */
extern const struct algorithm mesh_reduce_scatter_all_port; /* "mesh-reduce-scatter-all-port" */
extern const struct algorithm mesh_gather_all_port;         /* "mesh-gather-all-port" */
extern const struct algorithm mesh_scatter_all_port;        /* "mesh-scatter-all-port" */

/* reduce_scatter_ordered.c: for operators that do not commute. */
extern const struct algorithm mesh_reduce_scatter_ordered; /* "mesh-reduce-scatter-ordered" */

/* prefix.c: all-reduce and prefix sums. */
extern const struct algorithm mesh_allreduce;          /* "mesh-allreduce" */
extern const struct algorithm mesh_allreduce_pairs;    /* "mesh-allreduce-pairs" */
extern const struct algorithm mesh_allreduce_all_port; /* "mesh-allreduce-all-port" */
extern const struct algorithm mesh_scan;               /* "mesh-scan" */
extern const struct algorithm mesh_scan_pairs;         /* "mesh-scan-pairs" */
extern const struct algorithm mesh_scan_all_port;      /* "mesh-scan-all-port" */

/* allreduce_long.c, allreduce_mixed.c, allreduce_edges.c: all-reduce of several blocks. */
extern const struct algorithm mesh_allreduce_long;          /* "mesh-allreduce-long" */
extern const struct algorithm mesh_allreduce_long_all_port; /* "mesh-allreduce-long-all-port" */
extern const struct algorithm mesh_allreduce_mixed;         /* "mesh-allreduce-mixed" */
extern const struct algorithm mesh_allreduce_long_edges;    /* "mesh-allreduce-long-edges" */
extern const struct algorithm allreduce_edges;              /* "allreduce-edges", on the cube */

/* broadcast.c, broadcast_pipelined.c, broadcast_all_port.c; the last two of k packets. */
extern const struct algorithm mesh_broadcast;            /* "mesh-bcast" */
extern const struct algorithm mesh_broadcast_neighbours; /* "mesh-bcast-neighbours" */
extern const struct algorithm mesh_broadcast_pipelined;  /* "mesh-bcast-pipelined" */
extern const struct algorithm mesh_broadcast_all_port;   /* "mesh-bcast-all-port" */
extern const struct algorithm mesh_reduction;            /* "mesh-reduce" */
extern const struct algorithm mesh_reduction_neighbours; /* "mesh-reduce-neighbours" */
extern const struct algorithm mesh_reduction_pipelined;  /* "mesh-reduce-pipelined" */
extern const struct algorithm mesh_reduction_all_port;   /* "mesh-reduce-all-port" */

/* scatter.c */
extern const struct algorithm mesh_scatter; /* "mesh-scatter" */
extern const struct algorithm mesh_gather;  /* "mesh-gather" */

/* alltoall.c, alltoall_links.c: block r of each rank comes to rank r. */
extern const struct algorithm mesh_alltoall;          /* "mesh-alltoall" */
extern const struct algorithm mesh_alltoall_one_way;  /* "mesh-alltoall-one-way" */
extern const struct algorithm mesh_alltoall_all_port; /* "mesh-alltoall-all-port" */
extern const struct algorithm mesh_alltoall_links;    /* "mesh-alltoall-links" */

/* shift.c: the block of rank r comes to rank r + q. */
extern const struct operation mesh_shift_operation;
extern const struct algorithm mesh_shift; /* "mesh-shift" */

/* transfer.c: from one node to one other. */
extern const struct algorithm mesh_transfer_path;  /* "mesh-transfer-path" */
extern const struct algorithm mesh_transfer_paths; /* "mesh-transfer-paths" */

/* array.c, array_prefix.c, array_alltoall.c: on an array. */
extern const struct algorithm array_allgather;      /* "array-allgather" */
extern const struct algorithm array_reduce_scatter; /* "array-reduce-scatter" */
extern const struct algorithm array_shift;          /* "array-shift" */
extern const struct algorithm array_allreduce;      /* "array-allreduce" */
extern const struct algorithm array_scan;           /* "array-scan" */
extern const struct algorithm array_alltoall;       /* "array-alltoall" */

/* stencil.c. The input is the edges of a node's square, of r points each: in the north, from west
 * to east, in the east, from north to south, in the south and in the west. The output is the edges
 * next to them, and then in a nine-point exchange the points at the four corners. */
extern const struct algorithm mesh_five_point; /* "mesh-five-point" */
extern const struct algorithm mesh_nine_point; /* "mesh-nine-point" */
enum { STENCIL_EDGES = 4, STENCIL_CORNERS = 4 };

/* ---- Shared functions ---- */

/* The areas of a shift: the input, the output, and one more: a block on its way lies in the last
 * two by turns. */
enum { MESH_SHIFT_AREAS = 3 };

#endif
