/* The detour of a program in which messages are answered while it computes
 * (net/messages/answering.h). It is linked where a layer asks for that. */
#include <stdint.h>

#include "cube_system_call.h"
#include "net/detour/detour.h"
#include "net/fault_hooks.h"
#include "net/messages/active.h"
#include "net/messages/detours.h"

static bool (*answer_all)(void);

static _Noreturn void answer(uintptr_t at, uintptr_t caller) {
    bool resting = detour_is_resting(at, caller);
    bool quiet = !route_pending(&node) && (active_queued & ~ACTIVE_UNTOLD) == 0;
    bool done = quiet || (resting && answer_all());
    system_call(CUBE_SYS_RETURN, !done, 0, 0);
    __builtin_trap(); /* the kernel goes on elsewhere */
}

/* A node of a cube of two has nobody to forward for, but questions to answer. */
void detours_allow(bool (*given)(void)) {
    answer_all = given;
    if (!fault_hooks)
        system_call(CUBE_SYS_DETOUR, (uintptr_t)answer,
                    (uintptr_t)(detour_stack + DETOUR_STACK_BYTES), 1);
}
