/* Packing (MPI 5.0, section 5.2). All nodes represent data alike, so the packed form of elements is
 * their bytes. */
#include <limits.h>
#include <stdbool.h>

#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "mpi/datatype/used.h"
#include "mpi/object/error.h"

/* A call that packs or unpacks. */
struct packing {
    bool packs;
    void *elements;
    MPI_Count count;
    MPI_Datatype datatype; /* the handle */
    void *packed;
    MPI_Count size; /* bytes that are packed, or have room */
    MPI_Comm comm;
};

/* Checks what describes `count` elements, and finds their type and bytes. */
static int check_elements(const char *call, const struct packing *packing, MPI_Datatype *type,
                          MPI_Count *bytes) {
    if (packing->comm == MPI_COMM_NULL)
        return FAIL_IN(call, MPI_ERR_COMM, "the communicator is MPI_COMM_NULL");
    if (packing->count < 0)
        return FAIL_IN(call, MPI_ERR_COUNT, "%s is %lld (expected: 0 or more)",
                       packing->packs ? "incount" : "outcount", (long long)packing->count);
    *type = type_argument(MPI_COMM_SELF, call, packing->datatype, false);
    if (!*type)
        return MPI_ERR_TYPE;
    if (__builtin_mul_overflow(packing->count, (*type)->layout.size, bytes))
        return FAIL_IN(call, MPI_ERR_COUNT,
                       "the size of %lld elements of %lld bytes overflows MPI_Count",
                       (long long)packing->count, (long long)(*type)->layout.size);
    return MPI_SUCCESS;
}

/* Checks the two buffers. With MPI_BOTTOM, which is a null pointer, the type's displacements may be
 * addresses. */
static int check_buffers(const char *call, const struct packing *packing,
                         const struct layout *layout, MPI_Count bytes, MPI_Count position) {
    MPI_Count size = packing->size;
    if (position < 0 || position > size)
        return FAIL_IN(call, MPI_ERR_ARG, "position %lld is outside the buffer of %lld bytes",
                       (long long)position, (long long)size);
    if (bytes > size - position)
        return FAIL_IN(call, MPI_ERR_TRUNCATE, "%lld bytes exceed the %lld after the position",
                       (long long)bytes, (long long)(size - position));
    if (bytes > 0 && !packing->elements && layout->true_lower == 0)
        return FAIL_IN(call, MPI_ERR_BUFFER, "null pointer as a buffer of %lld bytes",
                       (long long)bytes);
    if (bytes > 0 && !packing->packed)
        return error_null(MPI_COMM_SELF, call, packing->packs ? "outbuf" : "inbuf");
    return MPI_SUCCESS;
}

static int carry_out(const char *call, const struct packing *packing, MPI_Count *position) {
    MPI_Datatype type;
    MPI_Count bytes;
    int error = check_elements(call, packing, &type, &bytes);
    if (error == MPI_SUCCESS)
        error = check_buffers(call, packing, &type->layout, bytes, *position);
    if (error != MPI_SUCCESS)
        return error;
    char *packed = (char *)packing->packed + *position;
    elements_used(packing->packs ? BUFFER_READ : BUFFER_GIVEN, &type->layout, packing->elements,
                  packing->count);
    buffer_used(packing->packs ? BUFFER_GIVEN : BUFFER_READ, packed, (size_t)bytes);
    if (packing->packs)
        pieces_pack(&type->layout, packing->elements, 0, packed, bytes);
    else
        pieces_unpack(&type->layout, packing->elements, 0, packed, bytes);
    *position += bytes;
    return MPI_SUCCESS;
}

int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
               MPI_Count outsize, MPI_Count *position, MPI_Comm comm) {
    RETURN_IF_NULL_ON(comm, position);
    return carry_out(
        __func__, &(struct packing){true, (void *)inbuf, incount, datatype, outbuf, outsize, comm},
        position);
}

int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
             int *position, MPI_Comm comm) {
    RETURN_IF_NULL_ON(comm, position);
    MPI_Count place = *position;
    int error = carry_out(
        __func__, &(struct packing){true, (void *)inbuf, incount, datatype, outbuf, outsize, comm},
        &place);
    *position = (int)place;
    return error;
}

int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
                 MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) {
    RETURN_IF_NULL_ON(comm, position);
    return carry_out(
        __func__, &(struct packing){false, outbuf, outcount, datatype, (void *)inbuf, insize, comm},
        position);
}

int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
               MPI_Datatype datatype, MPI_Comm comm) {
    RETURN_IF_NULL_ON(comm, position);
    MPI_Count place = *position;
    int error = carry_out(
        __func__, &(struct packing){false, outbuf, outcount, datatype, (void *)inbuf, insize, comm},
        &place);
    *position = (int)place;
    return error;
}

int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) {
    RETURN_IF_NULL_ON(comm, size);
    MPI_Datatype type;
    return check_elements(
        __func__,
        &(struct packing){.packs = true, .count = incount, .datatype = datatype, .comm = comm},
        &type, size);
}

/* A size that an int cannot hold is MPI_UNDEFINED. */
int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
    RETURN_IF_NULL_ON(comm, size);
    MPI_Datatype type;
    MPI_Count bytes;
    int error = check_elements(
        __func__,
        &(struct packing){.packs = true, .count = incount, .datatype = datatype, .comm = comm},
        &type, &bytes);
    if (error == MPI_SUCCESS)
        *size = bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
    return error;
}
