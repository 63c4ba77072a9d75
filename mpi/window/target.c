#include "mpi/window/target.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/message/answer.h"
#include "mpi/message/plain.h"
#include "mpi/message/strict.h"
#include "mpi/message/transfer.h"
#include "mpi/window/conflict.h"
#include "mpi/window/turn.h"

/* ---- Messages that leave ---- */

/* The messages by which one packet is answered at most, and for how many of them memory is made
 * before the first one comes. */
enum { ANSWERS_MOST = 3, RESERVED = 8 };

/* Memory of messages of a few bytes that have left: as many as were ever under way at once. */
static NODE_LOCAL struct departure *departures;
static NODE_LOCAL int departure_count; /* in this list */

/* Longer ones that have left. They may have done so on a detour, which cannot free them. */
static NODE_LOCAL struct departure *spent;

static void free_spent(void) {
    while (spent) {
        struct departure *first = spent;
        spent = (struct departure *)first->sending.next; /* a detour may add to it meanwhile */
        free(first);
    }
}

struct departure *target_departure(MPI_Win window, size_t bytes) {
    struct departure *departure = departures;
    size_t room = bytes > PLAIN_MOST ? bytes : PLAIN_MOST;
    if (departure && bytes <= PLAIN_MOST) {
        departures = (struct departure *)departure->sending.next;
        departure_count--;
    } else {
        free_spent();
        departure = malloc(sizeof *departure + room);
    }
    if (departure) {
        departure->is_small = bytes <= PLAIN_MOST;
        departure->window = window;
        departure->request = NULL;
        departure->left = NULL;
    }
    return departure;
}

void target_free(struct departure *departure) {
    if (departure->is_small) {
        departure->sending.next = (struct active_sending *)departures;
        departures = departure;
        departure_count++;
    } else {
        departure->sending.next = (struct active_sending *)spent;
        spent = departure;
    }
}

static void has_left(struct active_sending *sending) {
    struct departure *departure = (struct departure *)sending;
    MPI_Win window = departure->window;
    void (*left)(MPI_Win, int) = departure->left;
    int rank = departure->rank;
    window->leaving--;
    target_part_done(departure->request);
    target_free(departure);
    if (left)
        left(window, rank);
}

void target_depart(struct departure *departure, uint32_t world, struct packet packet,
                   const void *data, size_t bytes, uint64_t time) {
    departure->sending = (struct active_sending){
        .header = packet_write(packet),
        .data = data,
        .bytes = bytes,
        .to = world,
        .left = has_left,
        .anywhere = !departure->request, /* the end of a request may free it */
    };
    departure->window->leaving++;
    if (time != 0)
        active_send_from(&departure->sending, time);
    else
        active_send(&departure->sending);
    if (active_has_left(&departure->sending))
        has_left(&departure->sending);
}

/* The rare half of target_tell. */
static COLD void tell_later(MPI_Win window, uint32_t world, struct packet packet, const void *data,
                            size_t bytes, uint64_t time) {
    struct departure *departure = target_departure(window, bytes);
    if (!departure) {
        answer_no_memory(world, sizeof *departure + bytes);
        return; /* for cppcheck, which does not see that this never comes */
    }
    if (bytes > 0)
        memcpy(departure->data, data, bytes);
    target_depart(departure, world, packet, departure->data, bytes, time);
}

void target_tell(MPI_Win window, uint32_t world, struct packet packet, const void *data,
                 size_t bytes, uint64_t time) {
    packet.window = window->number;
    const struct active_header header = packet_write(packet);
    if (UNLIKELY(!active_send_short(world, &header, data, bytes)))
        tell_later(window, world, packet, data, bytes, time);
}

/* ---- Results that are awaited ---- */

/* Memory of those that have come: as many as were ever awaited at once. */
static NODE_LOCAL struct fetch *pool;

struct fetch *target_await(MPI_Win window, int rank) {
    struct target *target = &window->targets[rank];
    struct fetch *fetch = pool;
    if (fetch)
        pool = fetch->next;
    else if (!(fetch = malloc(sizeof *fetch)))
        return NULL;
    fetch->next = NULL;
    fetch->window = window;
    fetch->rank = rank;
    fetch->buffer = NULL;
    fetch->request = NULL;
    *target->end = fetch;
    target->end = &fetch->next;
    target->loose = strict; /* what it answers comes behind all that went before */
    return fetch;
}

void target_fetched(MPI_Win window, int rank) {
    struct target *target = &window->targets[rank];
    struct fetch *fetch = target->first;
    target->first = fetch->next;
    if (!target->first)
        target->end = &target->first;
    struct window_request *request = fetch->request;
    if (fetch->buffer) {
        type_release(fetch->type);
        free(fetch->into);
    }
    fetch->next = pool;
    pool = fetch;
    target_part_done(request);
}

bool target_reserve(void) {
    while (departure_count < RESERVED) {
        struct departure *departure = malloc(sizeof *departure + PLAIN_MOST);
        if (!departure)
            return false;
        departure->is_small = true;
        target_free(departure);
    }
    return true;
}

bool target_has_reserve(void) {
    return departure_count >= ANSWERS_MOST;
}

void target_end(void) {
    free_spent();
    departure_count = 0;
    while (departures) {
        struct departure *next = (struct departure *)departures->sending.next;
        free(departures);
        departures = next;
    }
    while (pool) {
        struct fetch *next = pool->next;
        free(pool);
        pool = next;
    }
}

void target_part_done(struct window_request *request) {
    if (request && --request->parts == 0)
        request_done(&request->request);
}

/* ---- Opening and closing ---- */

/* In the strict mode the owner has to hear of each flush. The first put after a fence or a flush
 * asks for its answer, because often it is the only one. One after MPI_Win_lock does not, because
 * MPI_Win_unlock will ask, and MPI_Win_complete waits for none. */
void target_use(MPI_Win window, int rank) {
    struct target *target = &window->targets[rank];
    target->open = rank != window->comm->rank; /* what a process does to itself takes no packets */
    target->asks = !strict && (window->epoch == EPOCH_FENCE || window->epoch == EPOCH_ALL);
    if (target->used)
        return;
    target->used = true;
    target->next_used = window->used;
    window->used = rank;
}

void target_close_all(MPI_Win window) {
    while (window->used >= 0) {
        struct target *target = &window->targets[window->used];
        window->used = target->next_used;
        target->open = target->used = false;
    }
}

/* ---- Waiting ---- */

void target_ask(MPI_Win window, int rank) {
    struct target *target = &window->targets[rank];
    bool flushes = window->epoch == EPOCH_LOCK || window->epoch == EPOCH_ALL;
    target->asks = !strict && window->epoch != EPOCH_START;
    if (flushes && rank == window->comm->rank)
        conflict_forget(window, rank);
    if (!target->loose)
        return;
    target->loose = false;
    target->unanswered++;
    target_tell(window, window_node(window, rank),
                (struct packet){.kind = PACKET_FLUSH, .flags = flushes ? FLAG_FORGETS : 0}, NULL, 0,
                0);
}

/* Lets the clock show at least the time at which the last answer of a target has come. */
static void take_time(MPI_Win window, int rank) {
    const struct target *target = &window->targets[rank];
    if (UNLIKELY(node.time.on) && target->stamp != 0)
        active_take(window_node(window, rank), target->stamp, 0);
}

int target_verdict(const char *call, MPI_Win window) {
    free_spent();
    if (UNLIKELY(window->is_refused)) {
        window->is_refused = false;
        return error_raise(
            window->comm, call, MPI_ERR_RMA_RANGE,
            "an operation was refused: its target memory is not attached to the window");
    }
    if (UNLIKELY(window->conflict[0] != 0)) {
        int error = error_raise(window->comm, call, MPI_ERR_RMA_CONFLICT, "%s", window->conflict);
        window->conflict[0] = 0;
        return error;
    }
    return MPI_SUCCESS;
}

/* The target `rank`, or if that is -1 the first one that is used; and the one after it. */
static int first_of(MPI_Win window, int rank) {
    return rank >= 0 ? rank : window->used;
}
static int next_of(MPI_Win window, int rank, int each) {
    return rank >= 0 ? -1 : window->targets[each].next_used;
}

/* Waits for all operations, or as far as this process's memory is concerned. */
static int wait_for(const char *call, MPI_Win window, int rank, bool local) {
    for (int each = first_of(window, rank); each >= 0; each = next_of(window, rank, each)) {
        const struct target *target = &window->targets[each];
        WINDOW_WAIT(call, window, each, local ? !target->first : target_is_done(target));
        take_time(window, each);
        if (UNLIKELY(exploring))
            turn_answered(window, each, local);
    }
    if (local)
        WINDOW_WAIT(call, window, rank, window->leaving == 0);
    if (UNLIKELY(strict))
        conflict_used(window, rank);
    return target_verdict(call, window);
}

int target_wait(const char *call, MPI_Win window, int rank) {
    for (int each = first_of(window, rank); each >= 0; each = next_of(window, rank, each))
        target_ask(window, each);
    return wait_for(call, window, rank, false);
}

int target_wait_local(const char *call, MPI_Win window, int rank) {
    return wait_for(call, window, rank, true);
}
