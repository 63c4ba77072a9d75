#include "collectives/schedule/operations.h"

static const char *const names[] = {
#define OPERATION_NAME(tag, name) [(tag)-CUBE_COLLECTIVE_OPERATIONS] = (name),
    OPERATIONS(OPERATION_NAME)
#undef OPERATION_NAME
};
static_assert(CUBE_COLLECTIVE_OPERATIONS + sizeof names / sizeof names[0] <= CUBE_OPERATION_MASK,
              "a tag is one byte of a header");

const char *operation_name(uint32_t tag) {
    uint32_t number = (tag & CUBE_OPERATION_MASK) - CUBE_COLLECTIVE_OPERATIONS;
    return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}
