/* What the compiler is told about branches and functions, in one word each. */
#ifndef COMPILER_H
#define COMPILER_H

/* The condition nearly always holds (likely), or hardly ever does (unlikely). The compiler lays out
 * the usual case as the straight line. */
#define LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* The condition holds, and the compiler may rely on it. */
#define ASSUME(condition) ((condition) ? (void)0 : __builtin_unreachable())

/* A part of another function that is not compiled into it, so that the other function has fewer
 * registers to save. */
#define NOINLINE __attribute__((__noinline__))

/* A function into which those that it calls are compiled, as far as its own source file has them.
 */
#define FLATTEN __attribute__((__flatten__))

/* A function that hardly ever runs. It is laid out far from those that often do. */
#define COLD __attribute__((__noinline__, __cold__))

/* A function that is compiled into each of its callers, once for each set of constants. */
#define ALWAYS_INLINE static inline __attribute__((__always_inline__))

/* A variable that each node has for itself, and NODE_TABLE: such a variable, of zeros at first,
 * whose pages take memory only when they are touched, a table with an entry for each node that
 * there may be. A process has the state of one node, on the machine and as one of the host
 * (CUBE_PROCESSES). In tests on the host each node is a thread. */
#if defined(CUBE_HOST) && !defined(CUBE_PROCESSES)
#define NODE_LOCAL _Thread_local
#define NODE_TABLE _Thread_local
#elif defined(CUBE_HOST)
#define NODE_LOCAL
#define NODE_TABLE
#else
#define NODE_LOCAL
#define NODE_TABLE __attribute__((section(".bss.when_touched")))
#endif

#endif
