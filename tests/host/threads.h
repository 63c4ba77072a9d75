/* Threads, one a node, which are kept from run to run: making one costs far more than most runs,
 * under a sanitizer above all. */
#ifndef TESTS_THREADS_H
#define TESTS_THREADS_H

#include <stdint.h>

/* Whether ThreadSanitizer watches. What it looks for is how threads meet, which is the same in all
 * sizes, so tests can then be shorter. */
#ifdef __has_feature
#define HOST_THREADS_ALONE __has_feature(thread_sanitizer)
#else
#define HOST_THREADS_ALONE 0
#endif

/* Calls function(0) to function(count - 1), count <= CUBE_MAX_NODES, each on a thread of its own,
 * and returns when all have returned. Each call finds the thread-local variables of this program as
 * a new thread has them. The function must return: a thread that ends itself is missed in the next
 * run. */
void threads_run(uint32_t count, void (*function)(uint32_t number));

#endif
