#include "mpi/message/transfer.h"

#include <stddef.h>
#include <stdlib.h>

#include "mpi/message/eager.h"
#include "mpi/message/explore.h"
#include "mpi/message/strict.h"
#include "net/node.h"
#include "net/wait.h"

void transfer_begins(struct transfer *transfer, bool receives) {
    transfer->receives = receives;
    transfer->done = transfer->cancelled = transfer->cancelling = transfer->leaving = false;
    transfer->error = MPI_SUCCESS;
    transfer->awaits = TRANSFER_NOTHING;
    transfer->number = transfer->order = 0;
    transfer->packed = NULL;
    transfer->stamp = 0;
    transfer->time = transfer->begun =
        transfer->earliest != 0 ? transfer->earliest : transfer_now();
}

struct transfer *transfer_posted(uint64_t key, uint32_t source) {
    struct pattern *pattern = match_posted ? match_take_posted(key, source) : NULL;
    return !pattern ? NULL
                    : (struct transfer *)((char *)pattern - offsetof(struct transfer, pattern));
}

void transfer_matches(struct transfer *receive, uint32_t source, int tag, MPI_Count sent,
                      uint32_t signature) {
    if (UNLIKELY(receive->error == MPIX_ERR_PROC_FAILED_PENDING))
        receive->pends(receive, false);
    if (UNLIKELY(strict_matches))
        strict_matches(receive);
    MPI_Count room = receive->count * receive->layout->size;
    receive->source = (int)source;
    receive->arrived_tag = tag;
    receive->sent = sent;
    receive->bytes = sent < room ? sent : room;
    receive->error = sent > room ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
    receive->awaits = TRANSFER_BYTES;
    if (UNLIKELY(signature != 0) && receive->error == MPI_SUCCESS) {
        uint32_t own = transfer_signature(receive, sent);
        if (own != 0 && own != signature)
            receive->error = MPI_ERR_TYPE;
    }
    transfer_used(BUFFER_ARRIVES, receive);
    if (UNLIKELY(exploring) && receive->order != 0)
        explore_matches(receive->order, source, receive->context, tag);
}

void *transfer_piece(const struct transfer *transfer, MPI_Count bytes) {
    const struct layout *layout = transfer->layout;
    return layout_is_piece(layout, bytes) ? (char *)transfer->buffer + layout->true_lower : NULL;
}

uint32_t transfer_signature(const struct transfer *transfer, MPI_Count bytes) {
    return strict ? strict_signature(transfer->layout, bytes) : 0;
}

void transfer_ends(struct transfer *transfer, int error) {
    number_free(transfer->number);
    transfer->number = 0;
    free(transfer->packed);
    transfer->packed = NULL;
    if (transfer->receives && error == MPI_SUCCESS && !transfer->cancelled)
        transfer_used(BUFFER_TAKEN, transfer);
    transfer->error = error;
    transfer->done = true;
    if (transfer->ended)
        transfer->ended(transfer);
}

void transfer_ends_if_nothing_is_left(struct transfer *transfer) {
    if (!transfer->leaving && transfer->awaits == TRANSFER_NOTHING && !transfer->cancelling)
        transfer_ends(transfer, transfer->error);
}

/* ---- Waiting ---- */

void transfer_take(struct transfer *transfer) {
    if (UNLIKELY(exploring) && transfer->order != 0)
        explore_done(transfer->order, transfer->stamp != 0);
    if (LIKELY(!node.time.on))
        return;
    uint32_t other = (uint32_t)(transfer->receives ? transfer->source : transfer->world);
    if (transfer->stamp != 0 && other != node.number)
        active_take(other, transfer->stamp, transfer->receives ? (size_t)transfer->bytes : 0);
}

void transfer_wait(struct transfer *transfer, const char *call) {
    const struct cube_detail details[CUBE_DETAILS] = {
        {(uintptr_t) "rank of MPI_COMM_WORLD ", 0, transfer->world}};
    struct waiting waiting = wait_begin(call, CUBE_NOBODY, 0);
    if (transfer->world != MPI_ANY_SOURCE)
        waiting.details = details;
    while (!transfer->done)
        active_wait(&waiting);
    transfer_take(transfer);
}

/* ---- Credit (eager.h) ---- */

_Alignas(CUBE_PAGE_BYTES) NODE_TABLE struct eager_table eager_table;

static_assert(sizeof(struct kept) <= EAGER_COST, "what is kept of a message is paid for");
static_assert(EAGER_WINDOW_MOST <= ENVELOPE_CREDIT_MOST, "a header gives all of it back");

void eager_start(void) {
    uint32_t window = EAGER_ALL >> node.dimension;
    eager_table.window = window < EAGER_WINDOW_MOST ? window : EAGER_WINDOW_MOST;
}

/* ---- Numbers ---- */

/* The transfer of a number. While the number is free, the transfer is null, and the next free
 * number is here. */
struct entry {
    struct transfer *transfer;
    uint32_t next_free;
};

enum { FIRST_ROOM = 16 };

static NODE_LOCAL struct entry *entries; /* the first is that of number 1 */
static NODE_LOCAL uint32_t room, first_free;

/* Doubles the room. Returns whether there was memory. */
static bool grow(void) {
    uint32_t more = room == 0 ? FIRST_ROOM : 2 * room;
    struct entry *grown = realloc(entries, more * sizeof *entries);
    if (!grown)
        return false;
    for (uint32_t i = room; i < more; i++)
        grown[i] = (struct entry){NULL, i + 1 < more ? i + 2 : 0};
    first_free = room + 1;
    entries = grown;
    room = more;
    return true;
}

uint32_t number_give(struct transfer *transfer) {
    if (first_free == 0 && !grow())
        return 0;
    uint32_t number = first_free;
    first_free = entries[number - 1].next_free;
    entries[number - 1].transfer = transfer;
    return number;
}

struct transfer *number_find(uint32_t number) {
    return number - 1 < room ? entries[number - 1].transfer : NULL;
}

void number_free(uint32_t number) {
    if (number == 0)
        return;
    entries[number - 1] = (struct entry){NULL, first_free};
    first_free = number;
}

void number_retire(uint32_t number) {
    if (number != 0)
        entries[number - 1].transfer = NULL;
}

uint32_t number_most(void) {
    return room;
}

void number_end(void) {
    free(entries);
    entries = NULL;
    room = first_free = 0;
}
