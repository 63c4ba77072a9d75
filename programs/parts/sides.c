#include "programs/parts/sides.h"

#include <stdlib.h>

unsigned list_read(const char *text, char separator, unsigned numbers[]) {
    unsigned count = 0;
    for (; count < CUBE_DIMENSIONS; text++) {
        char *end;
        if (*text < '0' || *text > '9')
            return 0;
        unsigned long number = strtoul(text, &end, 10);
        if (number > 1u << CUBE_DIMENSIONS)
            return 0;
        numbers[count++] = (unsigned)number;
        if (*end == '\0')
            return count;
        if (*end != separator)
            return 0;
        text = end;
    }
    return 0;
}
