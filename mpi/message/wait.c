/* Waiting for requests (MPI 5.0, sections 3.7.3 and 3.7.5). */
#include "mpi/message/arguments.h"
#include "mpi/message/explore.h"
#include "mpi/message/message.h"
#include "mpi/message/progress.h"
#include "mpi/message/request.h"
#include "mpi/object/error.h"

/* Returns with an error if one of `count` handles is no request. */
#define RETURN_UNLESS_REQUESTS(count, requests)                                                    \
    int error = request_check(__func__, count, requests);                                          \
    if (error != MPI_SUCCESS)                                                                      \
    return error

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    RETURN_UNLESS_REQUESTS(1, request);
    if (request_is_idle(*request)) {
        status_empty(status);
        return MPI_SUCCESS;
    }
    progress_until_done(__func__, *request);
    return request_complete(__func__, request, status);
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    RETURN_UNLESS_REQUESTS(count, requests);
    for (int i = 0; i < count; i++)
        if (!request_is_idle(requests[i]))
            progress_until_done(__func__, requests[i]);
    struct request_results results = {.statuses = statuses};
    for (int i = 0; i < count; i++)
        request_complete_one(&results, &requests[i]);
    return request_complete_ended(&results, __func__);
}

/* Returns the first request that is done, or -1. *idle becomes whether all of them are idle. */
static int first_done(int count, const MPI_Request requests[], bool *idle) {
    *idle = true;
    for (int i = 0; i < count; i++) {
        if (request_is_idle(requests[i]))
            continue;
        *idle = false;
        if (requests[i]->done)
            return i;
    }
    return -1;
}

/* The number by which the transfer of a request is recorded (explore.h). */
static uint32_t number_of(MPI_Request request) {
    if (request_is_idle(request) || request->kind != &message_kind)
        return 0;
    const struct transfer *transfer = &((const struct message_request *)request)->transfer;
    return transfer->world == MPI_PROC_NULL ? 0 : transfer->order;
}

/* Waits for what was decided for a call that completes one request (explore.h), and returns
 * whether anything was. *first becomes its index, or -1. */
static COLD bool explore(const char *call, enum explore_call kind, int count,
                         const MPI_Request requests[], int *first) {
    int wish = explore_wish(kind);
    if (wish == EXPLORE_FREE || wish >= count || (wish >= 0 && request_is_idle(requests[wish])))
        return false;
    if (wish >= 0)
        progress_until_done(call, requests[wish]);
    *first = wish;
    return true;
}

/* Waits until one of the requests is done. Returns the first that is, or -1 if all are idle. */
static int await_any(const char *call, int count, const MPI_Request requests[]) {
    bool idle;
    int wished;
    if (UNLIKELY(exploring) && explore(call, EXPLORE_WAIT, count, requests, &wished) && wished >= 0)
        return wished;
    int first = first_done(count, requests, &idle);
    if (first >= 0 || idle)
        return first;
    struct progress progress;
    progress_begin(&progress, call);
    for (int i = count - 1; i >= 0; i--)
        if (!request_is_idle(requests[i]))
            progress_tells(&progress, requests[i]);
    while ((first = first_done(count, requests, &idle)) < 0)
        active_wait(&progress.waiting);
    return first;
}

int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status) {
    RETURN_IF_NULL(index);
    RETURN_UNLESS_REQUESTS(count, requests);
    int first = await_any(__func__, count, requests);
    if (UNLIKELY(exploring) && first >= 0)
        explore_chose(EXPLORE_WAIT, count, requests, number_of, first);
    *index = first >= 0 ? first : MPI_UNDEFINED;
    if (first >= 0)
        return request_complete(__func__, &requests[first], status);
    status_empty(status);
    return MPI_SUCCESS;
}

/* Completes all requests that are done, or just the one at `only` if that is 0 or more. *outcount
 * becomes their number, or MPI_UNDEFINED if all are idle. */
static int complete_some(const char *call, int count, MPI_Request requests[], int only,
                         int *outcount, int indices[], MPI_Status statuses[]) {
    struct request_results results = {.statuses = statuses};
    bool idle = true;
    *outcount = 0;
    for (int i = 0; i < count; i++) {
        if (request_is_idle(requests[i]))
            continue;
        idle = false;
        if (!requests[i]->done || (only >= 0 && i != only))
            continue;
        indices[(*outcount)++] = i;
        request_complete_one(&results, &requests[i]);
    }
    if (idle)
        *outcount = MPI_UNDEFINED;
    return request_complete_ended(&results, call);
}

int MPI_Waitsome(int incount, MPI_Request requests[], int *outcount, int indices[],
                 MPI_Status statuses[]) {
    RETURN_IF_NULL(outcount);
    RETURN_IF_NULL_ARRAY(incount, indices);
    RETURN_UNLESS_REQUESTS(incount, requests);
    int first = await_any(__func__, incount, requests);
    if (UNLIKELY(exploring) && first >= 0)
        explore_chose(EXPLORE_WAIT, incount, requests, number_of, first);
    return complete_some(__func__, incount, requests, exploring ? first : -1, outcount, indices,
                         statuses);
}

/* ---- Tests ---- */

static bool is_done(MPI_Request request) {
    return request_is_idle(request) || request->done;
}

static bool all_done(int count, const MPI_Request requests[]) {
    for (int i = 0; i < count; i++)
        if (!is_done(requests[i]))
            return false;
    return true;
}

/* Returns whether all requests are done, or are to be told as that by a decision, for which it
 * waits. */
static COLD bool explore_all(const char *call, int count, const MPI_Request requests[]) {
    int wish = explore_wish(EXPLORE_TEST_ALL);
    bool idle = true;
    if (wish == EXPLORE_FREE && !all_done(count, requests))
        active_poll();
    for (int i = 0; i < count; i++) {
        idle = idle && request_is_idle(requests[i]);
        if (wish >= 0 && !request_is_idle(requests[i]))
            progress_until_done(call, requests[i]);
    }
    bool done = idle || (wish != EXPLORE_NOTHING && all_done(count, requests));
    if (!idle)
        explore_chose(EXPLORE_TEST_ALL, count, requests, number_of, done ? 0 : EXPLORE_NOTHING);
    return done;
}

/* Each test that finds nothing done lets messages come, and looks once more. */
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    RETURN_IF_NULL(flag);
    RETURN_UNLESS_REQUESTS(1, request);
    if (!is_done(*request) && !exploring)
        active_poll();
    *flag = UNLIKELY(exploring) ? explore_all(__func__, 1, request) : is_done(*request);
    if (!*flag)
        return MPI_SUCCESS;
    if (!request_is_idle(*request))
        return request_complete(__func__, request, status);
    status_empty(status);
    return MPI_SUCCESS;
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) {
    RETURN_IF_NULL(flag);
    RETURN_UNLESS_REQUESTS(count, requests);
    if (!exploring && !all_done(count, requests))
        active_poll();
    *flag =
        UNLIKELY(exploring) ? explore_all(__func__, count, requests) : all_done(count, requests);
    struct request_results results = {.statuses = statuses};
    for (int i = 0; *flag && i < count; i++)
        request_complete_one(&results, &requests[i]);
    return request_complete_ended(&results, __func__);
}

/* Returns the first request that is done as first_done does, after a look for what has come if
 * there is none. */
ALWAYS_INLINE int look_for_done(int count, const MPI_Request requests[], bool *idle) {
    int first = first_done(count, requests, idle);
    if (first < 0 && !*idle) {
        active_poll();
        first = first_done(count, requests, idle);
    }
    return first;
}

/* Returns the first request that is done, or the one that is to be told as that by a decision, for
 * which it waits; or -1. */
static COLD int explore_any(const char *call, int count, const MPI_Request requests[], bool *idle) {
    int first;
    first_done(count, requests, idle);
    if (*idle)
        return -1;
    if (!explore(call, EXPLORE_TEST, count, requests, &first))
        first = look_for_done(count, requests, idle);
    explore_chose(EXPLORE_TEST, count, requests, number_of, first);
    return first;
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status) {
    RETURN_IF_NULL(index, flag);
    RETURN_UNLESS_REQUESTS(count, requests);
    bool idle;
    int first = exploring ? explore_any(__func__, count, requests, &idle)
                          : look_for_done(count, requests, &idle);
    *flag = first >= 0 || idle;
    *index = first >= 0 ? first : MPI_UNDEFINED;
    if (first >= 0)
        return request_complete(__func__, &requests[first], status);
    if (idle)
        status_empty(status);
    return MPI_SUCCESS;
}

int MPI_Testsome(int incount, MPI_Request requests[], int *outcount, int indices[],
                 MPI_Status statuses[]) {
    RETURN_IF_NULL(outcount);
    RETURN_IF_NULL_ARRAY(incount, indices);
    RETURN_UNLESS_REQUESTS(incount, requests);
    bool idle;
    int first = exploring ? explore_any(__func__, incount, requests, &idle) : -1;
    if (exploring && first < 0 && !idle) {
        *outcount = 0;
        return MPI_SUCCESS;
    }
    if (first < 0 && first_done(incount, requests, &idle) < 0 && !idle)
        active_poll();
    return complete_some(__func__, incount, requests, first, outcount, indices, statuses);
}

/* ---- Looks, which leave requests as they are (section 3.7.6) ---- */

/* Fills in the status of a request that is done. Returns its error. */
static int look(MPI_Request request, MPI_Status *status) {
    if (!request_is_idle(request))
        return request->kind->finish(request, status);
    status_empty(status);
    return MPI_SUCCESS;
}

/* The same for the next one in a list of statuses, which has its error, too. */
static void look_at_next(MPI_Request request, MPI_Status statuses[], int next) {
    MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[next];
    int error = look(request, status);
    if (status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = error;
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
    RETURN_IF_NULL(flag);
    RETURN_UNLESS_REQUESTS(1, &request);
    if (!is_done(request))
        active_poll();
    *flag = is_done(request);
    if (*flag)
        look(request, status);
    return MPI_SUCCESS;
}

int MPI_Request_get_status_all(int count, const MPI_Request requests[], int *flag,
                               MPI_Status statuses[]) {
    RETURN_IF_NULL(flag);
    RETURN_UNLESS_REQUESTS(count, requests);
    if (!all_done(count, requests))
        active_poll();
    *flag = all_done(count, requests);
    for (int i = 0; *flag && i < count; i++)
        look_at_next(requests[i], statuses, i);
    return MPI_SUCCESS;
}

int MPI_Request_get_status_any(int count, const MPI_Request requests[], int *index, int *flag,
                               MPI_Status *status) {
    RETURN_IF_NULL(index, flag);
    RETURN_UNLESS_REQUESTS(count, requests);
    bool idle;
    int first = look_for_done(count, requests, &idle);
    *flag = first >= 0 || idle;
    *index = first >= 0 ? first : MPI_UNDEFINED;
    if (*flag)
        look(first >= 0 ? requests[first] : MPI_REQUEST_NULL, status);
    return MPI_SUCCESS;
}

int MPI_Request_get_status_some(int incount, const MPI_Request requests[], int *outcount,
                                int indices[], MPI_Status statuses[]) {
    RETURN_IF_NULL(outcount);
    RETURN_IF_NULL_ARRAY(incount, indices);
    RETURN_UNLESS_REQUESTS(incount, requests);
    bool idle;
    if (first_done(incount, requests, &idle) < 0 && !idle)
        active_poll();
    int done = 0;
    for (int i = 0; i < incount; i++)
        if (!request_is_idle(requests[i]) && requests[i]->done) {
            look_at_next(requests[i], statuses, done);
            indices[done++] = i;
        }
    *outcount = idle ? MPI_UNDEFINED : done;
    return MPI_SUCCESS;
}
