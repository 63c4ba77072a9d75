/* Functions that return at once: what has nothing to do here, or is done by another function. */
#ifndef LIBC_RETURNS_H
#define LIBC_RETURNS_H

/* Such functions often have no use for their arguments. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Defines a function by its declaration and the expression that it returns. */
#define RETURNS(declaration, ...)                                                                  \
    declaration {                                                                                  \
        return __VA_ARGS__;                                                                        \
    }

#endif
