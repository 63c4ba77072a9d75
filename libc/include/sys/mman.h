/* Memory by the page. Anonymous memory comes from the heap; a file is copied into it, and changes
 * are never written back. All of it is readable and writable, whatever the protection, and not
 * executable. */
#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PROT_NONE  0
#define PROT_READ  1
#define PROT_WRITE 2
#define PROT_EXEC  4

#define MAP_SHARED    0x01
#define MAP_PRIVATE   0x02
#define MAP_FIXED     0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON      MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_POPULATE  0x8000
#define MAP_FAILED    ((void *)-1)

#define MS_ASYNC      1
#define MS_INVALIDATE 2
#define MS_SYNC       4

#define MADV_NORMAL     0
#define MADV_RANDOM     1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED   3
#define MADV_DONTNEED   4

#define POSIX_MADV_NORMAL     MADV_NORMAL
#define POSIX_MADV_RANDOM     MADV_RANDOM
#define POSIX_MADV_SEQUENTIAL MADV_SEQUENTIAL
#define POSIX_MADV_WILLNEED   MADV_WILLNEED
#define POSIX_MADV_DONTNEED   MADV_DONTNEED

/* Returns page-aligned memory, zeroed or with a file's bytes; or MAP_FAILED with errno ENOMEM,
 * ENOTSUP (executable memory, a fixed address, or a shared writable file), EINVAL or EBADF. */
void *mmap(void *address, size_t bytes, int protection, int flags, int descriptor, off_t offset);

/* Frees all that a mmap returned; a part is freed only with the rest. Returns 0. */
int munmap(void *address, size_t bytes);

/* Returns 0, or ENOTSUP for an executable page. */
int mprotect(void *address, size_t bytes, int protection);

/* Nothing has to be done: return 0. */
int msync(void *address, size_t bytes, int flags);
int madvise(void *address, size_t bytes, int advice);
int posix_madvise(void *address, size_t bytes, int advice);
int mlock(const void *address, size_t bytes);
int munlock(const void *address, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
