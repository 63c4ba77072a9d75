#include "mpi/collective/call.h"

#include <stdio.h>
#include <stdlib.h>

#include "mpi/collective/on_cube.h"
#include "mpi/collective/player.h"
#include "mpi/datatype/type.h"
#include "mpi/message/arguments.h"
#include "mpi/message/request.h"
#include "mpi/object/error.h"
#include "mpi/operator/operator.h"

#define FULL_HEAP "the heap is full: give cuberun more with --heap"
enum { EXPLANATION = 160 };

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

/* The bits of a tag that number the operations of a communicator. */
enum { NUMBER_BITS = 16 };

int collective_next_number(MPI_Comm comm) {
    return comm->collectives++ & ((1 << NUMBER_BITS) - 1);
}

/* Makes a player for a call. Returns an error's class. */
static int make_player(struct player *player, const struct collective_call *call) {
    player->context = call->comm->context + CONTEXT_COLLECTIVES;
    player->op = call->op;
    player->type = call->receive.type;
    int error = collective_build(&player->schedule, call);
    return error == MPI_SUCCESS ? player_make(player) : error;
}

/* Writes what went wrong in an operation that has been played. */
static void explain_player(const struct player *player, char *text, size_t bytes) {
    if (player->error == MPI_ERR_NO_MEM)
        snprintf(text, bytes, FULL_HEAP);
    else
        snprintf(text, bytes,
                 "rank %d of MPI_COMM_WORLD sent %lld bytes where this process expected %lld: "
                 "counts, types, roots or functions do not match",
                 player->world, (long long)player->came, (long long)player->wanted);
}

int collective_perform(struct collective_call call) {
    int error = collective_check(&call);
    if (error != MPI_SUCCESS)
        return error;
    if (on_cube_run(&call, &error))
        return error;
    struct player player = {0};
    error = make_player(&player, &call);
    if (error == MPI_SUCCESS) {
        player_start(&player, collective_next_number(call.comm));
        player_wait(&player, call.function + 1);
        player_take(&player);
        error = player.error;
    }
    if (error != MPI_SUCCESS) {
        char text[EXPLANATION];
        player.error = error;
        explain_player(&player, text, sizeof text);
        error = error_raise(call.comm, call.function, error, "%s", text);
    }
    player_free(&player);
    return error;
}

/* ---- Requests ---- */

struct collective_request {
    struct MPI_ABI_Request request; /* the first member, as all requests have it */
    struct player player;           /* its operator with a reference */
    int kept;
    MPI_Datatype types[]; /* those of the call, with references */
};

static struct collective_request *request_of(struct player *player) {
    return (struct collective_request *)((char *)player -
                                         offsetof(struct collective_request, player));
}

static void player_ended(struct player *player) {
    request_done(&request_of(player)->request);
}

static int start(MPI_Request handle) {
    struct collective_request *request = (struct collective_request *)handle;
    player_start(&request->player, collective_next_number(handle->comm));
    return MPI_SUCCESS;
}

static int finish(MPI_Request handle, MPI_Status *status) {
    struct collective_request *request = (struct collective_request *)handle;
    player_take(&request->player);
    status_empty(status);
    return request->player.error;
}

static void free_request(MPI_Request handle) {
    struct collective_request *request = (struct collective_request *)handle;
    for (int k = 0; k < request->kept; k++)
        type_release(request->types[k]);
    operator_release(request->player.op);
    player_free(&request->player);
    free(request);
}

static void explain(MPI_Request handle, char *text, size_t bytes) {
    explain_player(&((struct collective_request *)handle)->player, text, bytes);
}

static void describe(MPI_Request handle, char *text, size_t bytes) {
    player_describe(&((struct collective_request *)handle)->player, text, bytes);
}

static const struct request_kind collective_kind = {
    .start = start,
    .finish = finish,
    .explain = explain,
    .describe = describe,
    .free = free_request,
};

/* The types of blocks, which the program may free as soon as the operation has begun. Null request:
 * counts them. */
static int keep_types(struct collective_request *request, const struct collective_call *call,
                      const struct blocks *blocks, bool means, enum shape shape, int kept) {
    if (!means || shape == SHAPE_NONE || blocks->buffer == MPI_IN_PLACE)
        return kept;
    int count = blocks->types != NULL ? collective_blocks(call, shape) : 1;
    for (int k = 0; request != NULL && k < count; k++) {
        MPI_Datatype type = blocks->types != NULL ? blocks->types[k] : blocks->type;
        request->types[kept + k] = type;
        type_keep(type);
    }
    return kept + count;
}

static int keep_all_types(struct collective_request *request, const struct collective_call *call) {
    const struct operation *operation = call->operation;
    bool combines = operation->combines;
    int kept = keep_types(request, call, &call->send, !combines && collective_sends(call),
                          operation->send, 0);
    return keep_types(request, call, &call->receive, combines || collective_receives(call),
                      operation->receive, kept);
}

/* Makes a request for a call. Returns an error code, which has been raised. */
static int make_request(struct collective_call *call, bool persistent, MPI_Request *handle) {
    int error = collective_check(call);
    if (error != MPI_SUCCESS)
        return error;
    int kept = keep_all_types(NULL, call);
    struct collective_request *request =
        calloc(1, sizeof *request + (size_t)kept * sizeof(MPI_Datatype));
    error = request == NULL ? MPI_ERR_NO_MEM : make_player(&request->player, call);
    if (error != MPI_SUCCESS) {
        if (request != NULL)
            player_free(&request->player);
        free(request);
        return error_raise(call->comm, call->function, error, FULL_HEAP);
    }
    request->kept = keep_all_types(request, call);
    operator_keep(call->op);
    request->player.ended = player_ended;
    request_begin(&request->request, &collective_kind, call->function, call->comm, persistent);
    *handle = &request->request;
    return MPI_SUCCESS;
}

int collective_begin(struct collective_call call, MPI_Request *handle) {
    int error = make_request(&call, false, handle);
    return error == MPI_SUCCESS ? start(*handle) : error;
}

int collective_prepare(struct collective_call call, MPI_Request *handle) {
    return make_request(&call, true, handle);
}
