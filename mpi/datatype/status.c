#include "mpi/datatype/status.h"

#include <limits.h>
#include <stddef.h>

#include "mpi/datatype/signature.h"
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

/* Returns how many basic elements are in so many packed bytes of a signature, or MPI_UNDEFINED if
 * the bytes end within one. */
static MPI_Count elements_of_part(const struct signature *signature, MPI_Count bytes) {
    MPI_Count sum = 0;
    for (size_t s = 0; bytes > 0; s++) {
        const struct elements *elements = &signature->elements[s];
        MPI_Count whole = bytes / elements->bytes, rest = bytes % elements->bytes;
        if (whole >= elements->count) {
            whole = elements->count;
            rest = 0;
        }
        sum += whole * (elements->inner ? signature_elements(elements->inner) : 1);
        bytes -= whole * elements->bytes;
        if (rest > 0) {
            MPI_Count part =
                elements->inner ? elements_of_part(elements->inner, rest) : MPI_UNDEFINED;
            return part == MPI_UNDEFINED ? part : sum + part;
        }
    }
    return sum;
}

/* Returns how many basic elements are in so many packed bytes, or MPI_UNDEFINED if the bytes end
 * within one (section 5.1.11). */
static MPI_Count elements_in(const struct layout *layout, MPI_Count bytes) {
    if (layout->size == 0)
        return bytes == 0 ? 0 : MPI_UNDEFINED;
    MPI_Count part = elements_of_part(layout->signature, bytes % layout->size);
    return part == MPI_UNDEFINED
               ? part
               : bytes / layout->size * signature_elements(layout->signature) + part;
}

/* Returns how many packed bytes so many basic elements of a signature take. */
static MPI_Count bytes_of_part(const struct signature *signature, MPI_Count number) {
    MPI_Count bytes = 0;
    for (size_t s = 0; number > 0; s++) {
        const struct elements *elements = &signature->elements[s];
        MPI_Count each = elements->inner ? signature_elements(elements->inner) : 1;
        MPI_Count whole = number / each < elements->count ? number / each : elements->count;
        bytes += whole * elements->bytes;
        number -= whole * each;
        if (whole < elements->count && number > 0)
            return bytes + bytes_of_part(elements->inner, number);
    }
    return bytes;
}

static MPI_Count bytes_of(const struct layout *layout, MPI_Count number) {
    MPI_Count each = signature_elements(layout->signature);
    return each == 0
               ? 0
               : number / each * layout->size + bytes_of_part(layout->signature, number % each);
}

static int as_int(MPI_Count count) {
    return count > INT_MAX ? MPI_UNDEFINED : (int)count;
}

/* Section 3.2.5. */
#define COUNTS(name, type_of_count, converted)                                                     \
    MPI_CALL(int, name, const MPI_Status *status, MPI_Datatype datatype, type_of_count *count) {   \
        CHECK_OUTPUT(status);                                                                      \
        CHECK_OUTPUT(count);                                                                       \
        TYPE_OBJECT(type, datatype);                                                               \
        MPI_Count bytes = status_bytes(status), size = type->layout.size;                          \
        if (size == 0)                                                                             \
            *count = bytes == 0 ? 0 : MPI_UNDEFINED;                                               \
        else                                                                                       \
            *count = bytes % size == 0 ? converted(bytes / size) : MPI_UNDEFINED;                  \
        return MPI_SUCCESS;                                                                        \
    }

COUNTS(Get_count, int, as_int)
COUNTS(Get_count_c, MPI_Count, )

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
ELEMENTS(_c, MPI_Count, )

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
