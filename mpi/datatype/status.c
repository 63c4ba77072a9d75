#include "mpi/datatype/status.h"

#include <limits.h>
#include <stddef.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

/* Returns how many basic elements are in one element of a type. */
static MPI_Count elements_of(const struct layout *layout) {
    MPI_Count elements = 0;
    for (size_t s = 0; s < layout->signature_count; s++)
        elements += layout->signature[s].count;
    return elements;
}

/* Returns how many basic elements are in so many packed bytes, or MPI_UNDEFINED if the bytes end
 * within one (section 5.1.11). */
static MPI_Count elements_in(const struct layout *layout, MPI_Count bytes) {
    if (layout->size == 0)
        return bytes == 0 ? 0 : MPI_UNDEFINED;
    MPI_Count elements = bytes / layout->size * elements_of(layout);
    bytes %= layout->size;
    for (size_t s = 0; bytes > 0; s++) {
        MPI_Count size = basic_types[layout->signature[s].basic].size;
        MPI_Count all = layout->signature[s].count * size;
        if (bytes < all && bytes % size != 0)
            return MPI_UNDEFINED;
        MPI_Count part = bytes < all ? bytes : all;
        elements += part / size;
        bytes -= part;
    }
    return elements;
}

/* Returns how many packed bytes so many basic elements take. */
static MPI_Count bytes_of(const struct layout *layout, MPI_Count elements) {
    MPI_Count each = elements_of(layout);
    if (each == 0)
        return 0;
    MPI_Count bytes = elements / each * layout->size;
    elements %= each;
    for (size_t s = 0; elements > 0; s++) {
        MPI_Count count = layout->signature[s].count;
        MPI_Count part = elements < count ? elements : count;
        bytes += part * basic_types[layout->signature[s].basic].size;
        elements -= part;
    }
    return bytes;
}

static int as_int(MPI_Count count) {
    return count > INT_MAX ? MPI_UNDEFINED : (int)count;
}

/* Section 3.2.5. */
MPI_CALL(int, Get_count, const MPI_Status *status, MPI_Datatype datatype, int *count) {
    CHECK_OUTPUT(status);
    CHECK_OUTPUT(count);
    TYPE_OBJECT(type, datatype);
    MPI_Count bytes = status_bytes(status), size = type->layout.size;
    if (size == 0)
        *count = bytes == 0 ? 0 : MPI_UNDEFINED;
    else
        *count = bytes % size == 0 ? as_int(bytes / size) : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

/* Section 3.8.4. */
MPI_CALL(int, Test_cancelled, const MPI_Status *status, int *flag) {
    CHECK_OUTPUT(status);
    CHECK_OUTPUT(flag);
    *flag = status->MPI_internal[STATUS_CANCELLED];
    return MPI_SUCCESS;
}

/* Section 13.3. */
MPI_CALL(int, Status_set_cancelled, MPI_Status *status, int flag) {
    CHECK_OUTPUT(status);
    status_set_cancelled(status, flag != 0);
    return MPI_SUCCESS;
}

/* The functions about basic elements, which have a form for each type of the count. */
#define ELEMENTS(name, type_of_count, converted)                                                   \
    MPI_CALL(int, Get_elements##name, const MPI_Status *status, MPI_Datatype datatype,             \
             type_of_count *count) {                                                               \
        CHECK_OUTPUT(status);                                                                      \
        CHECK_OUTPUT(count);                                                                       \
        TYPE_OBJECT(type, datatype);                                                               \
        *count = converted(elements_in(&type->layout, status_bytes(status)));                      \
        return MPI_SUCCESS;                                                                        \
    }                                                                                              \
    MPI_CALL(int, Status_set_elements##name, MPI_Status *status, MPI_Datatype datatype,            \
             type_of_count count) {                                                                \
        CHECK_OUTPUT(status);                                                                      \
        TYPE_OBJECT(type, datatype);                                                               \
        if (count < 0)                                                                             \
            return FAIL(MPI_ERR_COUNT, "count is %lld, and has to be 0 or more",                   \
                        (long long)count);                                                         \
        status_set_bytes(status, bytes_of(&type->layout, count));                                  \
        return MPI_SUCCESS;                                                                        \
    }

ELEMENTS(, int, as_int)
ELEMENTS(_x, MPI_Count, )

/* The functions that read and write a member of a status. */
#define STATUS_MEMBER(name, member)                                                                \
    MPI_CALL(int, Status_get_##name, const MPI_Status *status, int *name) {                        \
        CHECK_OUTPUT(status);                                                                      \
        CHECK_OUTPUT(name);                                                                        \
        *(name) = status->member;                                                                  \
        return MPI_SUCCESS;                                                                        \
    }                                                                                              \
    MPI_CALL(int, Status_set_##name, MPI_Status *status, int name) {                               \
        CHECK_OUTPUT(status);                                                                      \
        status->member = name;                                                                     \
        return MPI_SUCCESS;                                                                        \
    }

STATUS_MEMBER(source, MPI_SOURCE)
STATUS_MEMBER(tag, MPI_TAG)
STATUS_MEMBER(error, MPI_ERROR)
