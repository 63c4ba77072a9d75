#include "net/faults/failed_program.h"

#include <stdlib.h>
#include <unistd.h>

#include "net/clock/time.h"
#include "net/fault_hooks.h"
#include "net/messages/credit.h"
#include "net/messages/hop.h"
#include "net/messages/inbox.h"
#include "net/wait.h"

/* Among the tables, whose pages come when touched: other programs have none of it, and their data
 * lie where they would lie without. */
static NODE_TABLE struct {
    bool died;
    uint64_t stamp;                    /* when */
    uint32_t neighbours;               /* dimensions on whose link FAILED has left */
    uint32_t sent[CUBE_MAX_DIMENSION]; /* slots that had left on each link before */
    uint32_t met[CUBE_MAX_DIMENSION];  /* the neighbours' numbers of barriers, as seen last */
    uint32_t told;                     /* the nodes below this one have been told */
} program;

bool failed_program_is_failed(void) {
    return program.died;
}

/* ---- Telling ---- */

/* Comes to the next barrier on a link, if the neighbour has come there: then it reads nothing any
 * more of the one before. */
static bool meet(uint32_t d) {
    struct link *link = &node.link[d];
    struct cube_window *window = link->outgoing;
    uint32_t theirs = atomic_load_explicit(&link->incoming->barriers, memory_order_relaxed);
    program.met[d] = theirs;
    if ((int32_t)(theirs - link->barriers) <= 0)
        return false;
    uint32_t number = ++link->barriers;
    atomic_store_explicit(&window->barrier_clock[number & 1], program.stamp, memory_order_relaxed);
    atomic_store_explicit(&window->barrier_tail[number & 1], program.sent[d] ^ FAILED_BARRIER_BIT,
                          memory_order_relaxed);
    /* Release: after the words that it speaks of. Partner: the acquire in has_come
     * (collectives/call/barrier.c). */
    atomic_store_explicit(&window->barriers, number, memory_order_release);
    node_wake(d);
    return true;
}

static bool tell_neighbour(uint32_t d) {
    if (link_put(d, CUBE_OPERATION_FAILED, 0, program.stamp, NULL, 0, 0) == LINK_FULL)
        return false;
    program.neighbours |= 1u << d;
    return true;
}

/* Tells the next node by the routed channel. */
static bool tell_next(void) {
    const struct cube_header header = {
        .operation = OPERATION_ACKNOWLEDGE,
        .step = CREDIT_STEP_FAILED,
        .clock = program.stamp,
        .source = (uint16_t)node.number,
        .destination = (uint16_t)program.told,
        .acknowledged = UINT32_MAX, /* more than there can be to give back */
    };
    uint32_t leaving = credit_peer(program.told)->leaving;
    if (program.told != node.number && hop_put(leaving, &header, NULL, 0) == HOP_FULL) {
        node.stuck |= 1u << leaving;
        return false;
    }
    program.told++;
    return true;
}

/* Drops what has come on the direct channel. */
static bool drop(uint32_t d) {
    struct ring_receiver *in = &node.link[d].in;
    uint32_t slots = ring_tail(in) - (uint32_t)in->head;
    if (slots == 0)
        return false;
    in->head += slots;
    ring_release(in);
    node_wake(d);
    return true;
}

bool failed_program_serve(void) {
    bool moved = false;
    inbox_forget();
    for (uint32_t d = 0; d < node.dimension; d++) {
        moved |= drop(d);
        moved |= meet(d);
        if (!(program.neighbours >> d & 1))
            moved |= tell_neighbour(d);
    }
    while (program.told < 1u << node.dimension && tell_next())
        moved = true;
    return moved;
}

void failed_program_watch(struct cube_wait *wait) {
    uint16_t all = (uint16_t)((1u << node.dimension) - 1);
    wait->words[CUBE_WORD_DIRECT_TAIL] = wait->words[CUBE_WORD_BARRIERS] = all;
    wait->words[CUBE_WORD_DIRECT_HEAD] |= all & ~program.neighbours;
    wait->words[CUBE_WORD_ROUTED_HEAD] |= (uint16_t)node.stuck;
    for (uint32_t d = 0; d < node.dimension; d++)
        wait->seen[CUBE_WORD_BARRIERS][d] = program.met[d];
}

/* ---- The death ---- */

/* What is half done stays so: nobody waits for the rest of it, which FAILED follows. */
void failed_program_end(void) {
    system_at_kill = NULL;
    program.stamp = node.time.on ? time_now() : 0;
    program.died = true;
    system_died(program.stamp);
    inbox_abandon();
    for (uint32_t d = 0; d < node.dimension; d++)
        program.sent[d] = (uint32_t)node.link[d].out.tail;
    failed_program_serve();
    _exit(EXIT_SUCCESS);
}

void failed_program_stop(void) {
    system_at_kill = NULL;
    system_at_exit = NULL;
    inbox_forget();
    _exit(EXIT_SUCCESS);
}
