/* Arrays that grow. */
#ifndef CHECK_ROOM_H
#define CHECK_ROOM_H

#include <stddef.h>
#include <stdlib.h>

/* Returns `array`, which has `count` entries of `bytes` bytes each or is null if there are none,
 * with room for `more` entries behind them. The array may have moved. Its room is always the next
 * power of two, so it need not be stored. The caller frees the array. Ends the program if there is
 * no memory. */
static inline void *room_for(void *array, size_t count, size_t more, size_t bytes) {
    size_t room = 1;
    while (room < count + more)
        room *= 2;
    if (array && count > room / 2)
        return array;
    array = realloc(array, room * bytes);
    if (!array)
        abort();
    return array;
}

#endif
