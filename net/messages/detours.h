/* Detours that the process itself asks for, made by the C library
 * (net/detour/detour_answering.c). */
#ifndef NET_DETOURS_H
#define NET_DETOURS_H

#include <stdbool.h>

/* Makes detours of this process call a function instead of route_detour, when the state of the
 * library is at rest. It returns false if there is more to do later. Does nothing where links are
 * dead or may fail. */
#ifdef CUBE_HOST /* nodes that are threads or processes of the host are not interrupted */
static inline void detours_allow(UNUSED bool (*answer)(void)) {
}
#else
void detours_allow(bool (*answer)(void));
#endif

#endif
