/* Limits and usage of resources. */
#include <sys/resource.h>

#include "libc/descriptors.h"
#include "libc/result.h"

/* Limits cannot be changed. Where there is none, the machine's memory is one (cuberun --memory). */
int getrlimit(int resource, struct rlimit *limit) {
    rlim_t most = RLIM_INFINITY;
    switch (resource) {
    case RLIMIT_NOFILE:
        most = DESCRIPTORS;
        break;
    case RLIMIT_CORE:
        most = 0;
        break;
    case RLIMIT_CPU:
    case RLIMIT_FSIZE:
    case RLIMIT_DATA:
    case RLIMIT_STACK:
    case RLIMIT_AS:
        break;
    default:
        return fail(EINVAL);
    }
    *limit = (struct rlimit){.rlim_cur = most, .rlim_max = most};
    return 0;
}

/* Succeeds for what the limit is already, or is above. */
int setrlimit(int resource, const struct rlimit *limit) {
    struct rlimit now;
    if (getrlimit(resource, &now) < 0)
        return -1;
    if (limit->rlim_cur > limit->rlim_max)
        return fail(EINVAL);
    return limit->rlim_cur == now.rlim_cur && limit->rlim_max == now.rlim_max ? 0 : fail(EPERM);
}
