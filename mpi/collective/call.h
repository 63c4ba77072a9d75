/* A call of a collective operation, with its arguments.
 *
 * Each operation has a file of its own, with its functions and a struct collective_operation. The
 * functions fill in a struct collective_call, and hand it to a function of perform.h. */
#ifndef MPI_CALL_H
#define MPI_CALL_H

#include <stdbool.h>

#include "compiler.h"
#include "mpi.h"
#include "mpi/collective/build.h"
#include "mpi/collective/player.h"
#include "mpi/collective/schedule.h"
#include "mpi/object/communicator.h"
#include "mpi/object/topology.h"
#include "net/system/buffers.h"

struct collective_call;
struct unequal_rows;
struct cube_choice;
struct cube_op;
struct cube_type;
struct rows;

enum operation_number {
    OPERATION_NONE,
    OPERATION_BARRIER,
    OPERATION_BROADCAST,
    OPERATION_GATHER,
    OPERATION_GATHERV,
    OPERATION_SCATTER,
    OPERATION_SCATTERV,
    OPERATION_ALLGATHER,
    OPERATION_ALLGATHERV,
    OPERATION_ALLTOALL,
    OPERATION_ALLTOALLV,
    OPERATION_ALLTOALLW,
    OPERATION_REDUCE,
    OPERATION_ALLREDUCE,
    OPERATION_REDUCE_SCATTER,
    OPERATION_REDUCE_SCATTER_BLOCK,
    OPERATION_SCAN,
    OPERATION_EXSCAN,
    OPERATION_NEIGHBOR_ALLGATHER,
    OPERATION_NEIGHBOR_ALLGATHERV,
    OPERATION_NEIGHBOR_ALLTOALL,
    OPERATION_NEIGHBOR_ALLTOALLV,
    OPERATION_NEIGHBOR_ALLTOALLW
};

/* The data that the arguments of an operation describe. */
enum shape {
    SHAPE_NONE, /* there are none */
    SHAPE_ONE,  /* one block */
    SHAPE_EACH, /* a block for each process with which messages are exchanged, or each neighbour */
};

/* The role of the root of an operation. */
enum root_part {
    ROOT_NONE,     /* there is no root */
    ROOT_SENDS,    /* the send arguments of others are ignored */
    ROOT_RECEIVES, /* the receive arguments of others are ignored */
    ROOT_HAS,      /* the root sends and the others receive, with the same arguments */
};

struct collective_operation {
    enum operation_number number;
    const char *name; /* in the names of keys and variables (choice.c): "allreduce" */
    enum shape send, receive;
    enum root_part root;
    bool combines;
    bool of_neighbours; /* messages are exchanged with neighbours in the topology */
    bool in_place;      /* MPI_IN_PLACE may be given */
    bool copies; /* with MPI_IN_PLACE, cube.h needs a copy of the operand, though this combines */

    /* Makes the rows of blocks of different sizes (rows.h); null if all blocks have one size. */
    const struct unequal_rows *unequal;

    /* Appends this process's part to a schedule, on an intracommunicator. The arguments have been
     * checked. */
    void (*build)(struct schedule *schedule, const struct team *team,
                  const struct collective_call *call);

    /* The call of cube.h for the operation (on_cube.h), in the member of its form; or a function
     * that makes the call and returns its result. All are null for exchanges with
     * neighbours. */
    int (*moves)(const struct cube_choice *choice, const void *send, void *receive, size_t bytes);
    int (*moves_at)(const struct cube_choice *choice, const void *send, void *receive, size_t bytes,
                    int root);
    int (*reduces)(const struct cube_choice *choice, const void *send, void *receive, size_t count,
                   const struct cube_type *type, const struct cube_op *op);
    int (*by_cube)(const struct cube_choice *choice, const struct collective_call *call,
                   const struct rows *rows);
};

/* The arguments of a call. In reductions, `receive` also describes the sent data, except for the
 * buffer. */
struct collective_call {
    const struct collective_operation *operation;
    const char *function; /* the function that the program has called */
    MPI_Comm comm;        /* the handle; after the checks, the object */
    struct blocks send, receive;
    int root;
    MPI_Op op;
    enum way way;
    struct neighbours neighbours; /* of this process, after the checks, if `of_neighbours` */

    /* Whether the send arguments, and the receive arguments, are significant at this process. Set
     * by the checks; insignificant ones then describe no data. */
    bool sends, receives;
};

static inline bool collective_sends_in_place(const struct collective_call *call) {
    return call->send.buffer == MPI_IN_PLACE;
}
static inline bool collective_receives_in_place(const struct collective_call *call) {
    return call->receive.buffer == MPI_IN_PLACE;
}

/* Returns the blocks that describe this process's elements: those that it sends or, if these are
 * not significant, those that it receives. In reductions, always those that it receives. */
const struct blocks *collective_described(const struct collective_call *call);

/* Return the number of blocks sent, and of blocks received, by the arguments. */
int collective_send_blocks(const struct collective_call *call);
int collective_receive_blocks(const struct collective_call *call);

/* Returns the way of a call. Where blocks have different sizes, only the long way is possible: each
 * process knows the sizes of its own blocks alone, or the root alone knows them all. */
static inline enum way collective_way(const struct collective_call *call) {
    return call->operation->unequal ? WAY_LONG : call->way;
}

/* Returns this process's operand of a reduction. */
struct part collective_operand(const struct collective_call *call);

/* Return a communicator's own processes as a team, and the processes that messages go to. */
struct team collective_team(MPI_Comm comm);
struct team collective_remote_team(MPI_Comm comm);

/* Checks the arguments, and replaces the communicator's handle by the object. Returns MPI_SUCCESS
 * or an error code, which has been raised. */
int collective_check(struct collective_call *call);

/* Raises MPI_ERR_COUNT: the blocks of one process have more bytes than a message may have. Returns
 * it. */
COLD int collective_too_large(MPI_Comm comm, const char *function);

/* Tells tools that watch the program's memory what a checked call does with the buffers that it
 * reads and writes. After the call, `writes` is BUFFER_TAKEN, and the others are not told of again.
 */
void collective_tell(const struct collective_call *call, enum buffer_use reads,
                     enum buffer_use writes);

/* Appends this process's part to a schedule, and ends it. Returns MPI_SUCCESS or an error class. */
int collective_build(struct schedule *schedule, const struct collective_call *call);

/* Takes the number of the next operation on a communicator, unless that is persistent. All of its
 * processes begin such operations in the same order (section 6.14), and so give them the same
 * numbers. No two operations that are outstanding at the same time have the same number. */
int collective_next_number(MPI_Comm comm);

/* Returns the number of the operation that was begun last. */
int collective_last_number(MPI_Comm comm);

/* Builds schedules for intercommunicators. It is set as soon as there is such a communicator
 * (inter.c). */
extern NODE_LOCAL void (*collective_build_inter)(struct schedule *schedule,
                                                 const struct collective_call *call);

/* ---- Intercommunicators ----
 *
 * Collective operations on intercommunicators (MPI 5.0, section 6.2.2): data of each group go to
 * the other one. */

/* Makes it possible to build schedules for intercommunicators. The functions that make
 * intercommunicators call this, so that programs without any are linked without inter.c. */
void inter_start(void);

/* ---- The checks of MPI_STRICT=1 before a call moves data ---- */

/* Each process of an intracommunicator tells the next one which call it has made and recorded, and
 * each compares this with its own call: the function, the root and the operator (MPI 5.0, section
 * 6.1). If all have to describe the same elements, it also compares the bytes of these and, by a
 * signature, their basic types. Returns an error code, which has been raised, or MPI_SUCCESS. */
int alike_check(const struct collective_call *call);

/* ---- Schedules that are kept ----
 *
 * Schedules of blocking calls that are carried out by messages are kept with the communicator. Most
 * programs make the same calls again, with the same buffers, and building a schedule takes about a
 * third of the time of a short call. */

/* The most schedules that are kept with a communicator, and the most bytes of each. */
enum { KEPT_MOST = 4, KEPT_BYTES = 16 << 10 };

/* Returns the player that is kept for a call like this one, or null. It is not playing, because
 * only blocking calls keep players. */
struct player *kept_find(const struct collective_call *call);

/* Takes over a player that has been made for a call, and whose memory is from malloc. Keeps it in
 * place of the one that has been kept longest, or frees it. A player is not kept if its call has
 * failed, or if its schedule was made from something that the user may change or free: arrays,
 * types and operators. */
void kept_add(const struct collective_call *call, struct player *player);

/* ---- The output of cuberun --explain ----
 *
 * The output of cuberun --explain about calls. If a call is carried out by cube.h, cube.h itself
 * prints the call and the choice of the algorithm (collectives/call/select.c), unless the user has
 * chosen it. */

/* Prints which algorithm a call has taken, where --explain asks for it. Prints at rank 0 alone, and
 * only if the algorithm, the number of processes or the bytes differ from the last line for the
 * operation. */
void explain_call(const struct collective_call *call, const struct schedule *schedule);

/* Prints that a call is carried out by cube.h, once for all such calls of an operation that follow
 * each other with the same number of processes. `chosen` is the algorithm that the user has chosen;
 * if it is null, nothing is printed. */
void explain_on_cube(const struct collective_call *call, const char *chosen);

/* ---- Algorithms that the user chooses ----
 *
 * Algorithms that are chosen by the user: by an info key of the communicator, "graycube_allreduce",
 * or else by an environment variable, CUBE_MPI_ALLREDUCE. On a subcube, where cube.h carries out
 * the call, the value is a name of the catalogue, such as allreduce-halving. Elsewhere it is
 * few-rounds or few-bytes, and other values are ignored.
 *
 * With "graycube_reproducible" or CUBE_MPI_REPRODUCIBLE, which is "true", all reductions go by
 * messages in few rounds: these combine the ranks' values in an order that depends on the number
 * of ranks alone, so that the same values always make the same bits. */

/* Whether an algorithm may have been chosen for a communicator: it has an info object, or there is
 * such an environment variable. */
bool choice_is_made(MPI_Comm comm);

/* The catalogue's algorithm that has been chosen for an operation, or null. */
const char *choice_algorithm(MPI_Comm comm, const char *operation);

/* Whether the bits of a reduction's result may not depend on its size. */
bool choice_is_reproducible(MPI_Comm comm);

/* The way that has been chosen for an operation that goes by messages. */
enum way choice_way(MPI_Comm comm, const char *operation);

#endif
