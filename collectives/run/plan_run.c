#include "collectives/run/plan_run.h"

#include <errno.h>
#include <stdlib.h>

#include "collectives/run/one_piece.h"
#include "net/fast_path.h"
#include "net/meters.h"
#include "net/time.h"
#include "net/wait.h"

/* ---- Packets, by size ---- */

static inline size_t slot_bytes(const struct action *action) {
    assume(action->bytes <= COPY_SMALL);
    return action->bytes;
}

/* A action_handler of packets of one size, and those of all sizes. */
#define PACKETS_OF(name, function, bytes, watched)                                                 \
    static int name(const struct plan *plan, const struct action *action,                          \
                    const struct dispatch *dispatch) {                                             \
        return function(plan, action, dispatch, bytes, watched);                                   \
    }
#define PACKETS(name, how, watched)                                                                \
    PACKETS_OF(name##_word_##how, name##_packet, WORD_BYTES, watched)                              \
    PACKETS_OF(name##_slot_##how, name##_packet, slot_bytes(action), watched)                      \
    PACKETS_OF(name##_##how, name##_packet, action->bytes, watched)

/* Those of sets of blocks, by the bytes of a stretch. What copies short stretches has few registers
 * to save, so the other is apart. */
#define SETS(name, how, watched)                                                                   \
    static noinline action_handler name##_pairs_##how, name##_quads_##how, name##_long_##how;      \
    PACKETS_OF(name##_words_##how, name##_blocks, WORD_BYTES, watched)                             \
    PACKETS_OF(name##_pairs_##how, name##_blocks, 2 * WORD_BYTES, watched)                         \
    PACKETS_OF(name##_quads_##how, name##_blocks, 4 * WORD_BYTES, watched)                         \
    PACKETS_OF(name##_long_##how, name##_blocks, set_stretch(action), watched)                     \
    static int name##_set_##how(const struct plan *plan, const struct action *action,              \
                                const struct dispatch *dispatch) {                                 \
        size_t stretch = set_stretch(action);                                                      \
        return stretch == 2 * WORD_BYTES   ? name##_pairs_##how(plan, action, dispatch)            \
               : stretch == 4 * WORD_BYTES ? name##_quads_##how(plan, action, dispatch)            \
                                           : name##_long_##how(plan, action, dispatch);            \
    }

PACKETS(send, plain, false)
PACKETS(take, plain, false)
PACKETS(combine, plain, false)
PACKETS(send, watched, true)
PACKETS(take, watched, true)
PACKETS(combine, watched, true)
SETS(send, plain, false)
SETS(take, plain, false)
SETS(send, watched, true)
SETS(take, watched, true)
static noinline action_handler relay_long;
PACKETS_OF(relay_long, relay_packet, action->bytes, false)
PACKETS_OF(relay_timed, relay_packet, action->bytes, true)

static int relay_plain(const struct plan *plan, const struct action *action,
                       const struct dispatch *dispatch) {
    if (action->bytes > COPY_SMALL)
        return relay_long(plan, action, dispatch);
    return relay_packet(plan, action, dispatch, action->bytes, false);
}

/* By a clock a packet that passes takes none of the node's time. */
static int relay_watched(const struct plan *plan, const struct action *action,
                         const struct dispatch *dispatch) {
    static const struct dispatch timed = {
        {[ACTION_RELAY] = relay_timed, [ACTION_RELAY_WHOLE] = relay_timed}};
    if (!has_arrived(action))
        return later(plan, action, dispatch, true);
    struct pause pause = time_pause();
    int error = do_alone(plan, action, &timed);
    time_resume(pause);
    return unlikely(error != 0) ? error : go_on(plan, action + 1, dispatch);
}

/* ---- Inside the node ---- */

static int copy_word(const struct plan *plan, const struct action *action,
                     const struct dispatch *dispatch) {
    memcpy(plan_at(plan, action->place), plan_at(plan, action->source), WORD_BYTES);
    return go_on(plan, action + 1, dispatch);
}

static int copy_any(const struct plan *plan, const struct action *action,
                    const struct dispatch *dispatch) {
    uint8_t *target = plan_at(plan, action->place);
    const uint8_t *source = plan_at(plan, action->source);
    if (action->bytes <= COPY_SMALL)
        copy_small(target, source, action->bytes);
    else if (target != source)
        memcpy(target, source, action->bytes);
    return go_on(plan, action + 1, dispatch);
}

/* place = source op place, if `left`, else place op source. */
static noinline void apply(const struct plan *plan, const struct action *action, bool left) {
    const struct combiner combiner = plan_combiner(plan);
    uint8_t *target = plan_at(plan, action->place);
    if (action->bytes > 0)
        combine(&combiner, target, target, plan_at(plan, action->source), action->bytes, left);
}

static int apply_left(const struct plan *plan, const struct action *action,
                      const struct dispatch *dispatch) {
    if (likely(plan->function != NULL))
        plan->function(plan_at(plan, action->source), plan_at(plan, action->place),
                       plan_at(plan, action->place), action->bytes);
    else
        apply(plan, action, true);
    return go_on(plan, action + 1, dispatch);
}

static int apply_right(const struct plan *plan, const struct action *action,
                       const struct dispatch *dispatch) {
    apply(plan, action, false);
    return go_on(plan, action + 1, dispatch);
}

/* ---- Several packets ---- */

/* After the first looks: returns when something has arrived for one of the actions `open` (a set of
 * bits) after this one. */
static cold void await_any(const struct plan *plan, const struct action *action, uint32_t open,
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

/* Relays what arrives on several ports, as it arrives: the actions after this one. By a clock that
 * takes none of the node's time. */
static int any_order(const struct plan *plan, const struct action *action,
                     const struct dispatch *dispatch) {
    const struct action *first = action + 1;
    uint32_t open = (1u << action->count) - 1;
    struct pause pause = time_pause();
    for (uint32_t spins = 0;; spins++) {
        uint32_t left = open;
        do {
            const struct action *next = first + lowest_port(left);
            if (has_arrived(next)) {
                int error = do_alone(plan, next, dispatch);
                if (unlikely(error != 0))
                    return error;
                open &= ~(left & -left);
            }
            left &= left - 1;
        } while (left != 0);
        if (open == 0)
            break;
        if (!node.time.on && wait_spins_first(spins))
            system_yield();
        else
            await_any(plan, action, open, spins);
    }
    time_resume(pause);
    return go_on(plan, first + action->count, dispatch);
}

static int together(const struct plan *plan, const struct action *action,
                    const struct dispatch *dispatch) {
    int done = pieces_together(plan, action);
    return unlikely(done < 0) ? done : go_on(plan, action + 1 + done, dispatch);
}

/* ---- Ends ---- */

static int step_done(const struct plan *plan, const struct action *action,
                     const struct dispatch *dispatch) {
    meter_step_done(action_step(action));
    return go_on(plan, action + 1, dispatch);
}

static int end(const struct plan *plan, const struct action *action,
               const struct dispatch *dispatch) {
    (void)action, (void)dispatch;
    if (plan->arrived > node.steps)
        node.steps = plan->arrived;
    return 0;
}

/* ---- A plan ---- */

#define DISPATCH(how)                                                                              \
    {                                                                                              \
        {                                                                                          \
            [ACTION_END] = end, [ACTION_SEND_WORD] = send_word_##how,                              \
            [ACTION_TAKE_WORD] = take_word_##how, [ACTION_COMBINE_WORD] = combine_word_##how,      \
            [ACTION_COPY_WORD] = copy_word, [ACTION_SEND_SLOT] = send_slot_##how,                  \
            [ACTION_TAKE_SLOT] = take_slot_##how, [ACTION_COMBINE_SLOT] = combine_slot_##how,      \
            [ACTION_SEND] = send_##how, [ACTION_TAKE] = take_##how,                                \
            [ACTION_COMBINE_LEFT] = combine_##how, [ACTION_COMBINE_RIGHT] = combine_own,           \
            [ACTION_RELAY] = relay_##how, [ACTION_RELAY_WHOLE] = relay_##how,                      \
            [ACTION_COPY] = copy_any, [ACTION_APPLY_LEFT] = apply_left,                            \
            [ACTION_APPLY_RIGHT] = apply_right, [ACTION_SEND_SET] = send_set_##how,                \
            [ACTION_TAKE_SET] = take_set_##how, [ACTION_SEND_WORDS] = send_words_##how,            \
            [ACTION_TAKE_WORDS] = take_words_##how, [ACTION_ANY_ORDER] = any_order,                \
            [ACTION_TOGETHER] = together, [ACTION_STEP_DONE] = step_done,                          \
        }                                                                                          \
    }

/* Does all actions of a plan whose buffers are there. */
always_inline int begin(const struct plan *plan) {
    return jump(plan->begin, plan, plan->action, plan->dispatch);
}

/* Begins a plan that needs more scratch memory than there is for good. */
static int begin_with_scratch(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch) {
    uint8_t *scratch = malloc(plan->scratch_bytes);
    struct plan *own = (struct plan *)(uintptr_t)plan;
    own->buffer[BUFFER_SCRATCH] = scratch;
    if (scratch == NULL)
        return -ENOMEM;
    int error = go_on(plan, action, dispatch);
    free(scratch);
    return error;
}

int plan_do(struct plan *plan) {
    static const struct dispatch plain = DISPATCH(plain), watched = DISPATCH(watched);
    plan->dispatch = node.unwatched_dimensions != 0 ? &plain : &watched;
    plan->begin = plan->scratch_bytes > PLAN_SCRATCH ? begin_with_scratch
                                                     : plan->dispatch->kind[plan->action->kind];
    return go_on(plan, plan->action, plan->dispatch);
}

/* Whether the caller gave all buffers that the plan touches. */
static bool has_buffers(const struct plan *plan) {
    for (uint32_t buffer = 0; buffer < BUFFERS; buffer++)
        if (((plan->buffers >> buffer) & 1) && plan->buffer[buffer] == NULL)
            return false;
    return true;
}

/* Begins a plan for which something is to be done before, which is hardly ever so. */
static cold int run_with_care(const struct plan *plan) {
    if (!has_buffers(plan))
        return -EINVAL;
    route_poll();
    return begin(plan);
}

int plan_run(const void *input, void *output, struct plan *plan) {
    plan->buffer[BUFFER_INPUT] = (uint8_t *)(uintptr_t)input;
    plan->buffer[BUFFER_OUTPUT] = output;
    if (unlikely(input == NULL || output == NULL) || unlikely(route_pending(node_self())))
        return run_with_care(plan);
    return begin(plan);
}
