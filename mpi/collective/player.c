#include "mpi/collective/player.h"

#include <stdio.h>
#include <stdlib.h>

#include "mpi/message/matching.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error_code.h"
#include "mpi/operator/operator.h"
#include "net/clock/time.h"
#include "net/wait.h"

struct player_transfer {
    struct transfer transfer; /* the first member: `ended` is given its address */
    struct player *player;
    bool receives;
};

int player_make(struct player *player) {
    if (player->schedule.most == 0)
        return MPI_SUCCESS;
    player->transfers = calloc((size_t)player->schedule.most, sizeof *player->transfers);
    return player->transfers ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* ---- What happens in a round ---- */

static void go_on(struct player *player);

/* Returns what the process has called whose message has this tag. */
static int signature_in(const struct player *player, int tag) {
    return player->untold ? player->signature : tag & ~MATCH_NUMBERS;
}

/* Notes what is wrong with a message that has ended: the sender's call is another one, or of
 * another size. */
static void check(struct player *player, const struct player_transfer *ended) {
    const struct transfer *transfer = &ended->transfer;
    MPI_Count wanted = transfer->count * transfer->layout->size;
    int theirs = player->signature;
    if (ended->receives && transfer->error != MPI_ERR_NO_MEM && !error_is_failure(transfer->error))
        theirs = signature_in(player, transfer->arrived_tag);
    bool matches = theirs == player->signature, fits = transfer->bytes == wanted;
    if (player->error != MPI_SUCCESS || (transfer->error == MPI_SUCCESS && matches && fits))
        return;
    player->error = !matches                         ? MPI_ERR_OTHER
                    : transfer->error != MPI_SUCCESS ? transfer->error
                                                     : MPI_ERR_COUNT;
    player->world = transfer->source;
    player->wanted = wanted;
    player->came = transfer->sent;
    player->theirs = theirs;
}

/* Looks for messages of this operation that are kept although the operation is done here. They were
 * sent by another call, so there is an error, unless a process has begun the same operation
 * again. */
static void check_rest(struct player *player) {
    uint64_t key = match_key(player->context, player->tag);
    const struct pattern pattern = match_pattern(player->context, player->tag, MPI_ANY_SOURCE);
    for (struct kept *kept = match_kept; kept; kept = kept->next)
        if (player->error == MPI_SUCCESS && ((kept->key ^ key) & pattern.mask) == 0) {
            int theirs = signature_in(player, match_tag(kept->key));
            if (player->repeats && theirs == player->signature)
                continue;
            player->error = MPI_ERR_OTHER;
            player->world = (int)kept->source;
            player->theirs = theirs;
        }
}

static void transfer_ended(struct transfer *transfer) {
    struct player_transfer *ended = (struct player_transfer *)transfer;
    struct player *player = ended->player;
    check(player, ended);
    if (!player->latest || transfer->time >= player->time)
        player->latest = ended;
    if (transfer->time > player->time)
        player->time = transfer->time;
    player->ending--;
    go_on(player);
}

/* Begins a message. A message that is begun when another one has ended leaves at the time at which
 * the round before has ended, whatever the program's clock shows. */
static void begin(struct player *player, const struct schedule_step *step) {
    bool sends = step->kind == STEP_SEND;
    struct part part = sends ? step->from : step->to;
    struct player_transfer *begun = &player->transfers[player->begun++];
    begun->player = player;
    begun->receives = !sends;
    begun->transfer.world = step->world;
    begun->transfer.tag = player->tag;
    begun->transfer.context = player->context;
    begun->transfer.mode = TRANSFER_STANDARD;
    begun->transfer.layout = part.layout;
    begun->transfer.buffer = part.address;
    begun->transfer.count = part.count;
    begun->transfer.earliest = player->time;
    begun->transfer.ended = transfer_ended;
    player->ending++;
    if (sends)
        transfer_send(&begun->transfer);
    else
        transfer_receive(&begun->transfer);
}

/* Copies or combines. Once a message has ended the process waits and its clock stands still, so the
 * time that this takes is added to that of the round. */
static void work(struct player *player, const struct schedule_step *step) {
    bool waits = player->time != 0;
    uint64_t before = waits ? time_executed() : 0;
    if (step->kind == STEP_COPY)
        part_copy(&step->from, &step->to);
    else
        operator_apply(player->op, step->from.address, step->to.address, (int)step->to.count,
                       player->type);
    if (waits)
        player->time =
            clock_add(player->time, time_executed() - before, node.clock.costs.instruction);
}

/* Does all steps up to the end of a round that has messages under way. A message may end while it
 * is being begun. Then this function is called again and returns at once, because the loop goes on
 * anyway and finds that the message has ended. */
static void go_on(struct player *player) {
    if (player->going_on)
        return;
    player->going_on = true;
    if (error_is_failure(player->error))
        player->next = player->schedule.count;
    for (; player->next < player->schedule.count; player->next++) {
        const struct schedule_step *step = &player->schedule.steps[player->next];
        if (step->kind == STEP_ROUND && player->ending > 0)
            break;
        if (step->kind == STEP_ROUND)
            player->begun = 0;
        else if (step->kind == STEP_COPY || step->kind == STEP_COMBINE)
            work(player, step);
        else
            begin(player, step);
    }
    player->going_on = false;
    if (player->next < player->schedule.count || player->ending > 0)
        return;
    if (match_kept)
        check_rest(player);
    player->done = true;
    if (player->ended)
        player->ended(player);
}

void player_start(struct player *player, int number) {
    player->done = false;
    player->error = MPI_SUCCESS;
    player->tag = player->untold ? number : player->signature | number;
    player->theirs = player->signature;
    player->next = 0;
    player->begun = player->ending = 0;
    player->time = 0;
    player->latest = NULL;
    go_on(player);
}

/* Waits for a transfer. The wait has no details for reports of deadlocks: what the process has
 * called is told when a report is made (record.h). */
static void wait_for(struct transfer *transfer, const char *call) {
    struct waiting waiting = wait_begin(call, (uint32_t)transfer->world, 0);
    while (!transfer->done)
        active_wait(&waiting);
    transfer_take(transfer);
}

/* The transfers of the round that is under way are waited for one after the other. The next round
 * uses them again, so one that has ended may be under way again. */
void player_wait(struct player *player, const char *call) {
    while (!player->done)
        for (int k = 0; !player->done && k < player->begun; k++)
            if (!player->transfers[k].transfer.done)
                wait_for(&player->transfers[k].transfer, call);
}

void player_take(struct player *player) {
    if (player->latest)
        transfer_take(&player->latest->transfer);
    if (node.time.on)
        time_reach(player->time);
}

void player_describe(const struct player *player, char *text, size_t bytes) {
    int before = 1, all = 0;
    for (size_t k = 0; k < player->schedule.count; k++)
        if (player->schedule.steps[k].kind == STEP_ROUND) {
            all++;
            before += k < player->next;
        }
    int length = snprintf(text, bytes, "round %d of %d", before, all);
    for (int k = 0; k < player->begun; k++) {
        const struct transfer *transfer = &player->transfers[k].transfer;
        if (!transfer->done && (size_t)length < bytes)
            length += snprintf(text + length, bytes - (size_t)length, ", rank %d of MPI_COMM_WORLD",
                               comm_world_rank(transfer->world));
    }
}

void player_free(struct player *player) {
    free(player->transfers);
    schedule_free(&player->schedule);
}
