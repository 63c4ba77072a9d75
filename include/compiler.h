/* Hints to the compiler about branches and functions. */
#ifndef COMPILER_H
#define COMPILER_H

/* The condition nearly always holds (likely), or hardly ever does (unlikely). The compiler lays out
 * the usual case as the straight line. */
#define LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* The condition holds, and the compiler may rely on it. */
#define ASSUME(condition) ((condition) ? (void)0 : __builtin_unreachable())

/* Never inlined: the caller then has fewer registers to save. */
#define NOINLINE __attribute__((__noinline__))

/* A parameter that a function has only because others of its kind have it. */
#define UNUSED __attribute__((__unused__))

/* Inline every call in this function whose definition is in the same source file. */
#define FLATTEN __attribute__((__flatten__))

/* A function that rarely runs. It is placed far from those that run often. */
#define COLD __attribute__((__noinline__, __cold__))

/* Inlined in every caller, and so specialized for its constants. */
#define ALWAYS_INLINE static inline __attribute__((__always_inline__))

/* NODE_LOCAL: a variable that each node has for itself. NODE_TABLE: such a variable with an entry
 * for each possible node. It is zero at first, and its pages take memory only when touched. A
 * process has the state of one node, on the machine and on the host (CUBE_PROCESSES). In tests on
 * the host each node is a thread. */
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
