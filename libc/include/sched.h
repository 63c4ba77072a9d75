/* Declarations of <sched.h> that picolibc and newlib have for other systems only. */
#include_next <sched.h>

#ifndef CUBE_SCHED_H
#define CUBE_SCHED_H

#ifdef __cplusplus
extern "C" {
#endif

int sched_yield(void);

#ifdef __cplusplus
}
#endif

#endif
