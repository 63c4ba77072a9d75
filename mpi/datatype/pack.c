/* Packing (MPI 5.0, section 5.2). All nodes represent data alike, so the packed form of elements is
 * their bytes. */
#include <limits.h>

#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

#define CHECK_PACK(count, comm)                                                                    \
    if ((comm) == MPI_COMM_NULL)                                                                   \
        return FAIL(MPI_ERR_COMM, "the communicator is MPI_COMM_NULL");                            \
    if ((count) < 0)                                                                               \
    return FAIL(MPI_ERR_COUNT, #count " is %lld, and has to be 0 or more", (long long)(count))

/* In a function: declares the bytes of so many elements, or returns with an error. */
#define PACKED_BYTES(bytes, count, type)                                                           \
    MPI_Count bytes;                                                                               \
    if (__builtin_mul_overflow(count, (type)->layout.size, &(bytes)))                              \
    return FAIL(MPI_ERR_COUNT, "%lld elements of %lld bytes are more than an MPI_Count can say",   \
                (long long)(count), (long long)(type)->layout.size)

#define CHECK_PACKED(position, size, bytes)                                                        \
    if ((position) < 0 || (position) > (size))                                                     \
        return FAIL(MPI_ERR_ARG, "position %lld is not in a buffer of %lld bytes",                 \
                    (long long)(position), (long long)(size));                                     \
    if ((bytes) > (size) - (position))                                                             \
    return FAIL(MPI_ERR_TRUNCATE, "%lld bytes are more than the %lld behind the position",         \
                (long long)(bytes), (long long)((size) - (position)))

/* With MPI_BOTTOM, which is a null pointer, the type's displacements may be addresses. */
#define CHECK_BUFFER(buffer, type, bytes)                                                          \
    if (!(buffer) && (bytes) > 0 && (type)->layout.true_lower == 0)                                \
    return FAIL(MPI_ERR_BUFFER, "a buffer of %lld bytes is a null pointer", (long long)(bytes))

#define PACKS(form, integer, as_integer)                                                           \
    MPI_CALL(int, Pack##form, const void *inbuf, integer incount, MPI_Datatype datatype,           \
             void *outbuf, integer outsize, integer *position, MPI_Comm comm) {                    \
        CHECK_OUTPUT_ON(comm, position);                                                           \
        CHECK_PACK(incount, comm);                                                                 \
        TYPE_OBJECT(type, datatype);                                                               \
        PACKED_BYTES(bytes, incount, type);                                                        \
        CHECK_PACKED(*position, outsize, bytes);                                                   \
        CHECK_BUFFER(inbuf, type, bytes);                                                          \
        CHECK_ARRAY(bytes, outbuf);                                                                \
        pieces_pack(&type->layout, inbuf, 0, (char *)outbuf + *position, bytes);                   \
        *position += (integer)bytes;                                                               \
        return MPI_SUCCESS;                                                                        \
    }                                                                                              \
    MPI_CALL(int, Unpack##form, const void *inbuf, integer insize, integer *position,              \
             void *outbuf, integer outcount, MPI_Datatype datatype, MPI_Comm comm) {               \
        CHECK_OUTPUT_ON(comm, position);                                                           \
        CHECK_PACK(outcount, comm);                                                                \
        TYPE_OBJECT(type, datatype);                                                               \
        PACKED_BYTES(bytes, outcount, type);                                                       \
        CHECK_PACKED(*position, insize, bytes);                                                    \
        CHECK_BUFFER(outbuf, type, bytes);                                                         \
        CHECK_ARRAY(bytes, inbuf);                                                                 \
        pieces_unpack(&type->layout, outbuf, 0, (const char *)inbuf + *position, bytes);           \
        *position += (integer)bytes;                                                               \
        return MPI_SUCCESS;                                                                        \
    }                                                                                              \
    MPI_CALL(int, Pack_size##form, integer incount, MPI_Datatype datatype, MPI_Comm comm,          \
             integer *size) {                                                                      \
        CHECK_OUTPUT_ON(comm, size);                                                               \
        CHECK_PACK(incount, comm);                                                                 \
        TYPE_OBJECT(type, datatype);                                                               \
        PACKED_BYTES(bytes, incount, type);                                                        \
        *size = as_integer(bytes);                                                                 \
        return MPI_SUCCESS;                                                                        \
    }

/* A size that an int cannot hold is MPI_UNDEFINED. */
static int as_int(MPI_Count bytes) {
    return bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
}

PACKS(, int, as_int)
PACKS(_c, MPI_Count, )
