/* The locks of the C++ library itself: no other thread ever holds one. Programs, by <pthread.h>,
 * have locks that are locked (libc/threads/mutex.c). */
#include "libc/returns.h"

RETURNS(int pthread_mutex_lock(void *mutex), 0)
RETURNS(int pthread_mutex_unlock(void *mutex), 0)
