/* The checks of a call's arguments (MPI 5.0, sections 6.2 to 6.10). */
#include <stdint.h>

#include "mpi/collective/call.h"
#include "mpi/datatype/type.h"
#include "mpi/message/arguments.h"
#include "mpi/object/error.h"
#include "mpi/object/topology.h"
#include "mpi/operator/operator.h"

/* Raises an error of this call. */
#define REFUSE(code, ...) error_raise(call->comm, call->function, code, __VA_ARGS__)

bool collective_is_root(const struct collective_call *call) {
    return call->root == (comm_is_inter(call->comm) ? MPI_ROOT : call->comm->rank);
}

bool collective_is_beside_root(const struct collective_call *call) {
    return comm_is_inter(call->comm) && call->root == MPI_PROC_NULL;
}

/* On an intercommunicator, data go only from one group to the other (section 6.2.2). */
bool collective_sends(const struct collective_call *call) {
    enum root_part root = call->operation->root;
    if (root == ROOT_SENDS)
        return collective_is_root(call);
    bool goes_to_own = root == ROOT_RECEIVES && comm_is_inter(call->comm) && call->root < 0;
    return call->operation->send != SHAPE_NONE && !goes_to_own;
}

bool collective_receives(const struct collective_call *call) {
    enum root_part root = call->operation->root;
    if (root == ROOT_RECEIVES)
        return collective_is_root(call);
    if (call->operation->number == OPERATION_EXSCAN && call->comm->rank == 0)
        return collective_sends_in_place(call);
    bool comes_of_own = root == ROOT_SENDS && comm_is_inter(call->comm) && call->root < 0;
    return call->operation->receive != SHAPE_NONE && !comes_of_own &&
           !collective_is_beside_root(call);
}

const struct blocks *collective_described(const struct collective_call *call) {
    bool sends =
        !call->operation->combines && collective_sends(call) && !collective_sends_in_place(call);
    return sends ? &call->send : &call->receive;
}

struct part collective_operand(const struct collective_call *call) {
    struct part own = blocks_at(&call->receive, 0);
    if (!collective_sends_in_place(call))
        own.address = call->send.buffer;
    return own;
}

struct team collective_team(MPI_Comm comm) {
    return (struct team){comm->local->size, comm->rank, comm->local->world};
}

struct team collective_remote_team(MPI_Comm comm) {
    return (struct team){comm->remote->size, MPI_UNDEFINED, comm->remote->world};
}

/* Replaces what describes blocks that mean nothing at this process, and may be anything there, by
 * what describes no data. So nothing looks at it later. The type and the count of a reduction are
 * those of what is sent, too. */
static void ignore_what_means_nothing(struct collective_call *call) {
    static const struct blocks nothing = {.type = MPI_BYTE};
    bool sends = collective_sends(call), receives = collective_receives(call);
    if (!sends)
        call->send = nothing;
    if (!receives && sends && call->operation->combines)
        call->receive.buffer = NULL;
    else if (!receives)
        call->receive = nothing;
    if (!sends && !receives)
        call->op = MPI_OP_NULL;
}

static int check_block(const struct collective_call *call, const struct blocks *blocks,
                       int number) {
    MPI_Datatype type = blocks->types != NULL ? blocks->types[number] : blocks->type;
    MPI_Count count = blocks->counts != NULL ? blocks->counts[number] : blocks->count;
    if (count < 0)
        return REFUSE(MPI_ERR_COUNT, "the count of block %d is %lld, and has to be 0 or more",
                      number, (long long)count);
    type = type_argument(call->comm, call->function, type, true);
    if (type == NULL)
        return MPI_ERR_TYPE;
    if (blocks->buffer == NULL && count * type->layout.size > 0 && type->layout.true_lower == 0)
        return REFUSE(MPI_ERR_BUFFER, "a buffer of %lld bytes is a null pointer",
                      (long long)(count * type->layout.size));
    return MPI_SUCCESS;
}

static int check_blocks(const struct collective_call *call, const struct blocks *blocks,
                        int count) {
    bool are_alike =
        count > 0 && blocks->types == NULL && (blocks->counts == NULL || blocks->counts[0] > 0);
    if (blocks->counts == NULL && blocks->types == NULL && count > 1)
        count = 1;
    for (int number = 0; number < count; number++) {
        if (number > 0 && are_alike && blocks->counts[number] >= 0)
            continue; /* whatever else could be wrong is the same for the first block */
        int error = check_block(call, blocks, number);
        if (error != MPI_SUCCESS)
            return error;
    }
    return MPI_SUCCESS;
}

/* Section 6.2.3: MPI_IN_PLACE may be given by a process that would otherwise send to itself. It is
 * given instead of what is sent or, by the root of a scatter, instead of what is received. */
static int check_in_place(const struct collective_call *call) {
    bool sends = collective_sends_in_place(call), receives = collective_receives_in_place(call);
    if (!sends && !receives)
        return MPI_SUCCESS;
    enum root_part root = call->operation->root;
    bool rooted = root == ROOT_SENDS || root == ROOT_RECEIVES;
    if (!call->operation->in_place || comm_is_inter(call->comm) ||
        (rooted && !collective_is_root(call)) || (root == ROOT_SENDS ? sends : receives))
        return REFUSE(MPI_ERR_BUFFER, "MPI_IN_PLACE cannot be given here%s",
                      rooted ? ": only the root may give it, for its own block" : "");
    return MPI_SUCCESS;
}

static int check_root(const struct collective_call *call) {
    int least = comm_is_inter(call->comm) ? MPI_ROOT : 0, size = call->comm->remote->size;
    bool is_one = call->root >= 0 || call->root == MPI_ROOT || call->root == MPI_PROC_NULL;
    if (call->operation->root == ROOT_NONE || (call->root >= least && call->root < size && is_one))
        return MPI_SUCCESS;
    return REFUSE(MPI_ERR_ROOT, "the root is %d, and there are %d processes%s", call->root, size,
                  comm_is_inter(call->comm) ? " in the other group (or MPI_ROOT, MPI_PROC_NULL)"
                                            : "");
}

/* Returns the bytes of the block that this process sends to itself, or receives from itself. */
static MPI_Count own_bytes(const struct collective_call *call, const struct blocks *blocks,
                           enum shape shape) {
    return blocks_size(blocks, shape == SHAPE_EACH ? call->comm->rank : 0);
}

/* Checks what is sent and what is received against each other. The block that a process sends to
 * itself has one size on both sides. A buffer that is read and one that is written overlap if they
 * begin at the same address (section 6.1), unless blocks lie at displacements of their own. */
static int check_both_sides(const struct collective_call *call) {
    const struct operation *operation = call->operation;
    const struct blocks *receive = &call->receive;
    const struct blocks *send = operation->combines ? receive : &call->send;
    if (!collective_sends(call) || !collective_receives(call) || collective_sends_in_place(call) ||
        collective_receives_in_place(call))
        return MPI_SUCCESS;
    if (send != receive && !operation->of_neighbours && !comm_is_inter(call->comm) &&
        own_bytes(call, send, operation->send) != own_bytes(call, receive, operation->receive))
        return REFUSE(MPI_ERR_TRUNCATE, "a block that is sent and received has two sizes");
    if (call->send.buffer != receive->buffer || receive->buffer == MPI_BOTTOM ||
        (send != receive && (send->counts != NULL || receive->counts != NULL)) ||
        collective_receive_blocks(call) == 0 || collective_send_blocks(call) == 0 ||
        blocks_size(send, 0) == 0 || blocks_size(receive, 0) == 0)
        return MPI_SUCCESS;
    return REFUSE(MPI_ERR_BUFFER, "one buffer is sent and received: give MPI_IN_PLACE if the "
                                  "operation takes it");
}

/* The blocks of a reduce-scatter are for the processes of the own group, on an intercommunicator,
 * too. Those of other operations are for the processes that messages go to. */
static int count_blocks(const struct collective_call *call, enum shape shape, int neighbours) {
    if (shape != SHAPE_EACH)
        return shape == SHAPE_ONE;
    if (call->operation->of_neighbours)
        return neighbours;
    return (call->operation->combines ? call->comm->local : call->comm->remote)->size;
}

int collective_send_blocks(const struct collective_call *call) {
    return count_blocks(call, call->operation->send, call->neighbours.destination_count);
}

int collective_receive_blocks(const struct collective_call *call) {
    return count_blocks(call, call->operation->receive, call->neighbours.source_count);
}

/* What a process gives to a reduction has the type and the counts of what is received. */
static int check_reduction(const struct collective_call *call) {
    struct blocks sent = call->receive;
    if (collective_sends(call) && !collective_sends_in_place(call))
        sent.buffer = call->send.buffer;
    if (!collective_sends(call) && !collective_receives(call))
        return MPI_SUCCESS;
    int error = check_blocks(call, &sent, collective_receive_blocks(call));
    if (error != MPI_SUCCESS)
        return error;
    error = operator_check(call->op, call->receive.type);
    if (error != MPI_SUCCESS)
        return REFUSE(error,
                      "the operator is none or was freed, or has no meaning for this datatype");
    return MPI_SUCCESS;
}

static bool is_prefix(const struct operation *operation) {
    return operation->number == OPERATION_SCAN || operation->number == OPERATION_EXSCAN;
}

int collective_check(struct collective_call *call) {
    MPI_Comm comm = arguments_comm(call->function, call->comm);
    if (comm == NULL)
        return MPI_ERR_COMM;
    call->comm = comm;
    const struct operation *operation = call->operation;
    if (comm_is_inter(comm) && (is_prefix(operation) || operation->of_neighbours))
        return REFUSE(MPI_ERR_COMM, "the operation is not for an intercommunicator");
    if (operation->of_neighbours &&
        topology_neighbours(comm->topology, &call->neighbours) != MPI_SUCCESS)
        return REFUSE(MPI_ERR_TOPOLOGY, "the communicator has no topology, and so no neighbours");
    int error = check_root(call);
    if (error != MPI_SUCCESS)
        return error;
    ignore_what_means_nothing(call);
    error = check_in_place(call);
    if (error == MPI_SUCCESS && operation->combines)
        error = check_reduction(call);
    else if (error == MPI_SUCCESS && !collective_sends_in_place(call))
        error = check_blocks(call, &call->send, collective_send_blocks(call));
    if (error == MPI_SUCCESS && collective_receives(call) && !collective_receives_in_place(call))
        error = check_blocks(call, &call->receive, collective_receive_blocks(call));
    return error == MPI_SUCCESS ? check_both_sides(call) : error;
}
