#include "mpi/datatype/status.h"

#include <limits.h>
#include <stddef.h>

#include "mpi/datatype/layout.h"
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"

/* Returns the number of basic elements in the first `bytes` packed bytes of a signature, or
 * MPI_UNDEFINED if they end within one. */
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

/* Returns how many basic elements are in N packed bytes, or MPI_UNDEFINED if the bytes end
 * within one (section 5.1.11). */
static MPI_Count elements_in(const struct layout *layout, MPI_Count bytes) {
    if (layout->size == 0)
        return bytes == 0 ? 0 : MPI_UNDEFINED;
    MPI_Count part = elements_of_part(layout->signature, bytes % layout->size);
    return part == MPI_UNDEFINED
               ? part
               : bytes / layout->size * signature_elements(layout->signature) + part;
}

/* Returns how many packed bytes N basic elements of a signature take. */
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

/* An int that cannot hold a count is MPI_UNDEFINED. */
static int as_int(MPI_Count count) {
    return count > INT_MAX ? MPI_UNDEFINED : (int)count;
}

/* Section 3.2.5. */
static int get_count(const char *call, const MPI_Status *status, MPI_Datatype datatype,
                     MPI_Count *count) {
    TYPE_ARGUMENT_OR_RETURN(type, MPI_COMM_SELF, call, datatype, false);
    MPI_Count bytes = status_bytes(status), size = type->layout.size;
    if (size == 0)
        *count = bytes == 0 ? 0 : MPI_UNDEFINED;
    else
        *count = bytes % size == 0 ? bytes / size : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count) {
    RETURN_IF_NULL(status, count);
    MPI_Count found;
    int error = get_count(__func__, status, datatype, &found);
    if (error == MPI_SUCCESS)
        *count = as_int(found);
    return error;
}

int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    RETURN_IF_NULL(status, count);
    return get_count(__func__, status, datatype, count);
}

/* Section 3.8.4. */
int MPI_Test_cancelled(const MPI_Status *status, int *flag) {
    RETURN_IF_NULL(status, flag);
    *flag = status->MPI_internal[STATUS_CANCELLED];
    return MPI_SUCCESS;
}

/* Section 13.3. */
int MPI_Status_set_cancelled(MPI_Status *status, int flag) {
    RETURN_IF_NULL(status);
    status_set_cancelled(status, flag != 0);
    return MPI_SUCCESS;
}

/* The functions about basic elements, which have a form for each type of the count. */
static int get_elements(const char *call, const MPI_Status *status, MPI_Datatype datatype,
                        MPI_Count *count) {
    if (!status || !count)
        return error_null(MPI_COMM_SELF, call, status ? "count" : "status");
    TYPE_ARGUMENT_OR_RETURN(type, MPI_COMM_SELF, call, datatype, false);
    *count = elements_in(&type->layout, status_bytes(status));
    return MPI_SUCCESS;
}

static int set_elements(const char *call, MPI_Status *status, MPI_Datatype datatype,
                        MPI_Count count) {
    if (!status)
        return error_null(MPI_COMM_SELF, call, "status");
    TYPE_ARGUMENT_OR_RETURN(type, MPI_COMM_SELF, call, datatype, false);
    if (count < 0)
        return FAIL_IN(call, MPI_ERR_COUNT, "count is %lld (expected: 0 or more)",
                       (long long)count);
    status_set_bytes(status, bytes_of(&type->layout, count));
    return MPI_SUCCESS;
}

int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count) {
    MPI_Count found;
    int error = get_elements(__func__, status, datatype, count ? &found : NULL);
    if (error == MPI_SUCCESS)
        *count = as_int(found);
    return error;
}

int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    return get_elements(__func__, status, datatype, count);
}

int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    return get_elements(__func__, status, datatype, count);
}

int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count) {
    return set_elements(__func__, status, datatype, count);
}

int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
    return set_elements(__func__, status, datatype, count);
}

int MPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
    return set_elements(__func__, status, datatype, count);
}

/* The public fields. */
#define FIELD(get, set, field)                                                                     \
    int get(const MPI_Status *status, int *value) {                                                \
        RETURN_IF_NULL(status, value);                                                             \
        *value = status->field;                                                                    \
        return MPI_SUCCESS;                                                                        \
    }                                                                                              \
    int set(MPI_Status *status, int value) {                                                       \
        RETURN_IF_NULL(status);                                                                    \
        status->field = value;                                                                     \
        return MPI_SUCCESS;                                                                        \
    }
FIELD(MPI_Status_get_source, MPI_Status_set_source, MPI_SOURCE)
FIELD(MPI_Status_get_tag, MPI_Status_set_tag, MPI_TAG)
FIELD(MPI_Status_get_error, MPI_Status_set_error, MPI_ERROR)
