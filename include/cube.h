/* graycube: what programs on the cube are written against.
 *
 * A program runs as one process on each of 2^n nodes. Node numbers are physical addresses, 0 to
 * 2^n - 1; two nodes are neighbours on dimension d when their numbers differ in bit d alone. Sizes
 * are in bytes. A call returns 0, or a negative errno (cube.h functions set no errno). Buffers
 * belong to the caller; they are free to be reused or read when a call returns.
 *
 * Messages between nodes that are not neighbours are forwarded by the nodes between, in every call
 * of this file that sends, receives or waits, and after main has returned. A node that only
 * computes forwards nothing until its next such call.
 */
#ifndef CUBE_H
#define CUBE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUBE_DIMENSIONS 9 /* the most dimensions a cube has */

/* This node's number, the number of nodes 2^n, and n. */
int cube_node(void);
int cube_nodes(void);
int cube_dim(void);

/* The cycle counter: nanoseconds of the virtual clock; under cuberun --exact, the instructions
 * executed by all nodes together. */
uint64_t cube_cycles(void);

/* The binary-reflected Gray code of i, and its inverse, for i in 0 .. 2^31 - 1: logical node i of a
 * ring is physical node cube_gray(i). Hu, section 2.2. */
int cube_gray(int i);
int cube_gray_inverse(int code);

/* Sends `bytes` bytes to, or receives them from, the neighbour on `dimension` (0 .. n - 1).
 * Messages on one link arrive in order. A send returns when the message is in the link's ring:
 * before it is received if it fits. Errors: -EINVAL (no such dimension, null buffer with bytes > 0,
 * a message of 4 GiB or more), -EMSGSIZE (the message that arrived has another size), -EPROTO (the
 * neighbour is in another operation, a collective say). After -EMSGSIZE and -EPROTO the link's
 * state is undefined. */
int cube_link_send(int dimension, const void *buffer, size_t bytes);
int cube_link_recv(int dimension, void *buffer, size_t bytes);

/* The all-port form: sends buffer send[d] on every dimension d of the set `senders` (bit d) and
 * receives into recv[d] on every d of the set `receivers`, `bytes` bytes each, all at once: every
 * send is published before the first wait. Errors as above. */
int cube_links_exchange(unsigned senders, const void *const send[], unsigned receivers,
                        void *const recv[], size_t bytes);

/* Sends to, or receives from, any node, itself included, by E-cube routing: at each node the packet
 * leaves on the lowest dimension in which its address still differs. Messages between one pair of
 * nodes arrive in order; a receiver takes messages of different nodes in any order it likes. A send
 * returns when the message has left: a few kilobytes a pair of nodes are buffered at the receiver,
 * beyond that it waits for the receiver. Errors: -EINVAL (no such node, null buffer with bytes > 0,
 * a message of 4 GiB or more), -EMSGSIZE (the next message has another size; it is discarded),
 * -ENOMEM (no memory for what arrived before it was asked for). */
int cube_send(int node, const void *buffer, size_t bytes);
int cube_recv(int node, void *buffer, size_t bytes);

/* Returns when every node has called it: n exchanges with neighbours, one dimension after the
 * other. Errors: -EPROTO, -EMSGSIZE (a neighbour is in another operation). */
int cube_barrier(void);

/* All-to-some personalized communication (Hu, section 3). Logical node i (at physical node Gray(i))
 * holds n elements of `bytes` bytes at `elements`; element j goes to logical nodes i + 2^j and i -
 * 2^j mod 2^n. On return plus[j] (at plus + j * bytes) is element j of i - 2^j, minus[j] is element
 * j of i + 2^j. Every node calls it with the same `bytes`. Four steps with all ports. cube_aspc_by
 * takes the name of an algorithm of the catalogue (cube_catalogue.h): "aspc", "aspc-permutations",
 * "aspc-one-port". Errors: -EINVAL (null buffers, unknown algorithm), -ENOMEM, -EPROTO, -EMSGSIZE
 * (mismatched calls). */
int cube_aspc(const void *elements, void *plus, void *minus, size_t bytes);
int cube_aspc_by(const char *algorithm, const void *elements, void *plus, void *minus,
                 size_t bytes);

/* Total exchange: block j of `blocks` (2^n blocks of `bytes` bytes) goes to node j; on return block
 * i of `out` is what node i sent here. Every node calls it with the same `bytes`. Algorithms:
 * "alltoall-ecube" (2^n - 1 steps, in step j with node i XOR j, store-and-forward along E-cube
 * paths), "alltoall-ecube-pieces" (the same, relayed piece by piece), "alltoall-exchange" (n steps
 * of 2^n / 2 blocks). Errors as for cube_aspc. */
int cube_alltoall(const void *blocks, void *out, size_t bytes);
int cube_alltoall_by(const char *algorithm, const void *blocks, void *out, size_t bytes);

/* What arrived here, counted from the headers and ring indices of the incoming links. */
struct cube_link_stats {
    uint64_t packets; /* packets of the direct channel, each counted once whatever its pieces */
    uint64_t bytes;   /* their payload */
    uint64_t routed_packets; /* the same for the routed channel, packets passing through included */
    uint64_t routed_bytes;
    uint64_t slots; /* slots of both rings that were used, from the rings' own indices */
};
struct cube_stats {
    uint32_t steps; /* the largest step tag read from a header that arrived */
    struct cube_link_stats link[CUBE_DIMENSIONS]; /* by dimension of the incoming link */
};

/* Reads the meters of this node since its start or the last cube_stats_clear. */
void cube_stats(struct cube_stats *stats);
void cube_stats_clear(void);

/* A record of each step of a schedule, kept where the program asks for it. */
struct cube_step_record {
    uint32_t links;   /* set of incoming dimensions on which a packet of this step arrived */
    uint32_t packets; /* packets that arrived in this step */
    uint64_t bytes;   /* their payload */
    uint64_t cycles;  /* cube_cycles() when this node finished the step */
};

/* From now on fills records[s - 1] for step s, 1 <= s <= count (zeroed here first); null and 0 stop
 * it. The array stays the caller's and must live until then. */
void cube_trace(struct cube_step_record *records, size_t count);

#ifdef __cplusplus
}
#endif

#endif
