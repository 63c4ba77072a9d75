/* Files under streams, as the C++ library was compiled with them: a file buffer contains a lock of
 * this size, which nothing uses. */
#pragma once

#include <cstdio>

namespace std {
typedef FILE __c_file;
typedef struct {
    char bytes[48] __attribute__((aligned(8))); /* pthread_mutex_t of Linux on AArch64 */
} __c_lock;

} // namespace std
