/* Probes and matched receives (MPI 5.0, section 3.8). */
#include <stdlib.h>

#include "mpi/message/explore.h"
#include "mpi/message/failure.h"
#include "mpi/message/message.h"
#include "mpi/message/progress.h"
#include "mpi/message/transfer.h"
#include "mpi/object/error.h"

/* A message that a matching probe has taken out of the list. */
struct MPI_ABI_Message {
    struct kept *kept;
    MPI_Comm comm; /* with a reference */
};

static void fill_status(MPI_Status *status, const struct kept *kept, MPI_Comm comm) {
    const struct transfer transfer = {.comm = comm,
                                      .source = (int)kept->source,
                                      .arrived_tag = match_tag(kept->key),
                                      .bytes = (MPI_Count)kept->bytes};
    status_of_receive(status, &transfer);
    if (node.time.on && kept->source != node.number)
        active_take(kept->source, kept->stamp, 0);
}

/* What a probe finds. */
struct probe {
    MPI_Comm comm;     /* the object */
    struct kept *kept; /* the first message that matches, or null */
    bool nobody;       /* the source is MPI_PROC_NULL */
};

/* Returns why no message will come that a probe could find, or MPI_SUCCESS. */
static int fails(const struct transfer *transfer) {
    return job_survives ? failure_of(transfer->context, transfer->world) : MPI_SUCCESS;
}

/* Waits for a message that matches. Returns null if none will come any more. */
static struct kept *await(const char *call, const struct transfer *transfer,
                          const struct pattern *pattern) {
    struct kept *kept;
    const struct request_details details = progress_details_of(transfer);
    struct waiting waiting = wait_begin(call, CUBE_NOBODY, 0);
    waiting.details = details.detail;
    while (!(kept = match_find_kept(pattern)) && fails(transfer) == MPI_SUCCESS)
        active_wait(&waiting);
    return kept;
}

/* Does what was decided for a probe (explore.h). Returns whether that was all. */
static COLD bool explore(const char *call, bool waits, const struct transfer *transfer,
                         const struct pattern *pattern, struct probe *probe) {
    bool any = pattern->source == MATCH_ANY_NODE;
    enum explore_call kind = waits ? EXPLORE_PROBE : EXPLORE_LOOK;
    int wish = explore_wish(kind);
    if (wish == EXPLORE_FREE)
        return false;
    struct pattern wished = *pattern;
    if (any)
        wished.source = (uint32_t)wish;
    if (wish != EXPLORE_NOTHING)
        probe->kept = await(call, transfer, &wished);
    explore_found(kind, pattern, probe->kept);
    return true;
}

/* Looks for a message that matches. If there is none, it waits until there is one, if `waits`;
 * otherwise it lets messages come and looks once more. Raises an error if there is one, and returns
 * its class. */
static int look(const char *call, int source, int tag, MPI_Comm comm, bool waits,
                struct probe *probe) {
    struct transfer transfer = {.receives = true};
    int error = arguments_of_probe(
        call, &(struct arguments){.rank = source, .tag = tag, .comm = comm}, &transfer);
    RETURN_ON_ERROR(error);
    *probe = (struct probe){.comm = transfer.comm, .nobody = transfer.world == MPI_PROC_NULL};
    if (probe->nobody)
        return MPI_SUCCESS;
    const struct pattern pattern = match_pattern(transfer.context, tag, transfer.world);
    if (UNLIKELY(exploring) && explore(call, waits, &transfer, &pattern, probe))
        return MPI_SUCCESS;
    probe->kept = match_find_kept(&pattern);
    if (!probe->kept && waits) {
        probe->kept = await(call, &transfer, &pattern);
    } else if (!probe->kept) {
        active_poll();
        probe->kept = match_find_kept(&pattern);
    }
    if (UNLIKELY(exploring))
        explore_found(waits ? EXPLORE_PROBE : EXPLORE_LOOK, &pattern, probe->kept);
    if (probe->kept || (error = fails(&transfer)) == MPI_SUCCESS)
        return MPI_SUCCESS;
    return error_raise(comm, call, error, "no message will come");
}

/* Returns whether the probe has an answer. Fills in the status of that answer. */
static bool tell(const struct probe *probe, MPI_Status *status) {
    if (probe->nobody)
        status_of_nobody(status);
    else if (probe->kept)
        fill_status(status, probe->kept, probe->comm);
    return probe->nobody || probe->kept;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    struct probe probe;
    int error = look(__func__, source, tag, comm, true, &probe);
    if (error == MPI_SUCCESS)
        tell(&probe, status);
    return error;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    RETURN_IF_NULL_ON(comm, flag);
    struct probe probe;
    int error = look(__func__, source, tag, comm, false, &probe);
    if (error == MPI_SUCCESS)
        *flag = tell(&probe, status);
    return error;
}

/* Makes a handle of the message that a probe has found. No other receive matches this message from
 * now on. If no message was found, *message becomes MPI_MESSAGE_NULL, or MPI_MESSAGE_NO_PROC if the
 * source is MPI_PROC_NULL. */
static int take_out(const char *call, const struct probe *probe, MPI_Message *message,
                    MPI_Status *status) {
    *message = probe->nobody ? MPI_MESSAGE_NO_PROC : MPI_MESSAGE_NULL;
    if (probe->kept) {
        MPI_Message made = malloc(sizeof *made);
        if (!made)
            return error_raise(probe->comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
        if (UNLIKELY(exploring))
            explore_matches(0, probe->kept->source, match_context(probe->kept->key),
                            match_tag(probe->kept->key));
        match_remove_kept(probe->kept);
        *made = (struct MPI_ABI_Message){probe->kept, probe->comm};
        comm_keep(probe->comm);
        *message = made;
    }
    tell(probe, status);
    return MPI_SUCCESS;
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    RETURN_IF_NULL_ON(comm, message);
    struct probe probe;
    int error = look(__func__, source, tag, comm, true, &probe);
    return error == MPI_SUCCESS ? take_out(__func__, &probe, message, status) : error;
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                MPI_Status *status) {
    RETURN_IF_NULL_ON(comm, flag, message);
    struct probe probe;
    RETURN_ON_ERROR(look(__func__, source, tag, comm, false, &probe));
    *flag = probe.nobody || probe.kept ? 1 : 0;
    return take_out(__func__, &probe, message, status);
}

/* Returns the arguments of a receive of a message that was taken out. */
static struct arguments arguments_of(void *buffer, int count, MPI_Datatype datatype,
                                     MPI_Message message) {
    bool nobody = message == MPI_MESSAGE_NO_PROC;
    return (struct arguments){
        .buffer = buffer,
        .count = count,
        .datatype = datatype,
        .rank = nobody ? MPI_PROC_NULL : MPI_ANY_SOURCE,
        .tag = MPI_ANY_TAG,
        .comm = nobody ? MPI_COMM_SELF : message->comm,
    };
}

/* Gives a message to a receive whose arguments have been checked. The caller has kept the
 * communicator. */
static void give(MPI_Message *message, struct transfer *transfer) {
    struct kept *kept = (*message)->kept;
    free(*message);
    *message = MPI_MESSAGE_NULL;
    transfer_receive_this(transfer, kept);
}

static bool is_none(MPI_Message message) {
    return message != MPI_MESSAGE_NO_PROC && !handle_is_address(message);
}

static int raise_none(const char *call) {
    return error_raise(MPI_COMM_SELF, call, MPI_ERR_REQUEST,
                       "the message is MPI_MESSAGE_NULL, or none");
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
              MPI_Status *status) {
    RETURN_IF_NULL(message);
    if (is_none(*message))
        return raise_none(__func__);
    const struct arguments arguments = arguments_of(buf, count, datatype, *message);
    struct transfer transfer;
    RETURN_ON_ERROR(arguments_of_receive(__func__, &arguments, &transfer));
    if (*message == MPI_MESSAGE_NO_PROC) {
        *message = MPI_MESSAGE_NULL;
        status_of_nobody(status);
        return MPI_SUCCESS;
    }
    MPI_Comm comm = (*message)->comm;
    give(message, &transfer);
    progress_until_ended(__func__, &transfer);
    status_of_receive(status, &transfer);
    int error = message_raise(__func__, &transfer);
    comm_release(comm);
    return error;
}

int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
               MPI_Request *request) {
    RETURN_IF_NULL(message, request);
    if (is_none(*message))
        return raise_none(__func__);
    const struct arguments arguments = arguments_of(buf, count, datatype, *message);
    struct message_request *made;
    int error = message_make(__func__, &arguments, &message_kind, true, false, &made);
    if (!made)
        return error;
    *request = &made->request;
    if (*message == MPI_MESSAGE_NO_PROC) {
        *message = MPI_MESSAGE_NULL;
        request_done(&made->request);
        return MPI_SUCCESS;
    }
    MPI_Comm comm = (*message)->comm;
    give(message, &made->transfer);
    comm_release(comm); /* the request keeps it */
    return MPI_SUCCESS;
}
