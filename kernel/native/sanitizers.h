/* Hints to the compiler's sanitizers. */
#ifndef HOST_SANITIZERS_H
#define HOST_SANITIZERS_H

#include <stdbool.h>

/* Whether the program has any. */
bool sanitizers_are_there(void);

#endif
