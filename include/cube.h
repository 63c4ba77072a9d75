/* The interface of graycube for programs.
 *
 * A program runs as one process on each of 2^n nodes. Node numbers are addresses, 0 to 2^n - 1; two
 * nodes are neighbours on dimension d when their numbers differ in bit d alone. Under cuberun --map
 * all numbers of nodes and dimensions are logical, except those that are called physical. Sizes are
 * in bytes. A call returns 0, or a negative errno (cube.h functions set no errno). Buffers belong
 * to the caller; they are free to be reused or read when a call returns.
 *
 * Under cuberun --with-ft cube (docs/guide/faults.md) a program may die while others continue. Then
 * every receive and every collective call may fail with -EHOSTDOWN: its result depends on a dead
 * program. A message that arrived before the death is still received. No call waits for a dead
 * program: a send to one returns 0, and the message is lost. A collective call ends at all live
 * nodes; a node that returns 0 has the complete result.
 *
 * Nodes forward the messages of others in every call of this file that sends, receives or waits,
 * and after main has returned. A node that only computes is interrupted from time to time to
 * forward (net/detour/detour.c). Then a message for the node itself blocks the messages behind it
 * on the same link until the node's next such call. A repeated collective call that never has to
 * wait forwards only once per ring's capacity of packets. */
#ifndef CUBE_H
#define CUBE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most dimensions a cube has. */
#define CUBE_DIMENSIONS 13

/* Return this node's number, the number of nodes 2^n, and n. */
int cube_node(void);
int cube_nodes(void);
int cube_dim(void);

/* Return the physical node that this node is placed on, and the physical dimension that the links
 * of `dimension` (0 .. n - 1) are on. Under cuberun --map, physical dimension k is for bit order[k]
 * of the node number, so neighbours stay neighbours. Otherwise logical and physical numbers are the
 * same. Routing (cube_send) and meters go by physical dimensions. Error: -EINVAL (no such
 * dimension). Source: Hou et al., definition 8. */
int cube_physical_node(void);
int cube_physical_dimension(int dimension);

/* Returns the cycle counter: nanoseconds of the virtual clock or, under cuberun --exact, the
 * instructions executed by all nodes together. */
uint64_t cube_cycles(void);

/* Returns this node's clock: the parallel time since the start. cuberun provides it with --exact,
 * --clock on, or a cost; cube_timed tells whether it does, and without it only declared work
 * counts. The clock advances by the instructions that this node executes between two waits (under
 * --exact, each --ti units), and by declared work (cube_work). A receive advances it to the
 * packet's arrival, by the costs of links given to cuberun. The largest clock at the end is the
 * length of the critical path. Under --exact one node runs until it waits in a call of this file: a
 * program that waits for others in any other way hangs. A clock that would reach 2^63 ends the
 * program. */
uint64_t cube_time(void);
void cube_work(uint64_t units);
int cube_timed(void);

/* The binary-reflected Gray code of i, and its inverse, for i in 0 .. 2^31 - 1: place i of a ring
 * is node cube_gray(i). Source: Hu, section 2.2. */
int cube_gray(int i);
int cube_gray_inverse(int code);

/* Sends `bytes` bytes to, or receives them from, the neighbour on `dimension` (0 .. n - 1).
 * Messages on one link arrive in order. A send returns when the message is in the link's ring:
 * before the receive, if the message fits there. Errors: -EINVAL (no such dimension, null buffer
 * with bytes > 0, a message of 4 GiB or more), -EMSGSIZE (the message that arrived has another
 * size), -EPROTO (the neighbour is in another operation, such as a collective one). After -EMSGSIZE
 * and -EPROTO the link's state is undefined. */
int cube_link_send(int dimension, const void *buffer, size_t bytes);
int cube_link_recv(int dimension, void *buffer, size_t bytes);

/* The all-port form: sends buffer send[d] on every dimension d of the set `senders` (bit d) and
 * receives into recv[d] on every d of the set `receivers`, `bytes` bytes each, all at once: every
 * send is published before the first wait. Errors as above. */
int cube_links_exchange(unsigned senders, const void *const send[], unsigned receivers,
                        void *const recv[], size_t bytes);

/* The all-port form with messages of any sizes: send_bytes[d] bytes go on dimension d, and
 * recv_bytes[d] bytes come. Errors as above. */
int cube_links_exchangev(unsigned senders, const void *const send[], const size_t send_bytes[],
                         unsigned receivers, void *const recv[], const size_t recv_bytes[]);

/* Returns 1 if a message of cube_link_send from the neighbour on `dimension` has arrived, so that
 * cube_link_recv will not wait; else 0. Asynchronous iterations need it. With clocks, "has arrived"
 * is by this node's clock: the call waits for the neighbour's next message, then compares the
 * arrival of its last byte with the clock. The wait takes no time by the clock. So a program may
 * ask about a link only while another message will come on it. Error: -EINVAL. */
int cube_link_arrived(int dimension);

/* Sends to, or receives from, any node, itself included, by E-cube routing: at each node the packet
 * leaves on the lowest physical dimension in which its address still differs. Messages between one
 * pair of nodes arrive in order; a receiver takes messages of different nodes in any order.
 *
 * A send returns when the message has left. Each pair of nodes has a buffer for messages whose
 * receive has not begun: 16 KiB in a cube of up to 64 nodes, 8 KiB with 128 nodes, halved for each
 * further dimension. A message takes its bytes + 64. If it fits in the free part of the buffer, the
 * send waits for no receive: only until the receiver and the nodes on the way wait in a call of
 * this header, or have ended. A longer message waits until another receive begins. Messages of a
 * node to itself are limited by its heap. Errors: -EINVAL (no such node, null buffer with bytes >
 * 0, a message of 4 GiB or more), -EMSGSIZE (the next message has another size; it is discarded),
 * -ENOMEM (no memory to buffer messages that arrived before their receive). */
int cube_send(int node, const void *buffer, size_t bytes);
int cube_recv(int node, void *buffer, size_t bytes);

/* Returns when every node has called it: n exchanges with neighbours, one dimension after the
 * other. Error: -EPROTO (a neighbour is in another operation, or a message is unreceived). */
int cube_barrier(void);

/* ---- Collective operations ----
 *
 * Every node of the cube makes the same call, with the same sizes, root and choice. Each operation
 * has a form `_by` that takes a choice: which algorithm of the catalogue (cube_catalogue.h), in
 * which cube. With a null choice, or for a member that is 0, the operation decides.
 *
 * Where algorithm and ports are left open, an operation that moves messages of any size takes the
 * algorithm, and the number of packets, that is cheapest by the cost model T = A t_s + B t_w m + C
 * t_h (docs/guide/measuring.md): with the costs that cuberun was given, else with those of the
 * library's own work. cuberun --explain prints what is chosen, and the predicted times.
 *
 * Errors of all of them: -EINVAL (null buffer with bytes > 0; no such root, algorithm, port model
 * or dimension; more packets or points than CUBE_PACKETS; no type, or elements of 0 bytes; an
 * operator that does not support the type; a noncommutative operator with an algorithm that
 * requires a commutative one; 4 GiB or more), -ENOMEM (no memory for scratch; nothing was sent),
 * -EPROTO and -EMSGSIZE (the nodes' calls do not match; the links' state is undefined then).
 * -EINVAL is the same at all nodes that make the same call, except for a null buffer that only some
 * nodes use: those get -EINVAL, and for the others the calls do not match.
 *
 * Mismatched calls are always detected. Some node gets one of these two errors, or a deadlock is
 * reported and ends the machine, or unreceived packets are reported when all programs have ended.
 */

#define CUBE_PACKETS 65535 /* the most packets into which a message is divided */

/* The port models: how many links of a node carry packets in one step. */
enum cube_ports {
    CUBE_ANY_PORTS, /* whatever is usual for the operation */
    CUBE_ALL_PORT,  /* all of them, both ways */
    CUBE_ONE_PORT,  /* one sends, one receives */
    CUBE_SIMD,      /* one, and it is the same dimension at all nodes */
};

struct cube_choice {
    const char *algorithm; /* its name in the catalogue, or a name that the program has added */
    enum cube_ports ports; /* if `algorithm` is null, the operation takes its usual algorithm for
                              this port model, or for the next stricter one if there is none, and
                              for an operator that does not commute one that keeps the order; else
                              the port model of `algorithm` */
    unsigned dimensions;   /* a set of dimensions (bit d): those of the subcube of this node in
                              which the operation runs; 0: all. Within it nodes, and so roots, are
                              numbered by the bits of these dimensions alone, packed together */
    unsigned packets;      /* the number of packets of a pipelined algorithm, at most CUBE_PACKETS;
                              0: chosen by size */
};

/* Returns when every node of the subcube has called it. Errors: -EINVAL, -EPROTO. */
int cube_barrier_by(const struct cube_choice *choice);

/* The type of the elements of a message. A user's type has only a size. */
struct cube_type {
    size_t bytes;
    unsigned kind; /* of the types below; a user's: 0 */
};
extern const struct cube_type cube_int32, cube_uint32, cube_int64, cube_uint64;
extern const struct cube_type cube_float, cube_double;
extern const struct cube_type cube_byte; /* uint8_t */

/* An operator of reductions; it must be associative. */
struct cube_op {
    /* right[i] = left[i] op right[i] for `count` elements of the type. */
    void (*function)(const void *left_in, void *right_inout, size_t count,
                     const struct cube_type *type);
    int commutative; /* whether a op b = b op a */
    unsigned kinds;  /* of a built-in one: the types it works on; a user's: 0 */
};
/* Integers wrap round. The last three work on integers and bytes alone. */
extern const struct cube_op cube_sum, cube_product, cube_min, cube_max;
extern const struct cube_op cube_and, cube_or, cube_xor;

/* Broadcast: the `count` elements at `buffer` of node `root` come to `buffer` of every node. A
 * short message takes the binomial tree; a longer one is divided into packets. */
int cube_bcast(void *buffer, size_t count, const struct cube_type *type, int root);
int cube_bcast_by(const struct cube_choice *choice, void *buffer, size_t count,
                  const struct cube_type *type, int root);

/* Reduction: element i of `recv` of node `root` becomes the elements i of `send` of all nodes,
 * combined in the order of the nodes' numbers. `recv` means nothing at the other nodes; it may be
 * `send`. The algorithm is chosen as for a broadcast; for an operator that does not commute it is
 * always the tree. */
int cube_reduce(const void *send, void *recv, size_t count, const struct cube_type *type,
                const struct cube_op *op, int root);
int cube_reduce_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                   const struct cube_type *type, const struct cube_op *op, int root);

/* All-reduce: a reduction whose result comes to every node. A short message takes
 * "allreduce-exchange", a long one "allreduce-halving", which moves fewer words, and one between
 * them "allreduce-halves". */
int cube_allreduce(const void *send, void *recv, size_t count, const struct cube_type *type,
                   const struct cube_op *op);
int cube_allreduce_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                      const struct cube_type *type, const struct cube_op *op);

/* Reduce-scatter: the `count` elements at `recv` of node v become the elements of block v of `send`
 * (2^n blocks of `count` elements) of all nodes, combined in the order of the nodes' numbers. The
 * usual algorithm is "reduce-scatter-exchange"; for a noncommutative operator it is
 * "reduce-scatter-ordered". Both send n messages a node. */
int cube_reduce_scatter(const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op);
int cube_reduce_scatter_by(const struct cube_choice *choice, const void *send, void *recv,
                           size_t count, const struct cube_type *type, const struct cube_op *op);

/* Prefix: element i of `recv` becomes the elements i of `send` of nodes 0 .. this one, combined in
 * this order; `recv` may be `send`. cube_exscan leaves this node's own elements out: `recv` of node
 * 0 is then not written, and `recv` may not be `send` at any node. */
int cube_scan(const void *send, void *recv, size_t count, const struct cube_type *type,
              const struct cube_op *op);
int cube_scan_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                 const struct cube_type *type, const struct cube_op *op);
int cube_exscan(const void *send, void *recv, size_t count, const struct cube_type *type,
                const struct cube_op *op);
int cube_exscan_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                   const struct cube_type *type, const struct cube_op *op);

/* Gather: block v of `recv` of node `root` (2^n blocks of `bytes` bytes) becomes the block at
 * `send` of node v. `recv` means nothing at the other nodes. Scatter does the opposite: block v of
 * `send` of node `root` comes to the block at `recv` of node v.
 *
 * In the forms `v`, block v of the root's 2^n blocks lies between offsets[v] and offsets[v + 1], in
 * bytes from block 0, which is where the buffer begins. There are 2^n + 1 offsets, ascending, and
 * they are the same at all nodes. */
int cube_gather(const void *send, void *recv, size_t bytes, int root);
int cube_gather_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                   int root);
int cube_gatherv(const void *send, void *recv, const size_t offsets[], int root);
int cube_gatherv_by(const struct cube_choice *choice, const void *send, void *recv,
                    const size_t offsets[], int root);
int cube_scatter(const void *send, void *recv, size_t bytes, int root);
int cube_scatter_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                    int root);
int cube_scatterv(const void *send, void *recv, const size_t offsets[], int root);
int cube_scatterv_by(const struct cube_choice *choice, const void *send, void *recv,
                     const size_t offsets[], int root);

/* All-gather: block v of `recv` (2^n blocks of `bytes` bytes) becomes the block at `send` of node
 * v. The usual algorithm is "allgather-exchange", with n messages a node; with all ports it is
 * "allgather-all-port", with the fewest possible steps. In the form `v` each block has its own
 * size, as above. */
int cube_allgather(const void *send, void *recv, size_t bytes);
int cube_allgather_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes);
int cube_allgatherv(const void *send, void *recv, const size_t offsets[]);
int cube_allgatherv_by(const struct cube_choice *choice, const void *send, void *recv,
                       const size_t offsets[]);

/* Transfer: the `bytes` bytes at `send` of node `source` come to `recv` of node `target`. `send`
 * and `recv` mean nothing at other nodes; all of them make the call, because they pass packets on.
 * With all ports a long message is divided among n link-disjoint paths, in the fewest possible
 * steps; otherwise it takes the E-cube path. */
int cube_transfer(const void *send, void *recv, size_t bytes, int source, int target);
int cube_transfer_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                     int source, int target);

/* Total exchange: block j of `blocks` (2^n blocks of `bytes` bytes) goes to node j; on return block
 * i of `out` is what node i sent here. Short blocks take "alltoall-exchange", n steps with
 * neighbours; long ones "alltoall-ecube-pieces", 2^n - 1 steps, in step j with node i XOR j along
 * E-cube paths. */
int cube_alltoall(const void *blocks, void *out, size_t bytes);
int cube_alltoall_by(const struct cube_choice *choice, const void *blocks, void *out, size_t bytes);

/* Total exchange of blocks of any sizes: block j of `send` lies between send_offsets[j] and
 * send_offsets[j + 1], in bytes from block 0, which is where `send` begins; so do the blocks of
 * `recv`. There are 2^n + 1 offsets of each, ascending. Sender and receiver must mean the same
 * size. Only "alltoall-ecube-pieces" can do it, because there the nodes between need not know the
 * sizes. */
int cube_alltoallv(const void *send, const size_t send_offsets[], void *recv,
                   const size_t recv_offsets[]);
int cube_alltoallv_by(const struct cube_choice *choice, const void *send,
                      const size_t send_offsets[], void *recv, const size_t recv_offsets[]);

/* The hypercube pattern, in which every node learns something of every other: on dimension 0, 1,
 * ... n - 1 neighbours exchange their messages, and `operation` combines both into the message of
 * the next exchange. The caller initializes `message`; the result is in `message` and at `context`.
 *
 * `bytes` is the initial size of the message, and `most` the size of the buffer. In a call of the
 * operation both `arrived` and `message` have `bytes` bytes. `upper` is 1 if this node's bit
 * `dimension` is set: then `arrived` precedes its own message in the order of the nodes. The
 * operation returns the new size, which must be the same at both neighbours on the next dimension.
 * Error: -EINVAL (the new size is more than `most`). */
typedef size_t cube_operation(void *message, const void *arrived, size_t bytes, int dimension,
                              int upper, void *context);
int cube_exchange_all(void *message, size_t bytes, size_t most, cube_operation *operation,
                      void *context);
int cube_exchange_all_by(const struct cube_choice *choice, void *message, size_t bytes, size_t most,
                         cube_operation *operation, void *context);

/* Circular shift: `recv` becomes the `bytes` bytes at `send` of the node whose number is less by q
 * modulo 2^n; q may be negative. cube_gray_shift counts along the ring of Gray codes, on which
 * logical node i is at physical node cube_gray(i): neighbours on the ring are neighbours on the
 * cube. `recv` may not be `send`. The usual algorithms are "shift-ecube", with one step, and
 * "gray-shift-signed", with at most n.
 */
int cube_shift(const void *send, void *recv, size_t bytes, int q);
int cube_shift_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                  int q);
int cube_gray_shift(const void *send, void *recv, size_t bytes, int q);
int cube_gray_shift_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                       int q);

/* Permutation: the `bytes` bytes at `send` of node i come to `recv` of node destination[i], 0 <= i
 * < 2^n, the same array at all nodes. They go by E-cube routing, in rounds of packets whose paths
 * share no link. cube_contention returns the number of packets on the busiest link, which is a
 * lower bound of the rounds. Error of both: -EINVAL (the array is no permutation). `recv` may not
 * be `send`. */
int cube_permute(const void *send, void *recv, size_t bytes, const int destination[]);
int cube_permute_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                    const int destination[]);
int cube_contention(const int destination[]);

/* One step of a PM2I network (Hu): logical node i (at physical node Gray(i)) takes one of its 2n
 * functions and sends the `bytes` bytes at `send` to logical node i + offset[i] modulo 2^n, where
 * offset[i] is 2^j or -2^j, 0 <= j < n; the same array at all nodes. This takes two steps, whatever
 * the permutation. Error: -EINVAL (two nodes send to one, an invalid offset, or only one node).
 * `recv` may not be `send`.
 *
 * cube_pm2i_contention returns the number of packets on the busiest link in a step: 1 or 2.
 * *arrivals, if not null, becomes the largest number of packets for one node. It is 1 for a
 * permutation, and then no link is used twice. Error: -EINVAL (an invalid offset). */
int cube_pm2i(const void *send, void *recv, size_t bytes, const int offset[]);
int cube_pm2i_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                 const int offset[]);
int cube_pm2i_contention(const int offset[], int *arrivals);

/* Permutation by XOR: `recv` becomes the `bytes` bytes at `send` of node (this XOR j), 0 <= j <
 * 2^n. `recv` may not be `send`. The usual algorithm is "xor-ecube", with one step. */
int cube_permute_xor(const void *send, void *recv, size_t bytes, int j);
int cube_permute_xor_by(const struct cube_choice *choice, const void *send, void *recv,
                        size_t bytes, int j);

/* All-to-some personalized communication (Hu, section 3). Logical node i (at physical node Gray(i))
 * holds n elements of `bytes` bytes at `elements`; element j goes to logical nodes i + 2^j and i -
 * 2^j mod 2^n. On return plus[j] (at plus + j * bytes) is element j of i - 2^j, minus[j] is element
 * j of i + 2^j. The usual algorithm is "aspc", with four steps on all ports. */
int cube_aspc(const void *elements, void *plus, void *minus, size_t bytes);
int cube_aspc_by(const struct cube_choice *choice, const void *elements, void *plus, void *minus,
                 size_t bytes);

/* ---- On a ring or wraparound mesh ----
 *
 * The same operations on the links of a ring or mesh, whose neighbours are neighbours in the cube
 * (Ozveren, section 2.1.3). Nodes are numbered by rank: row-major, the last axis varies fastest.
 * Roots are ranks; blocks and results are in the order of ranks. All nodes of the cube make the
 * call; nodes outside the mesh pass null buffers. `choice` is as above, and may be null. Errors as
 * above; -EINVAL also where the cube does not hold the mesh. All but the shift and the exchanges of
 * points below have algorithms for one port and for all ports, and for every mesh. */

/* A ring has one axis. A side is even, or 1, and takes ceil(log2(side)) dimensions of the cube. */
struct cube_mesh {
    unsigned axes;                  /* 1 .. CUBE_DIMENSIONS */
    unsigned side[CUBE_DIMENSIONS]; /* nodes along each axis */
};

/* Return the rank of a node, and the node of a rank; or -EINVAL. */
int cube_mesh_rank(const struct cube_mesh *mesh, int node);
int cube_mesh_node(const struct cube_mesh *mesh, int rank);

/* With a noncommutative operator a reduction uses "mesh-reduce", which is one-port, whatever ports
 * the choice names. A long message may be pipelined in packets: on one port
 * ("mesh-bcast-pipelined", "mesh-reduce-pipelined"), or divided among all ports in the fewest
 * possible steps ("mesh-bcast-all-port", "mesh-reduce-all-port"). */
int cube_mesh_bcast(const struct cube_choice *choice, const struct cube_mesh *mesh, void *buffer,
                    size_t count, const struct cube_type *type, int root);
int cube_mesh_reduce(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t count, const struct cube_type *type,
                     const struct cube_op *op, int root);

/* Scatter: block r of the root's `send` comes to `recv` of rank r. Gather does the opposite. */
int cube_mesh_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                      const void *send, void *recv, size_t bytes, int root);
int cube_mesh_gather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t bytes, int root);

/* The block of each rank comes to all ranks: `recv` has a block for each node of the mesh. */
int cube_mesh_allgather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                        const void *send, void *recv, size_t bytes);

/* `send` has a block of `count` elements for each rank. All blocks for one rank are combined, in
 * the order of ranks. With a noncommutative operator the algorithm is
 * "mesh-reduce-scatter-ordered", which is one-port, whatever ports the choice names. */
int cube_mesh_reduce_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                             const void *send, void *recv, size_t count,
                             const struct cube_type *type, const struct cube_op *op);

/* Element i of `recv` becomes the elements i of `send` of all ranks (all-reduce), or of ranks 0 ..
 * this one (scan), combined in the order of ranks. */
int cube_mesh_allreduce(const struct cube_choice *choice, const struct cube_mesh *mesh,
                        const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op);
int cube_mesh_scan(const struct cube_choice *choice, const struct cube_mesh *mesh, const void *send,
                   void *recv, size_t count, const struct cube_type *type,
                   const struct cube_op *op);

/* Block j of `blocks` goes to rank j; block i of `out` is what rank i sent here. */
int cube_mesh_alltoall(const struct cube_choice *choice, const struct cube_mesh *mesh,
                       const void *blocks, void *out, size_t bytes);

/* `send` of rank r comes to `recv` of rank r + q; q may be negative. */
int cube_mesh_shift(const struct cube_choice *choice, const struct cube_mesh *mesh,
                    const void *send, void *recv, size_t bytes, int q);

/* The `bytes` bytes at `send` of rank `source` come to `recv` of rank `target`; the buffers mean
 * nothing at other nodes. With all ports a long message is divided among link-disjoint paths, in
 * the fewest possible steps: the two ways round a ring, or four paths on a mesh of two axes.
 * Otherwise it takes a shortest path. */
int cube_mesh_transfer(const struct cube_choice *choice, const struct cube_mesh *mesh,
                       const void *send, void *recv, size_t bytes, int source, int target);

/* For an iteration over a grid that is divided into squares, one for each node of a mesh of two
 * axes (rows go south, columns east): each node receives the points around its own square. `edges`
 * has the points of each edge of this square, `points` points of `bytes` bytes each: the north,
 * east, south and west edge, each from west to east or from north to south. `around` gets the
 * points next to them in the same order; cube_mesh_nine_point then adds those beyond the corners:
 * north-east, south-east, south-west, north-west. On a side of 1 a node is its own neighbour, and
 * on a side of 2 both neighbours are one node. */
int cube_mesh_five_point(const struct cube_choice *choice, const struct cube_mesh *mesh,
                         const void *edges, void *around, size_t bytes, unsigned points);
int cube_mesh_nine_point(const struct cube_choice *choice, const struct cube_mesh *mesh,
                         const void *edges, void *around, size_t bytes, unsigned points);

/* ---- Meters ---- */

/* What arrived here, counted from the headers and ring indices of the incoming links. */
struct cube_link_stats {
    uint64_t packets; /* packets of the direct channel, each counted once whatever its pieces */
    uint64_t bytes;   /* their payload */
    uint64_t routed_packets; /* packets of the routed channel, those that pass through included */
    uint64_t routed_bytes;   /* their payload */
    uint64_t slots;          /* slots of both rings that were used, from the rings' own indices */
};
struct cube_stats {
    uint32_t steps; /* the largest step tag read from a header that arrived */
    struct cube_link_stats link[CUBE_DIMENSIONS]; /* by physical dimension of the incoming link */
};

/* Reads the meters of this node since its start or the last cube_stats_clear. */
void cube_stats(struct cube_stats *stats);
void cube_stats_clear(void);

/* A record of each step of a schedule, kept where the program asks for it. */
struct cube_step_record {
    uint32_t links; /* set of incoming physical dimensions on which a packet of this step arrived */
    uint32_t packets; /* packets that arrived in this step */
    uint64_t bytes;   /* their payload */
    uint64_t cycles;  /* cube_cycles() when this node finished the step */
};

/* Zeroes the records, then fills records[s - 1] in each step s, 1 <= s <= count, until a call with
 * null and 0. The caller owns the array and keeps it until then. */
void cube_trace(struct cube_step_record *records, size_t count);

#ifdef __cplusplus
}
#endif

#endif
