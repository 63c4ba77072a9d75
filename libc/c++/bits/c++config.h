/* The configuration of the C++ library, without features that the cube lacks. */
#pragma once
#pragma GCC system_header

#include_next <bits/c++config.h>

#undef _GLIBCXX_HAVE_LINUX_FUTEX   /* waiting for other threads: there is one */
#undef _GLIBCXX_HAVE_TIMESPEC_GET  /* declared by one of the two C libraries */
#undef _GLIBCXX_HAVE_ALIGNED_ALLOC /* declared by one of them, too */
#undef _GLIBCXX_HAVE_AT_QUICK_EXIT
#undef _GLIBCXX_HAVE_QUICK_EXIT
#undef _GLIBCXX_HAVE_POSIX_SEMAPHORE

#if !__has_include(<uchar.h>)
#undef _GLIBCXX_USE_C11_UCHAR_CXX11
#undef _GLIBCXX_USE_UCHAR_C8RTOMB_MBRTOC8_CXX20
#undef _GLIBCXX_USE_UCHAR_C8RTOMB_MBRTOC8_FCHAR8_T
#endif

/* newlib has no mathematical functions of long double, and the C++ library has those of all types
 * or none. */
#if !__has_include(<picolibc.h>)
#undef _GLIBCXX_USE_C99_MATH_TR1
#endif
