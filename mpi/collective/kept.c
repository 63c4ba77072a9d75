#include "mpi/collective/call.h"

#include <stdlib.h>

#include "mpi/datatype/type.h"

struct kept_call {
    struct collective_call call;
    struct player *player; /* or null: nothing is kept here */
};

/* What a communicator's member `kept` points to. */
struct kept_calls {
    struct kept_call all[KEPT_MOST];
    int next; /* the one that is replaced next */
};

static bool are_blocks_alike(const struct blocks *one, const struct blocks *other) {
    return one->buffer == other->buffer && one->count == other->count && one->type == other->type;
}

static bool are_alike(const struct collective_call *one, const struct collective_call *other) {
    return one->operation == other->operation && are_blocks_alike(&one->send, &other->send) &&
           are_blocks_alike(&one->receive, &other->receive) && one->root == other->root &&
           one->op == other->op && one->way == other->way;
}

static bool are_plain(const struct blocks *blocks) {
    return !blocks->counts && !blocks->types && !handle_is_address(blocks->type);
}

static bool can_be_kept(const struct collective_call *call) {
    return are_plain(&call->send) && are_plain(&call->receive) && !handle_is_address(call->op) &&
           !call->operation->of_neighbours;
}

static void free_player(struct player *player) {
    if (player)
        player_free(player);
    free(player);
}

/* Frees what is kept with a communicator that ends. */
static void forget(MPI_Comm comm) {
    struct kept_calls *calls = comm->kept;
    for (int k = 0; k < KEPT_MOST; k++)
        free_player(calls->all[k].player);
    free(calls);
    comm->kept = NULL;
}

struct player *kept_find(const struct collective_call *call) {
    const struct kept_calls *calls = call->comm->kept;
    if (!calls || !can_be_kept(call))
        return NULL;
    for (int k = 0; k < KEPT_MOST; k++)
        if (calls->all[k].player && are_alike(&calls->all[k].call, call))
            return calls->all[k].player;
    return NULL;
}

void kept_add(const struct collective_call *call, struct player *player) {
    MPI_Comm comm = call->comm;
    bool keeps = player->error == MPI_SUCCESS && can_be_kept(call) &&
                 schedule_size(&player->schedule) <= KEPT_BYTES;
    if (keeps && !comm->kept) {
        comm->kept = calloc(1, sizeof(struct kept_calls));
        comm->forget = forget;
    }
    if (!keeps || !comm->kept) {
        free_player(player);
        return;
    }
    struct kept_calls *calls = comm->kept;
    struct kept_call *place = &calls->all[calls->next];
    calls->next = (calls->next + 1) % KEPT_MOST;
    free_player(place->player);
    *place = (struct kept_call){*call, player};
}
