/* From one action of a plan to the next: threaded code (Bell, CACM 16(6), 1973).
 *
 * A handler does one action, and its last act is to call the handler of the next one, which
 * compilers turn into a jump. So handlers do not return to each other, and have no registers to
 * save. What happens rarely is done by functions of its own, to which a handler goes on in the same
 * way. The handler of a plan's last action returns to the caller of the plan, and so does a handler
 * that finds an error. All of them return a result of plan_run. */
#ifndef COLLECTIVES_RUN_GO_ON_H
#define COLLECTIVES_RUN_GO_ON_H

#include "collectives/run/plan.h"
#include "net/tricks.h"

/* Goes on to another handler. On AArch64 such a jump takes its address from one of two registers,
 * so the address is loaded into one of these at once (net/tricks.h). */
ALWAYS_INLINE int jump(action_handler *handler, const struct plan *plan,
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
ALWAYS_INLINE int go_on(const struct plan *plan, const struct action *action,
                        const struct dispatch *dispatch) {
    return jump(dispatch->kind[action->kind], plan, action, dispatch);
}

/* Does the action after this one, and all that follow it. */
ALWAYS_INLINE int go_on_next(const struct plan *plan, const struct action *action,
                             const struct dispatch *dispatch) {
    action++;
    split_lifetime(action); /* so that it stays in the register in which it is handed over */
    return go_on(plan, action, dispatch);
}

static int stop(UNUSED const struct plan *plan, UNUSED const struct action *action,
                UNUSED const struct dispatch *dispatch) {
    return 0;
}

/* By this table every action stops the plan. */
static const struct dispatch stopping = {{[0 ... ACTION_KINDS - 1] = stop}};

/* Does an action whose packet has arrived, and none that follows it. */
ALWAYS_INLINE int do_alone(const struct plan *plan, const struct action *action,
                           const struct dispatch *dispatch) {
    return dispatch->kind[action->kind](plan, action, &stopping);
}

#endif
