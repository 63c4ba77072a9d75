/* Marks by which tools/bench/waits.py tells the parts of a run apart. */
#ifndef TOOLS_BENCH_MARK_H
#define TOOLS_BENCH_MARK_H

#include "compiler.h"
#include "net/system/system.h"

/* Passes the turn, for all that the program sees. In the emulator's log another part begins here.
 */
static NOINLINE void mark(void) {
    system_yield();
}

#endif
