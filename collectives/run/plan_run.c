#include "collectives/run/plan_run.h"

#include <errno.h>
#include <stdlib.h>

#include "collectives/run/go_on.h"
#include "collectives/run/kept/plan_cache.h"
#include "collectives/run/one_piece.h"
#include "net/clock/time.h"
#include "net/fast_path.h"
#include "net/meters.h"
#include "net/wait.h"

/* ---- Packets, by size ----
 *
 * Each size has code of its own, because to find out how to copy a short packet takes as long as to
 * copy it. What calls on 8 nodes would take more without that, in instructions with gcc 12:
 *
 *     code for            blocks of    more instructions
 *     one word            8 bytes      reduce-scatter 7 %, bcast 39 %, aspc 66 %
 *     less than a vector  4 bytes      allgather 5 %, aspc 17 %
 *     one slot            32 bytes     reduce-scatter 4 %, bcast 23 %, aspc 37 %
 *     two slots           64 bytes     reduce-scatter 3 %, bcast 20 %, aspc 29 %
 *     more                256 bytes    bcast 4 %, aspc 4 %
 *     rows of words       8, 64 bytes  alltoall 80 %, 22 %
 *     a word to copy      8 bytes      allgather 4 %, scatter 6 %
 *     any of these        8 bytes      reduce 17 % ... aspc 67 %, alltoall 87 %
 *                         64 bytes     reduce-scatter 4 % ... aspc 32 %
 *                         1 KiB        up to 4 %
 *
 * On 64 nodes it is about as much. */

/* Defines an action_handler. */
#define HANDLER(name)                                                                              \
    static int name(const struct plan *plan, const struct action *action,                          \
                    const struct dispatch *dispatch)

/* Defines a handler that calls a function of one_piece.h with N bytes. */
#define HANDLER_OF(name, function, bytes, watch)                                                   \
    HANDLER(name) {                                                                                \
        return function(plan, action, dispatch, bytes, watch);                                     \
    }

/* Each of these returns the bytes of a packet, and tells the compiler between which limits they
 * are. */
static inline size_t small_bytes(const struct action *action) {
    ASSUME(action->bytes < COPY_VECTOR);
    return action->bytes;
}

static inline size_t slot_bytes(const struct action *action) {
    ASSUME(action->bytes >= COPY_VECTOR && action->bytes <= COPY_SMALL);
    return action->bytes;
}

static inline size_t slots_bytes(const struct action *action) {
    ASSUME(action->bytes > COPY_SMALL && action->bytes <= COPY_RUN);
    return action->bytes;
}

static inline size_t long_bytes(const struct action *action) {
    ASSUME(action->bytes > COPY_RUN);
    return action->bytes;
}

/* Defines the handlers of packets whose bytes follow each other, one for each size. */
#define PACKETS(name, how, watch)                                                                  \
    HANDLER_OF(name##_word_##how, name##_packet, WORD_BYTES, watch)                                \
    HANDLER_OF(name##_small_##how, name##_packet, small_bytes(action), watch)                      \
    HANDLER_OF(name##_slot_##how, name##_packet, slot_bytes(action), watch)                        \
    HANDLER_OF(name##_slots_##how, name##_packet, slots_bytes(action), watch)                      \
    HANDLER_OF(name##_long_##how, name##_packet, long_bytes(action), watch)

/* Defines the handlers of sets of blocks: one for rows with each number of words in a stretch, and
 * one for any other set. */
#define SETS(name, how, watch)                                                                     \
    HANDLER_OF(name##_row_1_##how, name##_blocks, 1 * WORD_BYTES, watch)                           \
    HANDLER_OF(name##_row_2_##how, name##_blocks, 2 * WORD_BYTES, watch)                           \
    HANDLER_OF(name##_row_4_##how, name##_blocks, 4 * WORD_BYTES, watch)                           \
    HANDLER_OF(name##_row_8_##how, name##_blocks, 8 * WORD_BYTES, watch)                           \
    HANDLER_OF(name##_set_##how, name##_blocks, set_stretch(action), watch)

/* Defines the handlers for a kind of watch. */
#define WATCH(how, watch)                                                                          \
    PACKETS(send, how, watch)                                                                      \
    PACKETS(take, how, watch)                                                                      \
    PACKETS(combine, how, watch)                                                                   \
    SETS(send, how, watch)                                                                         \
    SETS(take, how, watch)

WATCH(plain, UNWATCHED)
WATCH(timed, TIMED)
WATCH(watched, WATCHED)

PACKETS(relay, plain, UNWATCHED)
HANDLER_OF(relay_any_plain, relay_packet, relayed_bytes(action), UNWATCHED)
HANDLER_OF(relay_one_timed, relay_packet, relayed_bytes(action), TIMED)
HANDLER_OF(relay_one_watched, relay_packet, relayed_bytes(action), WATCHED)

/* Relays a packet with the clock stopped: a packet that passes takes none of the node's time. */
ALWAYS_INLINE int relay_paused(const struct plan *plan, const struct action *action,
                               const struct dispatch *dispatch, action_handler *relay_one) {
    if (!has_arrived(action))
        return later(plan, action, dispatch, WATCHED);
    struct pause pause = time_pause();
    int error = relay_one(plan, action, &stopping);
    time_resume(pause);
    return UNLIKELY(error != 0) ? failed(plan, action, dispatch, error)
                                : go_on_next(plan, action, dispatch);
}

HANDLER(relay_timed) {
    return relay_paused(plan, action, dispatch, relay_one_timed);
}

HANDLER(relay_watched) {
    return relay_paused(plan, action, dispatch, relay_one_watched);
}

/* ---- Inside the node ---- */

HANDLER(copy_word) {
    memcpy(plan_at(plan, action->place), plan_at(plan, action->source), WORD_BYTES);
    return go_on_next(plan, action, dispatch);
}

HANDLER(copy_any) {
    uint8_t *target = plan_at(plan, action->place);
    const uint8_t *source = plan_at(plan, action->source);
    if (target != source)
        copy_bytes(target, source, action->bytes);
    return go_on_next(plan, action, dispatch);
}

/* Sets place = source op place, if `left`, else place = place op source, by any operator. */
static NOINLINE void apply(const struct plan *plan, const struct action *action, bool left) {
    const struct combiner combiner = plan_combiner(plan);
    uint8_t *target = plan_at(plan, action->place);
    if (action->bytes > 0)
        combine(&combiner, target, target, plan_at(plan, action->source), action->bytes, left);
}

HANDLER(apply_left) {
    if (LIKELY(plan->function))
        plan->function(plan_at(plan, action->source), plan_at(plan, action->place),
                       plan_at(plan, action->place), action->bytes);
    else
        apply(plan, action, true);
    return go_on_next(plan, action, dispatch);
}

HANDLER(apply_right) {
    apply(plan, action, false);
    return go_on_next(plan, action, dispatch);
}

/* ---- Several packets ---- */

/* Returns when something has arrived for one of the actions after this one that are in the set of
 * bits `open`. `spins` looks for all of these have failed before. */
static COLD void await_any(const struct plan *plan, const struct action *action, uint32_t open,
                           uint32_t spins) {
    struct waiting waiting = wait_begin(plan->name, CUBE_NOBODY, action_step(action));
    waiting.spins = spins;
    time_stop();
    for (bool found = false; !found;) {
        uint64_t words = 0;
        for (uint32_t left = open; left != 0; left &= left - 1) {
            const struct action *next = action + 1 + lowest_port(left);
            found |= has_arrived(next);
            words |= WAIT_ARRIVAL(next->port);
            waiting.peer = node_neighbour(next->port);
        }
        if (!found)
            wait_more(&waiting, words);
    }
    time_go();
}

/* Does the actions after this one, which relay what arrives on several ports, in the order of
 * arrival. Returns 0, a negative errno, or, when a packet turns out to be long, the set of the
 * actions that are left. If it is -EHOSTDOWN, the rest of the plan has been done, too. */
static int relay_as_they_come(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch) {
    uint32_t open = (1u << action->count) - 1;
    for (uint32_t spins = 0;; spins++) {
        for (uint32_t left = open; left != 0; left &= left - 1) {
            const struct action *next = action + 1 + lowest_port(left);
            if (!has_arrived(next))
                continue;
            if (UNLIKELY(relayed_bytes(next) == ACTION_ANY_BYTES))
                return (int)open;
            int error = do_alone(plan, next, dispatch);
            if (UNLIKELY(error != 0))
                return error == -EHOSTDOWN ? hollow_group(plan, action, open) : error;
            open &= ~(left & -left);
        }
        if (open == 0)
            return 0;
        if (!node.time.turns && wait_spins_first(spins))
            system_yield();
        else
            await_any(plan, action, open, spins);
    }
}

/* Relays the packets of the actions after this one, in the order in which they arrive. The node's
 * clock does not count this. When one packet turns out to be long, all that are left go on
 * together. */
HANDLER(any_order) {
    struct pause pause = time_pause();
    int result = relay_as_they_come(plan, action, dispatch);
    time_resume(pause);
    if (UNLIKELY(result > 0))
        result = pieces_together(plan, action, (uint32_t)result);
    return UNLIKELY(result != 0) ? result : go_on(plan, action + 1 + action->count, dispatch);
}

/* Does the actions after this one together. Their packets are long, so a look at the routed rings
 * costs little compared with them. */
HANDLER(together) {
    route_poll();
    int error = pieces_together(plan, action, (1u << action->count) - 1);
    return UNLIKELY(error != 0) ? error : go_on(plan, action + 1 + action->count, dispatch);
}

/* ---- Ends ---- */

HANDLER(step_done) {
    meter_step_done(action_step(action));
    return go_on_next(plan, action, dispatch);
}

HANDLER(hollow) {
    (void)dispatch;
    return hollow_rest(plan, action + 1);
}

/* Ends a plan. The node's meter of steps tells the last step of all calls. */
HANDLER(end) {
    struct node *self = node_self();
    (void)action, (void)dispatch;
    if (plan->arrived > self->steps)
        self->steps = plan->arrived;
    return 0;
}

/* ---- A plan ---- */

/* The handlers of packets whose bytes follow each other, one for each size. */
#define DISPATCH_SIZES(NAME, name, how)                                                            \
    [ACTION_##NAME##_WORD] = name##_word_##how, [ACTION_##NAME##_SMALL] = name##_small_##how,      \
    [ACTION_##NAME##_SLOT] = name##_slot_##how, [ACTION_##NAME##_SLOTS] = name##_slots_##how,      \
    [ACTION_##NAME##_LONG] = name##_long_##how

/* The handlers of sets. */
#define DISPATCH_SETS(NAME, name, how)                                                             \
    [ACTION_##NAME##_ROW_1] = name##_row_1_##how, [ACTION_##NAME##_ROW_2] = name##_row_2_##how,    \
    [ACTION_##NAME##_ROW_4] = name##_row_4_##how, [ACTION_##NAME##_ROW_8] = name##_row_8_##how,    \
    [ACTION_##NAME##_SET] = name##_set_##how

/* The handlers of all kinds of actions, for a kind of watch. The further arguments are those of
 * relays. */
#define DISPATCH(how, ...)                                                                         \
    {                                                                                              \
        {                                                                                          \
            DISPATCH_SIZES(SEND, send, how), DISPATCH_SIZES(TAKE, take, how),                      \
                DISPATCH_SIZES(COMBINE, combine, how), DISPATCH_SETS(SEND, send, how),             \
                DISPATCH_SETS(TAKE, take, how), __VA_ARGS__,                                       \
                [ACTION_COMBINE_OWN] = combine_own, [ACTION_COMBINE_RIGHT] = combine_own,          \
                [ACTION_COPY_WORD] = copy_word, [ACTION_COPY] = copy_any,                          \
                [ACTION_APPLY_LEFT] = apply_left, [ACTION_APPLY_RIGHT] = apply_right,              \
                [ACTION_ANY_ORDER] = any_order, [ACTION_TOGETHER] = together,                      \
                [ACTION_STEP_DONE] = step_done, [ACTION_HOLLOW] = hollow, [ACTION_END] = end,      \
        }                                                                                          \
    }

/* Does all actions of a plan whose buffers are all there. */
ALWAYS_INLINE int begin(const struct plan *plan) {
    return jump(plan->begin, plan, plan->action, plan->dispatch);
}

COLD HANDLER(begin_forwarding) {
    route_forward();
    return go_on(plan, action, dispatch);
}

/* Begins a plan in which this node sends and receives nothing. First forwards routed packets, if
 * there are any. */
HANDLER(begin_alone) {
    if (UNLIKELY(route_pending(node_self())))
        return begin_forwarding(plan, action, dispatch);
    return go_on(plan, action, dispatch);
}

/* Begins a plan that needs more scratch memory than the cache keeps for all plans, and so allocates
 * it. */
HANDLER(begin_with_scratch) {
    uint8_t *scratch = malloc(plan->scratch_bytes);
    struct plan *own = (struct plan *)(uintptr_t)plan;
    own->buffer[BUFFER_SCRATCH] = scratch;
    if (!scratch)
        return -ENOMEM;
    int error = go_on(plan, action, dispatch);
    free(scratch);
    return error;
}

void plan_ready(struct plan *plan) {
    static const struct dispatch
        plain =
            DISPATCH(plain, DISPATCH_SIZES(RELAY, relay, plain),
                     [ACTION_RELAY_ANY] = relay_any_plain, [ACTION_RELAY_WHOLE] = relay_any_plain),
        timed = DISPATCH(timed, [ACTION_RELAY_WORD... ACTION_RELAY_WHOLE] = relay_timed),
        watched = DISPATCH(watched, [ACTION_RELAY_WORD... ACTION_RELAY_WHOLE] = relay_watched);
    plan->dispatch = node.unwatched_dimensions != 0           ? &plain
                     : node.records != 0 || node.time.careful ? &watched
                                                              : &timed;
    plan->begin = !plan->has_packets                   ? begin_alone
                  : plan->scratch_bytes > PLAN_SCRATCH ? begin_with_scratch
                                                       : plan->dispatch->kind[plan->action->kind];
}

int plan_do(struct plan *plan) {
    plan_ready(plan);
    return go_on(plan, plan->action, plan->dispatch);
}

/* Whether the caller gave all buffers that the plan touches. */
static bool has_buffers(const struct plan *plan) {
    for (uint32_t buffer = 0; buffer < BUFFERS; buffer++)
        if (((plan->buffers >> buffer) & 1) && !plan->buffer[buffer])
            return false;
    return true;
}

/* Runs a plan of a call that was not given all buffers. */
static COLD int run_with_some(const struct plan *plan) {
    return has_buffers(plan) ? begin(plan) : -EINVAL;
}

int plan_run(const void *input, void *output, struct plan *plan) {
    plan->buffer[BUFFER_INPUT] = (uint8_t *)(uintptr_t)input;
    plan->buffer[BUFFER_OUTPUT] = output;
    if (UNLIKELY(!input || !output))
        return run_with_some(plan);
    return begin(plan);
}
