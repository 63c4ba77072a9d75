/* The checks of a call's arguments (MPI 5.0, sections 6.2 to 6.10). */
#include <stdint.h>

#include "mpi/collective/call.h"
#include "mpi/datatype/type.h"
#include "mpi/datatype/used.h"
#include "mpi/message/arguments.h"
#include "mpi/message/matching.h"
#include "mpi/object/error.h"
#include "mpi/object/topology.h"
#include "mpi/operator/operator.h"

/* Raises an error of this call. */
#define REFUSE(code, ...) error_raise(call->comm, call->function, code, __VA_ARGS__)

const struct blocks *collective_described(const struct collective_call *call) {
    bool sends = !call->operation->combines && call->sends && !collective_sends_in_place(call);
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

static bool is_root(const struct collective_call *call) {
    return call->root == (comm_is_inter(call->comm) ? MPI_ROOT : call->comm->rank);
}

/* Finds out what means something at this process. On an intercommunicator, data go only from one
 * group to the other (section 6.2.2), and nothing means anything beside the root. The result of an
 * exclusive prefix reduction means nothing at the first process (section 6.11.2). */
static void find_what_means_something(struct collective_call *call) {
    const struct collective_operation *operation = call->operation;
    bool in_root_group =
        operation->root != ROOT_NONE && comm_is_inter(call->comm) && call->root < 0;
    call->sends = operation->send != SHAPE_NONE;
    call->receives = operation->receive != SHAPE_NONE;
    if (operation->root == ROOT_SENDS) {
        call->sends = is_root(call);
        call->receives = !in_root_group;
    } else if (operation->root == ROOT_RECEIVES) {
        call->sends = !in_root_group;
        call->receives = is_root(call);
    } else if (operation->root == ROOT_HAS) {
        call->receives = !in_root_group || call->root == MPI_ROOT;
    } else if (operation->number == OPERATION_EXSCAN && call->comm->rank == 0) {
        call->receives = collective_sends_in_place(call);
    }
}

/* Replaces what describes blocks that mean nothing at this process, and may be anything there, by
 * what describes no data. So nothing looks at it later. The type and the count of a reduction are
 * those of what is sent, too. */
static void ignore_what_means_nothing(struct collective_call *call) {
    if (!call->sends)
        call->send = (struct blocks){.type = MPI_BYTE};
    if (!call->receives && call->sends && call->operation->combines)
        call->receive.buffer = NULL;
    else if (!call->receives)
        call->receive = (struct blocks){.type = MPI_BYTE};
    if (!call->sends && !call->receives)
        call->op = MPI_OP_NULL;
}

int collective_too_large(MPI_Comm comm, const char *function) {
    return error_raise(comm, function, MPI_ERR_COUNT,
                       "the blocks of a process have more than %lld bytes (send them in parts)",
                       (long long)ACTIVE_MOST_BYTES);
}

static int check_block(const struct collective_call *call, const struct blocks *blocks,
                       int number) {
    MPI_Datatype type = blocks->types ? blocks->types[number] : blocks->type;
    MPI_Count count = blocks->counts ? blocks->counts[number] : blocks->count, bytes;
    if (count < 0)
        return REFUSE(MPI_ERR_COUNT, "the count of block %d is %lld (expected: 0 or more)", number,
                      (long long)count);
    type = type_argument(call->comm, call->function, type, true);
    if (!type)
        return MPI_ERR_TYPE;
    if (__builtin_mul_overflow(count, type->layout.size, &bytes) ||
        bytes > (MPI_Count)ACTIVE_MOST_BYTES)
        return collective_too_large(call->comm, call->function);
    if (!blocks->buffer && bytes > 0 && type->layout.true_lower == 0)
        return REFUSE(MPI_ERR_BUFFER, "the %sbuffer of %lld bytes is a null pointer",
                      !call->sends || !call->receives ? ""
                      : blocks == &call->send         ? "send "
                                                      : "receive ",
                      (long long)bytes);
    return MPI_SUCCESS;
}

/* Checks the bytes of all blocks, which a schedule may move in one message. Where others describe a
 * block for each process, a process that describes one counts it as often. Each of `count` blocks,
 * which check_block has checked, has less than 4 GiB. */
static int check_bytes(const struct collective_call *call, const struct blocks *blocks, int count) {
    const struct collective_operation *operation = call->operation;
    bool is_one_of_all = count == 1 && !operation->combines && !operation->of_neighbours &&
                         (operation->send == SHAPE_EACH || operation->receive == SHAPE_EACH);
    MPI_Count all = 0, most = (MPI_Count)ACTIVE_MOST_BYTES;
    if (!blocks->counts && !blocks->types && count > 0)
        all = blocks_size(blocks, 0) * (is_one_of_all ? call->comm->remote->size : count);
    else
        for (int number = 0; number < count && all <= most; number++)
            all += blocks_size(blocks, number);
    return all > most ? collective_too_large(call->comm, call->function) : MPI_SUCCESS;
}

static int check_blocks(const struct collective_call *call, const struct blocks *blocks,
                        int count) {
    bool are_alike = count > 0 && !blocks->types && (!blocks->counts || blocks->counts[0] > 0);
    int checked = !blocks->counts && !blocks->types && count > 1 ? 1 : count;
    for (int number = 0; number < checked; number++) {
        if (number > 0 && are_alike && blocks->counts[number] >= 0)
            continue; /* whatever else could be wrong is the same for the first block */
        RETURN_ON_ERROR(check_block(call, blocks, number));
    }
    return check_bytes(call, blocks, count);
}

/* Section 6.2.3: MPI_IN_PLACE may be given by a process that would otherwise send to itself. It is
 * given instead of what is sent or, by the root of a scatter, instead of what is received. */
static int check_in_place(const struct collective_call *call) {
    bool sends = collective_sends_in_place(call), receives = collective_receives_in_place(call);
    if (!sends && !receives)
        return MPI_SUCCESS;
    enum root_part root = call->operation->root;
    bool rooted = root == ROOT_SENDS || root == ROOT_RECEIVES;
    if (!call->operation->in_place || comm_is_inter(call->comm) || (rooted && !is_root(call)) ||
        (root == ROOT_SENDS ? sends : receives))
        return REFUSE(MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed here%s",
                      rooted ? ": only at the root, for its own block" : "");
    return MPI_SUCCESS;
}

static int check_root(const struct collective_call *call) {
    int least = comm_is_inter(call->comm) ? MPI_ROOT : 0, size = call->comm->remote->size;
    bool is_one = call->root >= 0 || call->root == MPI_ROOT || call->root == MPI_PROC_NULL;
    if (call->operation->root == ROOT_NONE || (call->root >= least && call->root < size && is_one))
        return MPI_SUCCESS;
    return REFUSE(MPI_ERR_ROOT, "root %d is out of range (%d processes%s)", call->root, size,
                  comm_is_inter(call->comm) ? " in the other group (or MPI_ROOT, MPI_PROC_NULL)"
                                            : "");
}

/* Returns the bytes of the block that this process sends to itself, or receives from itself. */
static MPI_Count own_bytes(const struct collective_call *call, const struct blocks *blocks,
                           enum shape shape) {
    return blocks_size(blocks, shape == SHAPE_EACH ? call->comm->rank : 0);
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

/* Bytes in a row. */
struct span {
    uintptr_t first, bytes;
};

/* Returns the bytes of `count` blocks or, if blocks have places of their own, of the block that
 * this process sends to itself, or receives from itself. Of blocks with gaps, in which others may
 * lie, it returns the first byte. */
static struct span span_of(const struct collective_call *call, const struct blocks *blocks,
                           int count) {
    if (count == 0)
        return (struct span){0, 0}; /* the type was not checked */
    bool is_own = blocks->counts && !call->operation->combines;
    struct part part = blocks_at(blocks, is_own ? call->comm->rank : 0);
    uintptr_t bytes = (uintptr_t)(part_size(part) * (is_own ? 1 : count));
    return (struct span){(uintptr_t)part.address + (uintptr_t)part.layout->true_lower,
                         part.layout->contiguous ? bytes : bytes != 0};
}

static bool overlap(struct span one, struct span other) {
    return one.bytes != 0 && other.bytes != 0 &&
           (one.first - other.first < other.bytes || other.first - one.first < one.bytes);
}

/* Checks what is sent and what is received against each other. The block that a process sends to
 * itself has one size on both sides. A buffer that is read and one that is written must not overlap
 * (section 6.1). */
static int check_both_sides(const struct collective_call *call) {
    const struct collective_operation *operation = call->operation;
    const struct blocks *receive = &call->receive;
    struct blocks send = operation->combines ? *receive : call->send;
    send.buffer = call->send.buffer;
    if (!call->sends || !call->receives || collective_sends_in_place(call) ||
        collective_receives_in_place(call))
        return MPI_SUCCESS;
    if (operation->of_neighbours || comm_is_inter(call->comm)) {
        if (send.counts || receive->counts)
            return MPI_SUCCESS;
    } else if (!operation->combines && own_bytes(call, &send, operation->send) !=
                                           own_bytes(call, receive, operation->receive)) {
        return REFUSE(MPI_ERR_TRUNCATE, "a block is sent and received with different sizes");
    }
    if (!overlap(span_of(call, &send, operation->combines ? 1 : collective_send_blocks(call)),
                 span_of(call, receive, operation->combines ? 1 : collective_receive_blocks(call))))
        return MPI_SUCCESS;
    return REFUSE(MPI_ERR_BUFFER, "the send and receive buffers overlap (use MPI_IN_PLACE)");
}

/* What a process gives to a reduction has the type and the counts of what is received. */
static int check_reduction(const struct collective_call *call) {
    struct blocks sent = call->receive;
    if (call->sends && !collective_sends_in_place(call))
        sent.buffer = call->send.buffer;
    if (!call->sends && !call->receives)
        return MPI_SUCCESS;
    RETURN_ON_ERROR(check_blocks(call, &sent, collective_receive_blocks(call)));
    int error = operator_check(call->op, call->receive.type);
    if (error != MPI_SUCCESS)
        return REFUSE(error, operator_is(call->op) ? "the operator does not support this datatype"
                                                   : "invalid or freed operator");
    return MPI_SUCCESS;
}

/* ---- The program's buffers, for tools that watch its memory ---- */

static void tell_part(enum buffer_use use, const struct blocks *blocks, struct part part) {
    elements_tell(use, part.layout, blocks->buffer, part.address, part_size(part));
}

static void tell_blocks(enum buffer_use use, const struct blocks *blocks, int count) {
    for (int number = 0; number < count; number++)
        tell_part(use, blocks, blocks_at(blocks, number));
}

/* A process gives the elements of all blocks to a reduction, and gets those of its own. */
static void tell_reduction(const struct collective_call *call, enum buffer_use reads,
                           enum buffer_use writes) {
    const struct blocks *blocks = &call->receive;
    struct part given = collective_operand(call), result = blocks_at(blocks, 0);
    if (call->operation->receive == SHAPE_EACH) {
        int count = collective_receive_blocks(call);
        result.count = blocks->counts ? blocks->counts[call->comm->rank] : blocks->count;
        given.count = blocks->counts ? 0 : blocks->count * count;
        for (int rank = 0; blocks->counts && rank < count; rank++)
            given.count += blocks->counts[rank];
    }
    if (call->sends && writes != BUFFER_TAKEN)
        elements_tell(reads, given.layout, given.address, given.address, part_size(given));
    if (call->receives)
        tell_part(writes, blocks, result);
}

/* With MPI_IN_PLACE, a process's own block lies where it receives, or, if all blocks are exchanged,
 * all do. */
static void tell_in_place(const struct collective_call *call, enum buffer_use reads) {
    enum operation_number number = call->operation->number;
    if (number >= OPERATION_ALLTOALL && number <= OPERATION_ALLTOALLW)
        tell_blocks(reads, &call->receive, collective_receive_blocks(call));
    else
        tell_part(reads, &call->receive, blocks_at(&call->receive, call->comm->rank));
}

void collective_tell(const struct collective_call *call, enum buffer_use reads,
                     enum buffer_use writes) {
    const struct collective_operation *operation = call->operation;
    bool gives = operation->root == ROOT_HAS && is_root(call), told = writes == BUFFER_TAKEN;
    if (operation->combines) {
        tell_reduction(call, reads, writes);
        return;
    }
    if (call->sends && collective_sends_in_place(call) && !told)
        tell_in_place(call, reads);
    else if (call->sends && !told)
        tell_blocks(reads, &call->send, collective_send_blocks(call));
    if (call->receives && !collective_receives_in_place(call) && !(gives && told))
        tell_blocks(gives ? reads : writes, &call->receive, collective_receive_blocks(call));
}

/* ---- All checks ---- */

static bool is_prefix(const struct collective_operation *operation) {
    return operation->number == OPERATION_SCAN || operation->number == OPERATION_EXSCAN;
}

int collective_check(struct collective_call *call) {
    COMM_ARGUMENT_OR_RETURN(comm, call->function, call->comm);
    call->comm = comm;
    const struct collective_operation *operation = call->operation;
    if (comm_is_inter(comm) && (is_prefix(operation) || operation->of_neighbours))
        return REFUSE(MPI_ERR_COMM, "intercommunicators are not supported here");
    if (operation->of_neighbours &&
        topology_neighbours(comm->topology, &call->neighbours) != MPI_SUCCESS)
        return REFUSE(MPI_ERR_TOPOLOGY, "the communicator has no topology, so no neighbours");
    RETURN_ON_ERROR(check_root(call));
    find_what_means_something(call);
    ignore_what_means_nothing(call);
    int error = check_in_place(call);
    if (error == MPI_SUCCESS && operation->combines)
        error = check_reduction(call);
    else if (error == MPI_SUCCESS && !collective_sends_in_place(call))
        error = check_blocks(call, &call->send, collective_send_blocks(call));
    if (error == MPI_SUCCESS && call->receives && !collective_receives_in_place(call))
        error = check_blocks(call, &call->receive, collective_receive_blocks(call));
    return error == MPI_SUCCESS ? check_both_sides(call) : error;
}

/* ---- Schedules and numbers ---- */

NODE_LOCAL void (*collective_build_inter)(struct schedule *schedule,
                                          const struct collective_call *call);

int collective_build(struct schedule *schedule, const struct collective_call *call) {
    struct team team = collective_team(call->comm);
    if (comm_is_inter(call->comm))
        collective_build_inter(schedule, call);
    else
        call->operation->build(schedule, &team, call);
    return schedule_end(schedule);
}

int collective_next_number(MPI_Comm comm) {
    int number = comm->collectives;
    comm->collectives = (int)((unsigned)number + 1);
    return number & MATCH_NUMBERS;
}

int collective_last_number(MPI_Comm comm) {
    return (comm->collectives - 1) & MATCH_NUMBERS;
}
