#include "mpi/collective/perform.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "mpi/collective/on_cube.h"
#include "mpi/collective/player.h"
#include "mpi/collective/record.h"
#include "mpi/datatype/type.h"
#include "mpi/message/arguments.h"
#include "mpi/message/matching.h"
#include "mpi/message/request.h"
#include "mpi/message/strict.h"
#include "mpi/object/error_code.h"
#include "mpi/operator/operator.h"

enum { CALL_TEXT = 64, EXPLANATION = 240 };

/* Sets the user's way of the operation. Without one, in the strict mode, each message is one whole
 * block, because messages of several blocks, and of pieces of one, do not carry their types. */
static void choose(struct collective_call *call) {
    on_cube_look(call->comm);
    if (call->operation->combines && (call->comm->subcube & SUBCUBE_KEEPS) != 0)
        call->way = WAY_SHORT;
    else if ((call->comm->subcube & SUBCUBE_CHOOSES) != 0)
        call->way = choice_way(call->comm, call->operation->name);
    if (strict && call->way == WAY_BY_SIZE)
        call->way = call->operation->send == SHAPE_EACH || call->operation->receive == SHAPE_EACH
                        ? WAY_LONG
                        : WAY_SHORT;
}

/* Makes a player for a call. Returns MPI_SUCCESS or an error's class. */
static int make_player(struct player *player, const struct collective_call *call) {
    player->context = call->comm->context + CONTEXT_COLLECTIVES;
    player->op = call->op;
    player->type = call->receive.type;
    player->signature = signature_of(call);
    RETURN_ON_ERROR(collective_build(&player->schedule, call));
    explain_call(call, &player->schedule);
    return player_make(player);
}

/* Writes what went wrong in an operation that has been played. */
static void explain_player(const struct player *player, char *text, size_t bytes) {
    char own[CALL_TEXT], theirs[CALL_TEXT];
    signature_tell(player->signature, own, sizeof own);
    signature_tell(player->theirs, theirs, sizeof theirs);
    if (player->error == MPI_ERR_NO_MEM)
        snprintf(text, bytes, FULL_HEAP);
    else if (error_is_failure(player->error))
        snprintf(text, bytes, "in %s", own);
    else if (player->theirs != player->signature)
        snprintf(text, bytes, RECORD_PAIR, comm_world_rank(player->world), theirs, own,
                 "the communicator");
    else
        snprintf(
            text, bytes,
            "in %s rank %d of MPI_COMM_WORLD sent %lld bytes%s, but this process expected %lld",
            own, comm_world_rank(player->world), (long long)player->came,
            player->error == MPI_ERR_TYPE ? " of other types" : "", (long long)player->wanted);
}

/* Raises what went wrong in a call that was to go by messages. */
static int raise_played(const struct collective_call *call, const struct player *player) {
    char text[EXPLANATION];
    explain_player(player, text, sizeof text);
    return error_raise(call->comm, call->function, player->error, "%s", text);
}

/* Carries out by messages a call that has been recorded. */
static int play(const struct collective_call *call) {
    struct player *kept = kept_find(call);
    struct player *player = kept ? kept : calloc(1, sizeof *player);
    if (!player)
        return error_raise(call->comm, call->function, MPI_ERR_NO_MEM, FULL_HEAP);
    player->error = kept ? MPI_SUCCESS : make_player(player, call);
    if (player->error == MPI_SUCCESS) {
        player_start(player, collective_last_number(call->comm));
        player_wait(player, call->function);
        player_take(player);
    }
    int error = player->error == MPI_SUCCESS ? MPI_SUCCESS : raise_played(call, player);
    if (!kept)
        kept_add(call, player);
    return error;
}

int collective_perform(struct collective_call *call) {
    int error = MPI_SUCCESS;
    RETURN_ON_ERROR(collective_check(call));
    if (UNLIKELY(buffers_watched))
        collective_tell(call, BUFFER_READ, BUFFER_GIVEN);
    choose(call);
    record_call(call);
    if (strict && !comm_is_inter(call->comm)) {
        error = alike_check(call);
        record_call(call); /* again, as that check was an operation with a number of its own */
    }
    if (error == MPI_SUCCESS && !on_cube_run(call, &error))
        error = play(call);
    if (UNLIKELY(buffers_watched) && error == MPI_SUCCESS)
        collective_tell(call, BUFFER_READ, BUFFER_TAKEN);
    record_end(call->comm);
    return error;
}

/* ---- Requests ---- */

struct collective_request {
    struct MPI_ABI_Request request; /* the first member, as all requests have it */
    struct player player;           /* has a reference to its operator */
    int number;                     /* of a persistent operation */
    int kept;                       /* how many types follow */
    MPI_Datatype types[];           /* types of the call, with a reference to each */
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
    player_start(&request->player,
                 handle->persistent ? request->number : collective_next_number(handle->comm));
    return MPI_SUCCESS;
}

/* Numbers a persistent operation. Processes may start such operations in any order, but make them
 * in the same order (section 6.13), and so give them the same numbers. A request may be kept as
 * long as others are made, so numbers are not used again: after the first 2^16, whose messages tell
 * their signature beside the number, there are 2^31 that fill a tag. */
static void number_persistent(struct collective_request *request, MPI_Comm comm) {
    unsigned number = comm->prepared++;
    bool later = number > MATCH_NUMBERS;
    request->number = (int)((later ? number - MATCH_NUMBERS - 1 : number) & INT_MAX);
    request->player.context = comm->context + (later ? CONTEXT_LATER : CONTEXT_PERSISTENT);
    request->player.untold = later;
    request->player.repeats = true;
}

static int finish(MPI_Request handle, MPI_Status *status) {
    struct collective_request *request = (struct collective_request *)handle;
    player_take(&request->player);
    status_of_collective(status);
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

/* Keeps references to the types of blocks, because the program may free the types as soon as the
 * operation has begun. Does so only if the blocks mean something here. `kept` is how many types are
 * kept already. Returns how many there are then. If `request` is null, only counts them. */
static int keep_types(struct collective_request *request, const struct blocks *blocks, bool means,
                      int count, int kept) {
    if (!means || count == 0 || blocks->buffer == MPI_IN_PLACE)
        return kept;
    if (!blocks->types)
        count = 1;
    for (int k = 0; request && k < count; k++) {
        MPI_Datatype type = blocks->types ? blocks->types[k] : blocks->type;
        request->types[kept + k] = type;
        type_keep(type);
    }
    return kept + count;
}

static int keep_all_types(struct collective_request *request, const struct collective_call *call) {
    bool combines = call->operation->combines;
    int kept =
        keep_types(request, &call->send, !combines && call->sends, collective_send_blocks(call), 0);
    return keep_types(request, &call->receive, combines || call->receives,
                      collective_receive_blocks(call), kept);
}

/* Makes a request for a call. Returns MPI_SUCCESS or an error code, which has been raised. */
static int make_request(struct collective_call *call, bool persistent, MPI_Request *handle) {
    RETURN_ON_ERROR(collective_check(call));
    if (!handle)
        return error_null(call->comm, call->function, "request");
    if (UNLIKELY(buffers_watched))
        collective_tell(call, persistent ? BUFFER_GIVEN : BUFFER_READ, BUFFER_GIVEN);
    choose(call);
    int kept = keep_all_types(NULL, call);
    struct collective_request *request =
        calloc(1, sizeof *request + (size_t)kept * sizeof(MPI_Datatype));
    int error = request ? make_player(&request->player, call) : MPI_ERR_NO_MEM;
    if (error != MPI_SUCCESS) {
        if (request)
            player_free(&request->player);
        free(request);
        return error_raise(call->comm, call->function, error, FULL_HEAP);
    }
    request->kept = keep_all_types(request, call);
    operator_keep(call->op);
    request->player.ended = player_ended;
    if (persistent)
        number_persistent(request, call->comm);
    request_begin(&request->request, &collective_kind, call->function, call->comm, persistent);
    *handle = &request->request;
    return MPI_SUCCESS;
}

int collective_begin(struct collective_call *call, MPI_Request *handle) {
    int error = make_request(call, false, handle);
    return error == MPI_SUCCESS ? start(*handle) : error;
}

int collective_prepare(struct collective_call *call, MPI_Request *handle) {
    return make_request(call, true, handle);
}
