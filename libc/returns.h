/* Functions that return at once: what has nothing to do here, or is done by another function. */
#ifndef LIBC_RETURNS_H
#define LIBC_RETURNS_H

/* Defines a function by its declaration and the expression that it returns. Such functions often
 * have no use for their arguments. */
#define RETURNS(declaration, ...)                                                                  \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused-parameter\"")        \
        declaration {                                                                              \
        return __VA_ARGS__;                                                                        \
    }                                                                                              \
    _Pragma("GCC diagnostic pop")

#endif
