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
    return FAIL(MPI_ERR_COUNT, #count " is %d, and has to be 0 or more", count)

#define CHECK_PACKED(position, size, bytes)                                                        \
    if ((position) < 0 || (position) > (size))                                                     \
        return FAIL(MPI_ERR_ARG, "position %d is not in a buffer of %d bytes", position, size);    \
    if ((bytes) > (size) - (position))                                                             \
    return FAIL(MPI_ERR_TRUNCATE, "%lld bytes are more than the %d behind the position",           \
                (long long)(bytes), (size) - (position))

/* With MPI_BOTTOM, which is a null pointer, the type's displacements may be addresses. */
#define CHECK_BUFFER(buffer, type, bytes)                                                          \
    if (!(buffer) && (bytes) > 0 && (type)->layout.true_lower == 0)                                \
    return FAIL(MPI_ERR_BUFFER, "a buffer of %lld bytes is a null pointer", (long long)(bytes))

MPI_CALL(int, Pack, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf,
         int outsize, int *position, MPI_Comm comm) {
    CHECK_OUTPUT_ON(comm, position);
    CHECK_PACK(incount, comm);
    TYPE_OBJECT(type, datatype);
    MPI_Count bytes = incount * type->layout.size;
    CHECK_PACKED(*position, outsize, bytes);
    CHECK_BUFFER(inbuf, type, bytes);
    CHECK_ARRAY(bytes, outbuf);
    pieces_pack(&type->layout, inbuf, 0, (char *)outbuf + *position, bytes);
    *position += (int)bytes;
    return MPI_SUCCESS;
}

MPI_CALL(int, Unpack, const void *inbuf, int insize, int *position, void *outbuf, int outcount,
         MPI_Datatype datatype, MPI_Comm comm) {
    CHECK_OUTPUT_ON(comm, position);
    CHECK_PACK(outcount, comm);
    TYPE_OBJECT(type, datatype);
    MPI_Count bytes = outcount * type->layout.size;
    CHECK_PACKED(*position, insize, bytes);
    CHECK_BUFFER(outbuf, type, bytes);
    CHECK_ARRAY(bytes, inbuf);
    pieces_unpack(&type->layout, outbuf, 0, (const char *)inbuf + *position, bytes);
    *position += (int)bytes;
    return MPI_SUCCESS;
}

MPI_CALL(int, Pack_size, int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
    CHECK_OUTPUT_ON(comm, size);
    CHECK_PACK(incount, comm);
    TYPE_OBJECT(type, datatype);
    MPI_Count bytes = incount * type->layout.size;
    *size = bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
    return MPI_SUCCESS;
}
