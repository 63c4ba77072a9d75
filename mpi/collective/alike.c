#include "mpi/collective/call.h"

#include "mpi/collective/collective.h"
#include "mpi/collective/record.h"
#include "mpi/message/strict.h"
#include "mpi/object/error.h"

/* The record of a call that a process sends to the others. */
struct told {
    struct comm_call call;
    MPI_Count bytes;    /* size of the elements that all processes describe alike */
    uint32_t signature; /* hash of their basic types; 0 stands for any types */
};

/* Returns the elements that this process sends to another one or receives from it, if all processes
 * have to describe them alike. Where blocks have different sizes, each process describes other
 * blocks, so there is nothing to compare. */
static struct part elements_of(const struct collective_call *call) {
    const struct collective_operation *operation = call->operation;
    if (operation->unequal || operation->of_neighbours ||
        (operation->send == SHAPE_NONE && operation->receive == SHAPE_NONE))
        return part_of_bytes(NULL, 0);
    return blocks_at(collective_described(call), 0);
}

/* Whether the blocks that this process sends and those that it receives, which others send, have
 * different types. */
static bool differ_here(const struct collective_call *call) {
    const struct collective_operation *operation = call->operation;
    if (operation->unequal || operation->of_neighbours || operation->combines || !call->sends ||
        !call->receives || operation->send == SHAPE_NONE || operation->receive == SHAPE_NONE ||
        collective_sends_in_place(call) || call->receive.buffer == MPI_IN_PLACE)
        return false;
    struct part sent = blocks_at(&call->send, 0), received = blocks_at(&call->receive, 0);
    MPI_Count bytes = part_size(sent);
    uint32_t one = strict_signature(sent.layout, bytes),
             other = strict_signature(received.layout, bytes);
    return bytes == part_size(received) && one != 0 && other != 0 && one != other;
}

static struct told told_of(const struct collective_call *call) {
    struct part part = elements_of(call);
    MPI_Count bytes = part_size(part);
    return (struct told){*record_last(call->comm), bytes, strict_signature(part.layout, bytes)};
}

static bool match(const struct told *one, const struct told *other) {
    bool any = one->signature == 0 || other->signature == 0;
    return !record_differ(&one->call, &other->call, false) && one->bytes == other->bytes &&
           (any || one->signature == other->signature);
}

/* If each process has made the same call as the one before it, all processes have made the same
 * call. */
int alike_check(const struct collective_call *call) {
    const struct told own = told_of(call);
    struct told other;
    MPI_Comm comm = call->comm;
    if (differ_here(call))
        return error_raise(comm, call->function, MPI_ERR_TYPE,
                           "the types of the send and receive buffers differ");
    if (comm->local->size == 1)
        return MPI_SUCCESS;
    int error = collective_pass_round(comm, &own, &other, sizeof own);
    if (error != MPI_SUCCESS)
        return error_raise(comm, call->function, error,
                           "cannot compare the calls of the processes");
    if (match(&own, &other))
        return MPI_SUCCESS;
    bool is_call = record_differ(&own.call, &other.call, false);
    int code = is_call ? MPI_ERR_OTHER : own.bytes != other.bytes ? MPI_ERR_COUNT : MPI_ERR_TYPE;
    int size = comm->local->size, before = (comm->rank + size - 1) % size;
    return record_raise(comm, call->function, code, comm->local->world[before], &other.call);
}
