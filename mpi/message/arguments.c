#include "mpi/message/arguments.h"

#include <string.h>

#include "mpi/datatype/status.h"
#include "mpi/datatype/type.h"
#include "mpi/datatype/used.h"
#include "mpi/message/answer.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"

/* This is weak: see errhandler.h. */
#pragma weak job_missing

MPI_Comm arguments_comm(const char *call, MPI_Comm comm) {
    MPI_Comm object = comm_object(comm);
    if (!object && job_missing())
        error_raise(MPI_COMM_SELF, call, MPI_ERR_COMM, "%s", job_missing());
    else if (!object)
        error_raise(MPI_COMM_SELF, call, MPI_ERR_COMM,
                    comm == MPI_COMM_NULL || !comm ? "the communicator is MPI_COMM_NULL"
                                                   : "invalid or freed communicator");
    return object;
}

/* Programs with sessions have another function of this name (mpi/session/running.c). */
#pragma weak arguments_self
MPI_Comm arguments_self(const char *call) {
    return arguments_comm(call, MPI_COMM_SELF);
}

/* Whether a call only prepares an operation, and MPI_Start begins it. */
static bool prepares(const char *call) {
    return strstr(call, "_init");
}

static int check_buffer(const char *call, const struct arguments *arguments, MPI_Comm comm,
                        bool sends, struct transfer *transfer) {
    int count = arguments->count;
    if (count < 0)
        return error_raise(comm, call, MPI_ERR_COUNT, "count is %d (expected: 0 or more)", count);
    TYPE_ARGUMENT_OR_RETURN(type, comm, call, arguments->datatype, true);
    MPI_Count bytes;
    if (__builtin_mul_overflow(type->layout.size, count, &bytes))
        return error_raise(comm, call, MPI_ERR_COUNT,
                           "the size of %d elements of %lld bytes overflows MPI_Count", count,
                           (long long)type->layout.size);
    bool is_predefined = !handle_is_address(arguments->datatype);
    if (!arguments->buffer && count > 0 && is_predefined && type->layout.size > 0)
        return error_raise(comm, call, MPI_ERR_BUFFER, "the buffer is null, but the count is %d",
                           count);
    if (sends && UNLIKELY(bytes > (MPI_Count)ACTIVE_MOST_BYTES) && arguments->rank != MPI_PROC_NULL)
        return error_raise(comm, call, MPI_ERR_COUNT,
                           "the message has %lld bytes (at most %lld; send it in parts)",
                           (long long)bytes, (long long)ACTIVE_MOST_BYTES);
    transfer->layout = &type->layout;
    transfer->buffer = (void *)arguments->buffer;
    transfer->count = count;
    if (buffers_watched && arguments->rank != MPI_PROC_NULL)
        elements_used(sends && !prepares(call) ? BUFFER_READ : BUFFER_GIVEN, transfer->layout,
                      transfer->buffer, count);
    return MPI_SUCCESS;
}

/* Checks a rank and a tag. `any` says whether they may be MPI_ANY_SOURCE and MPI_ANY_TAG. */
static int check_rank(const char *call, const struct arguments *arguments, MPI_Comm comm,
                      const char *what, bool any, struct transfer *transfer) {
    int rank = arguments->rank, size = comm->remote->size;
    if (rank >= 0 && rank < size)
        transfer->world = comm->remote->world[rank];
    else if (rank == MPI_PROC_NULL || (any && rank == MPI_ANY_SOURCE))
        transfer->world = rank;
    else
        return error_raise(comm, call, MPI_ERR_RANK,
                           "%s %d is out of range (the ranks are 0 to %d)", what, rank, size - 1);
    int tag = arguments->tag;
    if (tag < 0 && !(any && tag == MPI_ANY_TAG))
        return error_raise(comm, call, MPI_ERR_TAG, "the tag is %d (expected: 0 to %d%s)", tag,
                           TAG_MOST, any ? ", or MPI_ANY_TAG" : "");
    transfer->tag = tag;
    transfer->context = comm->context;
    transfer->comm = comm;
    transfer->mode = TRANSFER_STANDARD;
    transfer->earliest = 0;
    transfer->ended = NULL;
    transfer->pends = NULL;
    return MPI_SUCCESS;
}

/* Checks a send or a receive; `receives` says which. */
static int check(const char *call, const struct arguments *arguments, bool receives,
                 struct transfer *transfer) {
    COMM_ARGUMENT_OR_RETURN(comm, call, arguments->comm);
    int error = check_buffer(call, arguments, comm, !receives, transfer);
    return error != MPI_SUCCESS ? error
                                : check_rank(call, arguments, comm, receives ? "source" : "dest",
                                             receives, transfer);
}

int arguments_of_send(const char *call, const struct arguments *arguments,
                      struct transfer *transfer) {
    return check(call, arguments, false, transfer);
}

int arguments_of_receive(const char *call, const struct arguments *arguments,
                         struct transfer *transfer) {
    return check(call, arguments, true, transfer);
}

int arguments_of_probe(const char *call, const struct arguments *arguments,
                       struct transfer *transfer) {
    MPI_Comm comm = arguments_comm(call, arguments->comm);
    return comm ? check_rank(call, arguments, comm, "source", true, transfer) : MPI_ERR_COMM;
}

static void fill(MPI_Status *status, int source, int tag, MPI_Count bytes, bool cancelled) {
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status_set_bytes(status, bytes);
    status_set_cancelled(status, cancelled);
}

void status_of_receive(MPI_Status *status, const struct transfer *transfer) {
    if (transfer->cancelled)
        fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, true);
    else if (status != MPI_STATUS_IGNORE || transfer->world == MPI_ANY_SOURCE)
        fill(status, status_source(transfer->comm, (uint32_t)transfer->source),
             transfer->arrived_tag, transfer->bytes, false);
}

int status_source(MPI_Comm comm, uint32_t world) {
    int source = group_find(comm->remote, (int)world);
    if (UNLIKELY(source < 0))
        answer_broken(world, "the sender is not in the message's communicator");
    return source;
}

void status_of_send(MPI_Status *status, const struct transfer *transfer) {
    fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, transfer->cancelled);
}

void status_of_nobody(MPI_Status *status) {
    fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0, false);
}

void status_of_collective(MPI_Status *status) {
    fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, false);
}

void status_empty(MPI_Status *status) {
    status_of_collective(status);
    if (status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = MPI_SUCCESS;
}
