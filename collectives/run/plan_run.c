#include "collectives/run/plan_run.h"

#include <errno.h>
#include <stdlib.h>

#include "collectives/run/one_piece.h"
#include "collectives/run/plan_cache.h"
#include "net/fast_path.h"
#include "net/meters.h"
#include "net/time.h"
#include "net/wait.h"

/* ---- Inside the node ---- */

static inline void copy_word(const struct plan *plan, const struct action *action) {
    memcpy(plan_at(plan, action->place), plan_at(plan, action->source), WORD_BYTES);
}

static int copy_any(const struct plan *plan, const struct action *action) {
    uint8_t *target = plan_at(plan, action->place);
    const uint8_t *source = plan_at(plan, action->source);
    if (action->bytes <= COPY_SMALL)
        copy_small(target, source, action->bytes);
    else if (target != source)
        memcpy(target, source, action->bytes);
    return 0;
}

static int apply_left(const struct plan *plan, const struct action *action) {
    const struct cube_type *type = plan->key.type;
    plan->function(plan_at(plan, action->source), plan_at(plan, action->place),
                   action->bytes / type->bytes, type);
    return 0;
}

static int apply_right(const struct plan *plan, const struct action *action) {
    const struct combiner combiner = plan_combiner(plan);
    uint8_t *target = plan_at(plan, action->place);
    if (action->bytes > 0)
        combine(&combiner, target, target, plan_at(plan, action->source), action->bytes, false);
    return 0;
}

/* ---- The course of a plan ---- */

static inline bool has_arrived(const struct action *action) {
    const struct link *link = fast_link(action->port);
    return fast_arrived(link, link->in.head);
}

/* After the first looks: returns when something has arrived for one of the actions `open` after
 * this one, which all have failed a look. */
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

/* ---- By size ---- */

always_inline int send_word(const struct plan *plan, const struct action *action, bool watched) {
    return send(plan, action, WORD_BYTES, watched);
}

always_inline int take_word(const struct plan *plan, const struct action *action, bool watched) {
    return take(plan, action, WORD_BYTES, watched);
}

always_inline int combine_word(const struct plan *plan, const struct action *action, bool watched) {
    return combine_small(plan, action, WORD_BYTES, watched);
}

always_inline int send_slot(const struct plan *plan, const struct action *action, bool watched) {
    assume(action->bytes <= COPY_SMALL);
    return send(plan, action, action->bytes, watched);
}

always_inline int take_slot(const struct plan *plan, const struct action *action, bool watched) {
    assume(action->bytes <= COPY_SMALL);
    return take(plan, action, action->bytes, watched);
}

always_inline int combine_slot(const struct plan *plan, const struct action *action, bool watched) {
    assume(action->bytes <= COPY_SMALL);
    return combine_small(plan, action, action->bytes, watched);
}

always_inline int send_long(const struct plan *plan, const struct action *action, bool watched) {
    return send(plan, action, action->bytes, watched);
}

always_inline int take_long(const struct plan *plan, const struct action *action, bool watched) {
    return take(plan, action, action->bytes, watched);
}

typedef int do_action(const struct plan *plan, const struct action *action);

/* Takes, combines and relays what arrives on several ports, as it arrives: the actions after this
 * one. What is combined waits for what is combined before it: so the order of the operands, and
 * with it the last bit of a sum, is always the same. By a clock only what this node takes for
 * itself takes time, for others' packets pass it while it does something else. */
static int do_any_order(const struct plan *plan, const struct action *action,
                        do_action *const do_kind[]) {
    uint32_t open = (1u << action->count) - 1;
    struct pause pause = time_pause();
    for (uint32_t spins = 0;; spins++) {
        uint32_t failed = 0;
        bool combining = false;
        for (uint32_t left = open; left != 0; left &= left - 1) {
            const struct action *next = action + 1 + lowest_port(left);
            bool combines = action_combines(next);
            if (combines && combining)
                continue;
            if (!has_arrived(next)) {
                failed |= left & -left;
                combining |= combines;
                continue;
            }
            if (!action_relays(next))
                time_resume(pause);
            int error = do_kind[next->kind](plan, next);
            if (unlikely(error != 0))
                return error;
            if (!action_relays(next))
                pause = time_pause();
            open &= ~(left & -left);
        }
        if (open == 0)
            break;
        if (!node.time.on && wait_spins_first(spins))
            system_yield();
        else
            await_any(plan, action, failed, spins);
    }
    time_resume(pause);
    return action->count;
}

static do_action *const do_plain[ACTION_KINDS], *const do_watched[ACTION_KINDS];

/* An action of several packets. Returns how many of the next actions have been done with it, or a
 * negative errno. */
static int any_order_plain(const struct plan *plan, const struct action *action) {
    return do_any_order(plan, action, do_plain);
}

static int any_order_watched(const struct plan *plan, const struct action *action) {
    uint32_t own = 0;
    for (uint32_t k = 1; k <= action->count; k++)
        own |= action_relays(&action[k]) ? 0 : 1u << action[k].port;
    if (node.time.on)
        time_take_several(own);
    int result = do_any_order(plan, action, do_watched);
    if (node.time.on)
        time_taken();
    return result;
}

static int together(const struct plan *plan, const struct action *action) {
    return pieces_together(plan, action);
}

static int step_done(const struct plan *plan, const struct action *action) {
    (void)plan;
    meter_step_done(action_step(action));
    return 0;
}

/* Each compiled for itself: short ones save few registers. */
#define TWICE(name)                                                                                \
    static int name##_plain(const struct plan *plan, const struct action *action) {                \
        return name(plan, action, false);                                                          \
    }                                                                                              \
    static int name##_watched(const struct plan *plan, const struct action *action) {              \
        return name(plan, action, true);                                                           \
    }
TWICE(send_word)
TWICE(take_word)
TWICE(combine_word)
TWICE(send_slot)
TWICE(take_slot)
TWICE(combine_slot)
TWICE(combine_right)
TWICE(send_long)
TWICE(take_long)
TWICE(send_set)
TWICE(take_set)
TWICE(combine_long)
TWICE(relay)

/* What is done for each kind. They return how many of the next actions have been done as well, or
 * a negative errno. */
#define EACH_KIND(how)                                                                             \
    {                                                                                              \
        [ACTION_SEND_WORD] = send_word_##how, [ACTION_TAKE_WORD] = take_word_##how,                \
        [ACTION_COMBINE_WORD] = combine_word_##how, [ACTION_COPY_WORD] = copy_any,                 \
        [ACTION_SEND_SLOT] = send_slot_##how, [ACTION_TAKE_SLOT] = take_slot_##how,                \
        [ACTION_COMBINE_SLOT] = combine_slot_##how, [ACTION_SEND] = send_long_##how,               \
        [ACTION_TAKE] = take_long_##how, [ACTION_COMBINE_LEFT] = combine_long_##how,               \
        [ACTION_COMBINE_RIGHT] = combine_right_##how, [ACTION_RELAY] = relay_##how,                \
        [ACTION_RELAY_WHOLE] = relay_##how, [ACTION_SEND_SET] = send_set_##how,                    \
        [ACTION_TAKE_SET] = take_set_##how, [ACTION_COPY] = copy_any,                              \
        [ACTION_APPLY_LEFT] = apply_left, [ACTION_APPLY_RIGHT] = apply_right,                      \
        [ACTION_ANY_ORDER] = any_order_##how, [ACTION_TOGETHER] = together,                        \
        [ACTION_STEP_DONE] = step_done,                                                            \
    }
static do_action *const do_plain[ACTION_KINDS] = EACH_KIND(plain);
static do_action *const do_watched[ACTION_KINDS] = EACH_KIND(watched);

always_inline int do_all(const struct plan *plan, bool watched) {
    const struct action *action = plan->action;
    const struct action *end = action + plan->length;
    while (action < end) {
        int result = 0;
        if (action->kind == ACTION_SEND_WORD) {
            result = send_word(plan, action, watched);
        } else if (action->kind == ACTION_TAKE_WORD) {
            result = take_word(plan, action, watched);
        } else if (action->kind == ACTION_COMBINE_WORD) {
            result = combine_word(plan, action, watched);
        } else if (action->kind == ACTION_COPY_WORD) {
            copy_word(plan, action);
        } else {
            result = (watched ? do_watched : do_plain)[action->kind](plan, action);
            if (unlikely(result < 0))
                return result;
            action += result;
            result = 0;
        }
        if (unlikely(result != 0))
            return result;
        action++;
    }
    if (plan->arrived > node.steps)
        node.steps = plan->arrived;
    return 0;
}

static noinline int do_all_watched(const struct plan *plan) {
    return do_all(plan, true);
}

always_inline int do_plan(const struct plan *plan) {
    return likely(node.unwatched_dimensions != 0) ? do_all(plan, false) : do_all_watched(plan);
}

int plan_do(const struct plan *plan) {
    return do_plan(plan);
}

/* Whether the caller gave all buffers that the plan touches. */
static bool has_buffers(const struct plan *plan) {
    for (uint32_t buffer = 0; buffer < BUFFERS; buffer++)
        if (((plan->buffers >> buffer) & 1) && plan->buffer[buffer] == NULL)
            return false;
    return true;
}

/* A plan that needs more scratch memory than there is for good. */
static cold int do_with_scratch(struct plan *plan) {
    plan->buffer[BUFFER_SCRATCH] = malloc(plan->scratch_bytes);
    if (plan->buffer[BUFFER_SCRATCH] == NULL)
        return -ENOMEM;
    int error = plan_do(plan);
    free(plan->buffer[BUFFER_SCRATCH]);
    return error;
}

int plan_run(const void *input, void *output, struct plan *plan) {
    plan->buffer[BUFFER_INPUT] = (uint8_t *)(uintptr_t)input;
    plan->buffer[BUFFER_OUTPUT] = output;
    if (unlikely(input == NULL || output == NULL) && !has_buffers(plan))
        return -EINVAL;
    route_poll();
    return likely(plan->scratch_bytes <= PLAN_SCRATCH) ? do_plan(plan) : do_with_scratch(plan);
}
