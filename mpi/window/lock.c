#include "mpi/window/target.h"

#include "mpi/message/answer.h"
#include "mpi/window/conflict.h"
#include "mpi/window/turn.h"

/* ---- The owner ---- */

/* Grants the lock to a process, by the message `tells` if it is not null. */
static void grant(MPI_Win window, int rank, struct departure *tells, uint64_t time) {
    struct target *origin = &window->targets[rank];
    origin->holds = LOCK_HELD;
    window->shared += !origin->exclusive;
    window->exclusive += origin->exclusive;
    if (rank == window->comm->rank)
        origin->lock = LOCK_HELD;
    else if (tells)
        target_depart(tells, window_node(window, rank),
                      (struct packet){.kind = PACKET_LOCKED, .window = window->number}, NULL, 0,
                      time);
    else
        target_tell(window, window_node(window, rank), (struct packet){.kind = PACKET_LOCKED}, NULL,
                    0, time);
}

void lock_asked(MPI_Win window, int rank, bool exclusive, uint64_t time) {
    struct target *origin = &window->targets[rank];
    origin->exclusive = exclusive;
    if (window->first_waiting < 0 && window_lock_is_free(window, exclusive)) {
        grant(window, rank, NULL, time);
        return;
    }
    /* Whoever gives the lock back may do so on a detour, which cannot allocate. */
    if (rank != window->comm->rank && !(origin->grant = target_departure(window, 0)))
        answer_no_memory(window_node(window, rank), sizeof *origin->grant);
    origin->holds = LOCK_WAITS;
    origin->next_waiting = -1;
    *window->end_waiting = rank;
    window->end_waiting = &origin->next_waiting;
}

void lock_returned(MPI_Win window, int rank, uint64_t time) {
    struct target *origin = &window->targets[rank];
    origin->holds = LOCK_NONE;
    window->shared -= !origin->exclusive;
    window->exclusive -= origin->exclusive;
    int first;
    while ((first = window->first_waiting) >= 0 &&
           window_lock_is_free(window, window->targets[first].exclusive)) {
        window->first_waiting = window->targets[first].next_waiting;
        if (window->first_waiting < 0)
            window->end_waiting = &window->first_waiting;
        grant(window, first, window->targets[first].grant, time);
    }
}

/* ---- Those that ask ---- */

/* Serves this process itself when it is its turn (turn.h). */
static void serve_own(struct turn *turn) {
    if (turn->packet.kind == PACKET_LOCK)
        lock_asked(turn->window, turn->rank, turn->packet.flags & FLAG_EXCLUSIVE, 0);
    else
        lock_returned(turn->window, turn->rank, 0);
}

void lock_take(const char *call, MPI_Win window, int rank, bool exclusive, int assertion) {
    struct target *target = &window->targets[rank];
    if (assertion & MPI_MODE_NOCHECK) {
        target->lock = LOCK_UNCHECKED;
        return;
    }
    target->lock = LOCK_WAITS;
    const struct packet packet = {.kind = PACKET_LOCK, .flags = exclusive ? FLAG_EXCLUSIVE : 0};
    struct turn turn = {.window = window, .packet = packet, .rank = rank, .serve = serve_own};
    if (UNLIKELY(exploring))
        turn_asked(window, rank);
    if (rank != window->comm->rank)
        target_tell(window, window_node(window, rank), packet, NULL, 0, 0);
    else if (UNLIKELY(exploring))
        turn_take(&turn);
    else
        lock_asked(window, rank, exclusive, 0);
    WINDOW_WAIT(call, window, rank, target->lock == LOCK_HELD);
    if (UNLIKELY(exploring))
        turn_answered(window, rank, false);
    if (UNLIKELY(node.time.on) && target->stamp != 0)
        active_take(window_node(window, rank), target->stamp, 0);
}

void lock_give_back(MPI_Win window, int rank) {
    struct target *target = &window->targets[rank];
    enum lock_state lock = target->lock;
    target->lock = LOCK_NONE;
    if (UNLIKELY(exploring) && lock == LOCK_HELD)
        turn_asked(window, rank);
    if (rank == window->comm->rank) {
        conflict_forget(window, rank);
        if (UNLIKELY(exploring) && lock == LOCK_HELD)
            turn_take(&(struct turn){.window = window,
                                     .packet = {.kind = PACKET_UNLOCK},
                                     .rank = rank,
                                     .serve = serve_own});
        else if (lock == LOCK_HELD)
            lock_returned(window, rank, 0);
    } else if (lock == LOCK_HELD) {
        target->loose = false;
        target->unanswered++;
        target_tell(window, window_node(window, rank), (struct packet){.kind = PACKET_UNLOCK}, NULL,
                    0, 0);
    } else {
        target_ask(window, rank);
    }
}
