#include "net/wait.h"

#include <errno.h>
#include <string.h>

#include "net/clock/time.h"
#include "net/fault_hooks.h"
#include "net/messages/credit.h"

NODE_LOCAL void (*wait_unmatched)(struct cube_detail *detail);

static int wait_in_kernel(const struct cube_wait *wait) {
    return UNLIKELY(fault_hooks) ? fault_hooks->wait(wait) : system_wait(wait);
}

/* Fills in the details of a wait, and returns whether it has any. Sets *names to whether the first
 * one is the operation's name, which may be too long for struct cube_wait. */
static bool describe(const struct waiting *waiting, struct cube_detail detail[CUBE_DETAILS],
                     bool *names) {
    bool has_none = !waiting->details || !waiting->details->name;
    *names = has_none && wait_describe && wait_describe(waiting->operation, detail);
    if (*names || !waiting->details)
        return *names;
    *names = strlen(waiting->operation) > sizeof((struct cube_wait *)0)->operation;
    detail[0].name = (uintptr_t)waiting->operation;
    memcpy(detail + *names, waiting->details, (CUBE_DETAILS - *names) * sizeof *detail);
    return true;
}

/* Waits again when no node will ever go on, now with the details for the report. */
static COLD int wait_described(struct cube_wait *wait, const struct waiting *waiting) {
    struct cube_detail detail[CUBE_DETAILS] = {0};
    bool names;
    if (describe(waiting, detail, &names))
        wait->details = (uintptr_t)detail;
    if (names)
        memset(wait->operation, 0, sizeof wait->operation);
    uint32_t details = 0;
    while (details < CUBE_DETAILS && detail[details].name)
        details++;
    if (wait_unmatched && details > 1 && details < CUBE_DETAILS)
        wait_unmatched(&detail[details]);
    int result = wait_in_kernel(wait);
    wait->details = 0;
    return result;
}

/* Fills in what to watch: `words`, as in wait_more, and what forwarding waits for. */
static void fill_words(struct cube_wait *wait, uint64_t words) {
    wait_watch(wait, words);
    wait->words[CUBE_WORD_ROUTED_HEAD] |= (uint16_t)node.stuck;
    wait->words[CUBE_WORD_ROUTED_TAIL] = (uint16_t)((1u << node.dimension) - 1);
}

/* Fills in the words as this node last saw them. If one has changed since, the kernel returns at
 * once. */
static void fill_seen(struct cube_wait *wait) {
    for (uint32_t d = 0; d < node.dimension; d++) {
        const struct link *link = &node.link[d];
        wait->seen[CUBE_WORD_DIRECT_TAIL][d] = (uint32_t)link->in.head;
        wait->seen[CUBE_WORD_DIRECT_HEAD][d] = ring_head_seen(&link->out);
        wait->seen[CUBE_WORD_ROUTED_HEAD][d] = ring_head_seen(&link->routed_out);
        /* This node has counted its own barrier already, and its neighbour has not. */
        wait->seen[CUBE_WORD_BARRIERS][d] = link->barriers - 1;
        wait->seen[CUBE_WORD_ROUTED_TAIL][d] = link->routed_seen;
    }
}

const char wait_for_credit[] = "send";

static void wait_sleep(const struct waiting *waiting, uint64_t words, uint64_t deadline) {
    credit_answer(); /* notes in node.stuck the dimensions without room */
    struct cube_wait wait = {.deadline = deadline,
                             .peer = waiting->peer,
                             .step = waiting->step,
                             .details = (uintptr_t)waiting->details,
                             .for_credit = waiting->operation == wait_for_credit};
    size_t length = strlen(waiting->operation);
    memcpy(wait.operation, waiting->operation,
           length < sizeof wait.operation ? length : sizeof wait.operation);
    fill_words(&wait, words);
    fill_seen(&wait);
    int error = wait_in_kernel(&wait);
    if (UNLIKELY(error == -EDEADLK))
        error = wait_described(&wait, waiting);
    if (error && !(deadline && error == -ETIMEDOUT))
        system_abort("cube: node %u cannot sleep in %s: system call error %d\n", node.number,
                     waiting->operation, error);
}

uint32_t wait_rest(struct waiting waiting, uint64_t words) {
    time_stop();
    bool moved = route_forward();
    if (!moved && waiting.spins >= node.spins)
        wait_sleep(&waiting, words, 0);
    else if (!node.time.turns) /* with turns, only sleep passes the turn */
        system_yield();
    time_go();
    return moved || waiting.spins >= node.spins ? 0 : waiting.spins + 1;
}

bool wait_for_packets(struct waiting *waiting, uint32_t own) {
    if (LIKELY(waiting->spins < node.idle_spins)) {
        uint32_t arrived = route_await(node.idle_spins - waiting->spins, own);
        if (arrived == own) {
            waiting->spins = 0;
            return true;
        }
        /* A packet that finds no room to go on arrives at each look. Each counts as failed, so that
         * the node comes to the kernel, which tells whether the link has failed. */
        if (arrived == ROUTE_NONE)
            waiting->spins = node.idle_spins;
    }
    waiting->spins = wait_rest(*waiting, 0);
    return false;
}

void wait_until(const char *operation, uint64_t deadline) {
    const struct waiting waiting = wait_begin(operation, CUBE_NOBODY, 0);
    time_stop();
    while ((int64_t)(deadline - system_ticks()) > 0)
        if (!route_forward())
            wait_sleep(&waiting, 0, deadline);
    time_go();
}

/* Sleeps without looking first: looking would only take time from other nodes, and the machine ends
 * when all nodes sleep. */
void wait_finished(void (*counts)(void)) {
    node.spins = node.idle_spins = 0;
    struct waiting waiting = wait_begin("finished", CUBE_NOBODY, 0);
    for (;;) {
        wait_for_packets(&waiting, WAIT_NO_LINK);
        if (counts)
            counts();
    }
}
