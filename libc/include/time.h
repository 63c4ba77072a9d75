/* Declarations missing in <time.h> of newlib. */
#include_next <time.h>

#ifndef CUBE_TIME_H
#define CUBE_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

time_t timegm(struct tm *broken);

#ifdef __cplusplus
}
#endif

#endif
