/* System definitions for Debian's headers of the C++ library. Linux's would be wrong, because the C
 * library is another. */
#pragma once

#define _GLIBCXX_NO_OBSOLETE_ISINF_ISNAN_DYNAMIC 1

#define _GLIBCXX_GTHREAD_USE_WEAK 0 /* <pthread.h> is always there */
