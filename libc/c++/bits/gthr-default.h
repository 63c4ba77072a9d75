/* Threads, as the C++ library has them from <pthread.h>. A process has one, so reference counts,
 * which depend on this macro, use no atomic instructions. */
#pragma once

#include <bits/gthr-posix.h>
#undef __GTHREADS
