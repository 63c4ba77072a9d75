#include "mpi/message/request.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/message/arguments.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

NODE_LOCAL int request_count;
NODE_LOCAL MPI_Request request_newest;

/* The error of the last failed operation. */
static NODE_LOCAL char text[200];

void request_begin(MPI_Request request, const struct request_kind *kind, const char *call,
                   MPI_Comm comm, bool persistent) {
    *request = (struct MPI_ABI_Request){.kind = kind,
                                        .call = call,
                                        .comm = comm,
                                        .persistent = persistent,
                                        .active = !persistent,
                                        .older = request_newest};
    if (request_newest)
        request_newest->newer = request;
    request_newest = request;
    if (comm)
        comm_keep(comm);
    request_count++;
}

void request_free(MPI_Request request) {
    MPI_Comm comm = request->comm;
    if (request->newer)
        request->newer->older = request->older;
    else
        request_newest = request->older;
    if (request->older)
        request->older->newer = request->newer;
    request->kind->free(request);
    if (comm)
        comm_release(comm);
    request_count--;
}

void request_done(MPI_Request request) {
    request->done = true;
    if (request->released)
        request_free(request);
}

int request_finish(UNUSED MPI_Request request, MPI_Status *status) {
    status_of_collective(status);
    return MPI_SUCCESS;
}

void request_release(MPI_Request request) {
    free(request);
}

int request_check(const char *call, int count, const MPI_Request requests[]) {
    if (count < 0)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_COUNT, "count is %d (expected: 0 or more)",
                           count);
    if (count > 0 && !requests)
        return error_null(MPI_COMM_SELF, call, "request");
    for (int i = 0; i < count; i++)
        if (!handle_is_address(requests[i]) && requests[i] != MPI_REQUEST_NULL)
            return error_raise(MPI_COMM_SELF, call, MPI_ERR_REQUEST,
                               "request %d is none (expected: a request or MPI_REQUEST_NULL)", i);
    return MPI_SUCCESS;
}

/* ---- Reports ---- */

/* Appends to a text that has `*used` bytes, as far as there is room. */
__attribute__((format(printf, 4, 5))) static void append(char *text, size_t bytes, size_t *used,
                                                         const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (*used < bytes)
        *used += (size_t)vsnprintf(text + *used, bytes - *used, format, arguments);
    va_end(arguments);
}

void request_describe(MPI_Request request, char *text, size_t bytes) {
    size_t used = 0;
    append(text, bytes, &used, "%s(", request->call);
    if (request->kind->details) {
        const struct request_details details = request->kind->details(request);
        for (uint32_t i = 0; i < CUBE_DETAILS && details.detail[i].name != 0; i++) {
            const struct cube_detail *detail = &details.detail[i];
            append(text, bytes, &used, "%s%s", i == 0 ? "" : ", ", (const char *)detail->name);
            if (detail->word != 0)
                append(text, bytes, &used, "%s", (const char *)detail->word);
            else
                append(text, bytes, &used, "%" PRId64, detail->number);
        }
    } else if (request->kind->describe && used < bytes) {
        request->kind->describe(request, text + used, bytes - used);
        used += strlen(text + used);
    }
    append(text, bytes, &used, ")");
}

/* ---- Completion ---- */

int request_complete(const char *call, MPI_Request *handle, MPI_Status *status) {
    MPI_Request request = *handle;
    int error = request->kind->finish(request, status);
    bool pending = error == MPIX_ERR_PROC_FAILED_PENDING;
    request->active = pending;
    if (error != MPI_SUCCESS) {
        snprintf(text, sizeof text, "%s has failed", request->call);
        if (request->kind->explain)
            request->kind->explain(request, text, sizeof text);
        if (call)
            error = error_raise(request->comm, call, error, "%s", text);
    }
    if (!request->persistent && !pending) {
        request_free(request);
        *handle = MPI_REQUEST_NULL;
    }
    return error;
}

/* Returns the status of the next request, or null. */
static MPI_Status *next_status(struct request_results *results) {
    int i = results->known++;
    return results->statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &results->statuses[i];
}

/* Statuses have an error only if one of the operations fails (section 3.2.5). When the first
 * failure comes, the statuses before it become MPI_SUCCESS; later ones get their error at once. */
static void note_error(struct request_results *results, MPI_Comm comm, int error) {
    if (error != MPI_SUCCESS && error != MPI_ERR_PENDING && results->failed++ == 0) {
        results->comm = comm;
        for (int i = 0; results->statuses != MPI_STATUSES_IGNORE && i < results->known - 1; i++)
            results->statuses[i].MPI_ERROR = MPI_SUCCESS;
    }
    if (results->failed > 0 && results->statuses != MPI_STATUSES_IGNORE)
        results->statuses[results->known - 1].MPI_ERROR = error;
}

void request_complete_one(struct request_results *results, MPI_Request *handle) {
    MPI_Status *status = next_status(results);
    if (request_is_idle(*handle)) {
        status_empty(status);
        note_error(results, NULL, MPI_SUCCESS);
        return;
    }
    MPI_Comm comm = (*handle)->comm;
    note_error(results, comm, request_complete(NULL, handle, status));
}

int request_complete_ended(struct request_results *results, const char *call) {
    if (results->failed == 0)
        return MPI_SUCCESS;
    return error_raise(results->comm, call, MPI_ERR_IN_STATUS, "%s", text);
}

/* ---- Calls ---- */

/* An operation that still goes on is carried to its end, but nobody learns of that (section
 * 3.7.3). */
int MPI_Request_free(MPI_Request *request) {
    RETURN_IF_NULL(request);
    if (!handle_is_address(*request))
        return FAIL(MPI_ERR_REQUEST, "the request is MPI_REQUEST_NULL, or none");
    if ((*request)->active && !(*request)->done)
        (*request)->released = true;
    else
        request_free(*request);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

static int start(const char *call, MPI_Request request) {
    if (!handle_is_address(request) || !request->persistent)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_REQUEST, "the request is not persistent");
    if (request->active)
        return error_raise(request->comm, call, MPI_ERR_REQUEST,
                           "the request is still active (wait for it first)");
    request->active = true;
    request->done = false;
    return request->kind->start(request);
}

/* Section 3.9. */
int MPI_Start(MPI_Request *request) {
    RETURN_IF_NULL(request);
    return start(__func__, *request);
}

int MPI_Startall(int count, MPI_Request requests[]) {
    int error = request_check(__func__, count, requests);
    for (int i = 0; error == MPI_SUCCESS && i < count; i++)
        error = start(__func__, requests[i]);
    return error;
}
