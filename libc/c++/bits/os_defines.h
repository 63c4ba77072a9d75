/* What Debian's headers of the C++ library ask of the system, where Linux's answers would be wrong:
 * the C library is not Linux's, so nothing of its headers is included. */
#pragma once

#define _GLIBCXX_NO_OBSOLETE_ISINF_ISNAN_DYNAMIC 1

#define _GLIBCXX_GTHREAD_USE_WEAK 0 /* <pthread.h> is always there */
