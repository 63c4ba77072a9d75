#include "formats/operations.h"

#include "cube_algorithm.h"

const char *const operation_names[OPERATION_COUNT] = {
#define OPERATION_NAME(tag, name) [(tag)-CUBE_COLLECTIVE_OPERATIONS] = (name),
    OPERATIONS(OPERATION_NAME)
#undef OPERATION_NAME
};
static_assert(OPERATION_OWN <= CUBE_OPERATION_MASK, "a tag is one byte of a header");

const char *operation_name(uint32_t tag) {
    uint32_t number = (tag & CUBE_OPERATION_MASK) - CUBE_COLLECTIVE_OPERATIONS;
    if (number < OPERATION_COUNT)
        return operation_names[number];
    return number == OPERATION_COUNT ? CUBE_OWN_OPERATION : NULL;
}
