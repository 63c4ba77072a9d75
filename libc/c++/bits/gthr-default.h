/* Threads, as the C++ library has them from <pthread.h>. A process has one: so what only counts
 * references, and asks for this macro, does without atomic instructions. */
#pragma once

#include <bits/gthr-posix.h>
#undef __GTHREADS
