/* The errors that system calls return, with the numbers of the processes' C libraries: a test
 * includes both. */
#ifndef KERNEL_LIBRARY_ERRNO_H
#define KERNEL_LIBRARY_ERRNO_H

#define EIO       5
#define EBADF     9
#define EAGAIN    11
#define ENOMEM    12
#define EFAULT    14
#define EINVAL    22
#define EROFS     30
#define EDEADLK   45
#define ENOSYS    88
#define ETIMEDOUT 116
#define ESTALE    133

#endif
