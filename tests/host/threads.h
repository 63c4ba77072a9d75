/* One thread for each node. */
#ifndef TESTS_THREADS_H
#define TESTS_THREADS_H

#include <stdint.h>

/* Whether this is built for ThreadSanitizer alone. It looks for races between threads, which are
 * the same in all sizes, so tests are then shorter. */
#ifdef __has_feature
#define HOST_THREADS_ALONE __has_feature(thread_sanitizer)
#else
#define HOST_THREADS_ALONE 0
#endif

/* Calls function(0) to function(count - 1), count <= CUBE_MAX_NODES, each on a new thread, and
 * returns when all have ended. */
void threads_run(uint32_t count, void (*function)(uint32_t number));

#endif
