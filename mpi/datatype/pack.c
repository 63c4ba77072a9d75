/* Packing (MPI 5.0, sections 5.2 and 5.3). All nodes represent data alike, so the packed form of
 * elements is their bytes, or external32 (external.c). */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "mpi/datatype/used.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

/* A call that packs or unpacks. */
struct packing {
    bool packs, is_external;
    const char *datarep; /* the representation, if that is external */
    void *elements;
    MPI_Count count;
    MPI_Datatype datatype; /* the handle */
    void *packed;
    MPI_Count size; /* bytes that are packed, or have room */
    MPI_Comm comm;  /* of any external one MPI_COMM_SELF */
};

/* Checks what describes `count` elements, and finds their layout, and the packed bytes of one and
 * of all. */
static int check_elements(const char *call, const struct packing *packing,
                          const struct layout **layout, MPI_Count *each, MPI_Count *bytes) {
    if (packing->is_external && !packing->datarep)
        return error_null(MPI_COMM_SELF, call, "datarep");
    if (packing->is_external && strcmp(packing->datarep, "external32") != 0)
        return FAIL_IN(call, MPI_ERR_ARG, "unknown representation %s (supported: external32)",
                       packing->datarep);
    if (!packing->is_external && !comm_object(packing->comm))
        return FAIL_IN(call, MPI_ERR_COMM, "the communicator is MPI_COMM_NULL, or none");
    if (packing->count < 0)
        return FAIL_IN(call, MPI_ERR_COUNT, "%s is %lld (expected: 0 or more)",
                       packing->packs ? "incount" : "outcount", (long long)packing->count);
    TYPE_ARGUMENT_OR_RETURN(type, MPI_COMM_SELF, call, packing->datatype, false);
    *layout = &type->layout;
    *each = packing->is_external ? external_size(*layout) : (*layout)->size;
    if (__builtin_mul_overflow(packing->count, *each, bytes))
        return FAIL_IN(call, MPI_ERR_COUNT,
                       "the size of %lld elements of %lld bytes overflows MPI_Count",
                       (long long)packing->count, (long long)*each);
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
        return FAIL_IN(call, MPI_ERR_BUFFER, "%s of %lld bytes is a null pointer",
                       packing->packs ? "inbuf" : "outbuf", (long long)bytes);
    if (bytes > 0 && !packing->packed)
        return error_null(MPI_COMM_SELF, call, packing->packs ? "outbuf" : "inbuf");
    return MPI_SUCCESS;
}

/* Converts one element after the other. */
static int convert(const char *call, const struct packing *packing, const struct layout *layout,
                   MPI_Count each, unsigned char *external) {
    unsigned char *native = malloc((size_t)layout->size + 1);
    if (!native)
        return FAIL_IN(call, MPI_ERR_NO_MEM, FULL_HEAP);
    bool fits = true;
    for (MPI_Count i = 0; i < packing->count && each > 0; i++, external += each) {
        if (packing->packs)
            pieces_pack(layout, packing->elements, i * layout->size, native, layout->size);
        fits &= external_convert(layout, native, external, packing->packs);
        if (!packing->packs)
            pieces_unpack(layout, packing->elements, i * layout->size, native, layout->size);
    }
    free(native);
    return fits ? MPI_SUCCESS
                : FAIL_IN(call, MPI_ERR_CONVERSION, "a number is too large for %s",
                          packing->packs ? "external32" : "the machine");
}

static int carry_out(const char *call, const struct packing *packing, MPI_Count *position) {
    const struct layout *layout;
    MPI_Count each, bytes;
    if (!position)
        return error_null(packing->comm, call, "position");
    int error = check_elements(call, packing, &layout, &each, &bytes);
    if (error == MPI_SUCCESS)
        error = check_buffers(call, packing, layout, bytes, *position);
    RETURN_ON_ERROR(error);
    char *packed = (char *)packing->packed + *position;
    elements_used(packing->packs ? BUFFER_READ : BUFFER_GIVEN, layout, packing->elements,
                  packing->count);
    if (packing->packed)
        buffer_used(packing->packs ? BUFFER_GIVEN : BUFFER_READ, packed, (size_t)bytes);
    *position += bytes;
    if (packing->is_external)
        return convert(call, packing, layout, each, (unsigned char *)packed);
    if (packing->packs)
        pieces_pack(layout, packing->elements, 0, packed, bytes);
    else
        pieces_unpack(layout, packing->elements, 0, packed, bytes);
    return MPI_SUCCESS;
}

/* Calls with a position of another type. */
#define CARRY_OUT(number, ...)                                                                     \
    MPI_Count place = position ? *position : 0;                                                    \
    int error = carry_out(__func__, &(struct packing){__VA_ARGS__}, position ? &place : NULL);     \
    if (position)                                                                                  \
        *position = (number)place;                                                                 \
    return error

#define PACK(name, number)                                                                         \
    int name(const void *inbuf, number incount, MPI_Datatype datatype, void *outbuf,               \
             number outsize, number *position, MPI_Comm comm) {                                    \
        CARRY_OUT(number, true, false, NULL, (void *)inbuf, incount, datatype, outbuf, outsize,    \
                  comm);                                                                           \
    }
PACK(MPI_Pack, int)
PACK(MPI_Pack_c, MPI_Count)

#define UNPACK(name, number)                                                                       \
    int name(const void *inbuf, number insize, number *position, void *outbuf, number outcount,    \
             MPI_Datatype datatype, MPI_Comm comm) {                                               \
        CARRY_OUT(number, false, false, NULL, outbuf, outcount, datatype, (void *)inbuf, insize,   \
                  comm);                                                                           \
    }
UNPACK(MPI_Unpack, int)
UNPACK(MPI_Unpack_c, MPI_Count)

#define PACK_EXTERNAL(name, number, bytes)                                                         \
    int name(const char datarep[], const void *inbuf, number incount, MPI_Datatype datatype,       \
             void *outbuf, bytes outsize, bytes *position) {                                       \
        CARRY_OUT(bytes, true, true, datarep, (void *)inbuf, incount, datatype, outbuf, outsize,   \
                  MPI_COMM_SELF);                                                                  \
    }
PACK_EXTERNAL(MPI_Pack_external, int, MPI_Aint)
PACK_EXTERNAL(MPI_Pack_external_c, MPI_Count, MPI_Count)

#define UNPACK_EXTERNAL(name, number, bytes)                                                       \
    int name(const char datarep[], const void *inbuf, bytes insize, bytes *position, void *outbuf, \
             number outcount, MPI_Datatype datatype) {                                             \
        CARRY_OUT(bytes, false, true, datarep, outbuf, outcount, datatype, (void *)inbuf, insize,  \
                  MPI_COMM_SELF);                                                                  \
    }
UNPACK_EXTERNAL(MPI_Unpack_external, int, MPI_Aint)
UNPACK_EXTERNAL(MPI_Unpack_external_c, MPI_Count, MPI_Count)

/* ---- Sizes ---- */

static int measure(const char *call, const struct packing *packing, MPI_Count *size) {
    const struct layout *layout;
    MPI_Count each;
    if (!size)
        return error_null(packing->comm, call, "size");
    return check_elements(call, packing, &layout, &each, size);
}

int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) {
    return measure(
        __func__,
        &(struct packing){.packs = true, .count = incount, .datatype = datatype, .comm = comm},
        size);
}

/* A size that an int cannot hold is MPI_UNDEFINED. */
int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
    MPI_Count bytes;
    int error = measure(
        __func__,
        &(struct packing){.packs = true, .count = incount, .datatype = datatype, .comm = comm},
        size ? &bytes : NULL);
    if (error == MPI_SUCCESS)
        *size = bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
    return error;
}

/* An MPI_Aint and an MPI_Count are alike. */
#define PACK_EXTERNAL_SIZE(name, number, bytes)                                                    \
    int name(const char datarep[], number incount, MPI_Datatype datatype, bytes *size) {           \
        return measure(__func__,                                                                   \
                       &(struct packing){true, true, datarep, NULL, incount, datatype,             \
                                         .comm = MPI_COMM_SELF},                                   \
                       (MPI_Count *)size);                                                         \
    }
PACK_EXTERNAL_SIZE(MPI_Pack_external_size, int, MPI_Aint)
PACK_EXTERNAL_SIZE(MPI_Pack_external_size_c, MPI_Count, MPI_Count)
