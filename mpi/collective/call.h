/* A call of a collective operation, with its arguments.
 *
 * Each operation has a file of its own, with its functions and a struct collective_operation. The
 * functions fill in a struct collective_call, and hand it to a function of perform.h. */
#ifndef MPI_CALL_H
#define MPI_CALL_H

#include <stdbool.h>

#include "compiler.h"
#include "mpi.h"
#include "mpi/collective/blocks.h"
#include "mpi/collective/build.h"
#include "mpi/collective/schedule.h"
#include "mpi/object/communicator.h"
#include "mpi/object/topology.h"

struct collective_call;
struct unequal_rows;
struct cube_choice;
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
    const char *name; /* in the names of keys and variables (choice.h): "allreduce" */
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

    /* Makes the call of cube.h for the operation (on_cube.h), and returns its result. Null if
     * cube.h has no such call. */
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

/* Appends this process's part to a schedule, and ends it. Returns MPI_SUCCESS or an error class. */
int collective_build(struct schedule *schedule, const struct collective_call *call);

/* Takes the number of the next operation on a communicator, unless that is persistent. All of its
 * processes begin such operations in the same order (section 6.14), and so give them the same
 * numbers. No two operations that are outstanding at the same time have the same number. */
int collective_next_number(MPI_Comm comm);

/* Returns the number of the operation that was begun last. */
int collective_last_number(MPI_Comm comm);

/* Builds schedules for intercommunicators. It is set as soon as there is such a communicator
 * (inter.h). */
extern NODE_LOCAL void (*collective_build_inter)(struct schedule *schedule,
                                                 const struct collective_call *call);

#endif
