/* The clocks of C++. Its library asks Linux's clocks by their numbers, of which both mean something
 * else to our C libraries. So the linker has a program that asks for a clock of C++ call these
 * functions (tools/cubecc: --wrap). */
#include <stdint.h>
#include <time.h>

enum { NANOSECONDS = 1000000000 };

/* std::chrono::system_clock::now() and std::chrono::steady_clock::now(). */
int64_t system_clock_now(void) __asm__("__wrap__ZNSt6chrono3_V212system_clock3nowEv");
int64_t steady_clock_now(void) __asm__("__wrap__ZNSt6chrono3_V212steady_clock3nowEv");

static int64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * NANOSECONDS + time.tv_nsec;
}

int64_t system_clock_now(void) {
    return now(CLOCK_REALTIME);
}

int64_t steady_clock_now(void) {
    return now(CLOCK_MONOTONIC);
}
