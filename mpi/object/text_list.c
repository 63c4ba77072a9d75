#include "mpi/object/text_list.h"

#include <string.h>

const char *text_in(const char *list, int number) {
    while (number-- > 0)
        list += strlen(list) + 1;
    return list;
}
