/* Where a program is: the addresses and names of the functions that are under way. */
#ifndef NATIVE_TRAIL_H
#define NATIVE_TRAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRAIL_MOST = 64 };

struct trail {
    uint32_t count;
    uintptr_t address[TRAIL_MOST]; /* innermost first; of calls, an address within the call */
};

/* Returns the address of the instruction that a signal has interrupted, from the context that its
 * handler gets. */
uintptr_t trail_place(const void *context);

/* Notes where the calling process is. If `at` is not 0, the trail begins with this instruction,
 * which a signal has interrupted. Functions of other files than the program's own are left out. */
void trail_take(struct trail *trail, uintptr_t at);

/* Finds the program's place in memory, and has the host's unwinder ready, which allocates when it
 * is first used. To be called once, before trails are taken. */
void trail_start(void);

/* Writes which functions have called the library, as CUBE_SYS_CALLERS does. Returns the number of
 * bytes, without the zero behind them. */
size_t trail_callers(const struct trail *trail, char *text, size_t room);

/* Writes the name of the library's function that the program has called, as trail_callers does. */
void trail_function(const struct trail *trail, char *text, size_t room);

/* Whether the innermost function of a trail is the library's. */
bool trail_is_in_library(const struct trail *trail);

/* Calls `print` for each function of a trail, innermost first: `how` it got there, and its name,
 * file and line. If `outside`, the innermost functions that are the library's are left out, unless
 * there are no others. */
void trail_each(const struct trail *trail, bool outside,
                void (*print)(const char *how, const char *place));

#endif
