/* Detours that the process itself asks for, as the C library makes them
 * (net/detour/detour_answering.c).
 */
#ifndef NET_DETOURS_H
#define NET_DETOURS_H

#include <stdbool.h>

/* From now on the detours of this process call a function, when the library's state is at rest,
 * instead of route_detour. It returns false if there is more to do later. Nothing happens where
 * links are dead or fail. */
#ifdef CUBE_HOST /* nodes that are threads or processes of the host are not interrupted */
static inline void detours_allow(bool (*answer)(void)) {
    (void)answer;
}
#else
void detours_allow(bool (*answer)(void));
#endif

#endif
