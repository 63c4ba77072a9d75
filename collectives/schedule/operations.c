#include "collectives/schedule/operations.h"

const char *const operation_names[OPERATION_COUNT] = {
#define OPERATION_NAME(tag, name) [(tag)-CUBE_COLLECTIVE_OPERATIONS] = (name),
    OPERATIONS(OPERATION_NAME)
#undef OPERATION_NAME
};
static_assert(CUBE_COLLECTIVE_OPERATIONS + OPERATION_COUNT <= CUBE_OPERATION_MASK,
              "a tag is one byte of a header");

const char *operation_name(uint32_t tag) {
    uint32_t number = (tag & CUBE_OPERATION_MASK) - CUBE_COLLECTIVE_OPERATIONS;
    return number < OPERATION_COUNT ? operation_names[number] : NULL;
}
