/* From one action of a plan to the next.
 *
 * A handler does one action, and as its last act goes on to the next one. So it returns to nobody,
 * and has no registers to save as long as nothing out of the ordinary happens; whatever is out of
 * the ordinary is done by a function of its own, to which it goes on likewise. The last action
 * alone returns, to whoever has begun the plan, and so does a handler that finds an error: Bell,
 * Threaded Code, CACM 16(6), 1973. All return what plan_run returns.
 */
#ifndef COLLECTIVES_RUN_GO_ON_H
#define COLLECTIVES_RUN_GO_ON_H

#include "collectives/run/plan.h"

/* Goes on to another handler. An optimizing compiler makes a jump of it, for it is the last act of
 * its callers. On AArch64 such jumps go by one of two registers; the handler's address is loaded
 * into one, so that it has not to be moved there. */
always_inline int jump(action_handler *handler, const struct plan *plan,
                       const struct action *action, const struct dispatch *dispatch) {
#ifdef __aarch64__
    register action_handler *next __asm__("x16") = handler;
    __asm__("" : "+r"(next));
    return next(plan, action, dispatch);
#else
    return handler(plan, action, dispatch);
#endif
}

/* Does an action, and all that follow it. */
always_inline int go_on(const struct plan *plan, const struct action *action,
                        const struct dispatch *dispatch) {
    return jump(dispatch->kind[action->kind], plan, action, dispatch);
}

static int stop(const struct plan *plan, const struct action *action,
                const struct dispatch *dispatch) {
    (void)plan, (void)action, (void)dispatch;
    return 0;
}

/* Whatever follows, is to stop. */
static const struct dispatch stopping = {{[0 ... ACTION_KINDS - 1] = stop}};

/* Does an action whose packet has arrived, and none that follows it. */
always_inline int do_alone(const struct plan *plan, const struct action *action,
                           const struct dispatch *dispatch) {
    return dispatch->kind[action->kind](plan, action, &stopping);
}

#endif
