/* The representation external32 (MPI 5.0, section 14.5.2): big-endian, with sizes that are the same
 * on all machines. An element is packed, and then the bytes of its numbers are turned round, by the
 * type's signature. */
#include "mpi/datatype/external.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/signature.h"
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

/* Returns how many parts of a basic type are turned separately: a complex number has a real and an
 * imaginary part. */
static int parts_of(const struct basic *basic) {
    return basic->kind == BASIC_COMPLEX ? 2 : 1;
}

/* Turns the bytes of a number round, from one size to another. An integer that becomes larger is
 * filled with its sign, and one that becomes smaller has to keep its value. Returns whether it
 * does. */
static bool turn(const unsigned char *from, int from_bytes, unsigned char *to, int to_bytes,
                 bool from_external, bool is_signed) {
    unsigned char low_first[32] = {0};
    for (int i = 0; i < from_bytes; i++)
        low_first[i] = from[from_external ? from_bytes - 1 - i : i];
    int kept = from_bytes < to_bytes ? from_bytes : to_bytes;
    unsigned char fill = is_signed && (low_first[kept - 1] & 0x80) != 0 ? 0xff : 0;
    bool fits = true;
    for (int i = to_bytes; i < from_bytes; i++)
        fits &= low_first[i] == fill;
    for (int i = 0; i < to_bytes; i++)
        to[from_external ? i : to_bytes - 1 - i] = i < kept ? low_first[i] : fill;
    return fits;
}

/* Where a conversion is. */
struct conversion {
    unsigned char *native, *external;
    bool to_external;
    bool fits; /* all values could be represented so far */
};

static bool convert_elements(void *context, int number, MPI_Count count) {
    struct conversion *at = context;
    const struct basic *basic = &basic_types[number];
    int parts = parts_of(basic), size = basic->size / parts;
    int turned = basic->external / parts;
    bool is_signed = basic->kind == BASIC_SIGNED;
    for (MPI_Count i = 0; i < count * parts; i++) {
        at->fits &= at->to_external ? turn(at->native, size, at->external, turned, false, is_signed)
                                    : turn(at->external, turned, at->native, size, true, is_signed);
        at->native += size;
        at->external += turned;
    }
    return count > 0;
}

bool external_convert(const struct layout *layout, unsigned char *native, unsigned char *external,
                      bool to_external) {
    struct conversion conversion = {native, external, to_external, true};
    MPI_Count bytes = layout->size;
    if (bytes > 0)
        signature_walk(layout->signature, &bytes, convert_elements, &conversion);
    return conversion.fits;
}

MPI_Count external_size(const struct layout *layout) {
    return signature_external(layout->signature);
}

#define CHECK_EXTERNAL(datarep, count)                                                             \
    CHECK_OUTPUT(datarep);                                                                         \
    if (strcmp(datarep, "external32") != 0)                                                        \
        return FAIL(MPI_ERR_ARG, "there is no representation %s, only external32", datarep);       \
    if ((count) < 0)                                                                               \
    return FAIL(MPI_ERR_COUNT, #count " is %lld, and has to be 0 or more", (long long)(count))

#define CHECK_ROOM(position, size, bytes)                                                          \
    if ((position) < 0 || (position) > (size) || (bytes) > (size) - (position))                    \
    return FAIL(MPI_ERR_TRUNCATE, "%lld bytes at %lld are more than the buffer's %lld",            \
                (long long)(bytes), (long long)(position), (long long)(size))

/* In a function: declares the bytes of one element and of so many, or returns with an error. */
#define EXTERNAL_BYTES(each, bytes, count, layout)                                                 \
    MPI_Count each = signature_external((layout)->signature), bytes;                               \
    if (__builtin_mul_overflow(each, count, &(bytes)))                                             \
    return FAIL(MPI_ERR_COUNT, "%lld elements have more bytes than an MPI_Count can say",          \
                (long long)(count))

#define EXTERNALS(form, integer, place)                                                            \
    MPI_CALL(int, Pack_external_size##form, const char datarep[], integer incount,                 \
             MPI_Datatype datatype, place *size) {                                                 \
        CHECK_OUTPUT(size);                                                                        \
        CHECK_EXTERNAL(datarep, incount);                                                          \
        TYPE_OBJECT(type, datatype);                                                               \
        EXTERNAL_BYTES(each, bytes, incount, &type->layout);                                       \
        *size = bytes;                                                                             \
        return MPI_SUCCESS;                                                                        \
    }                                                                                              \
    MPI_CALL(int, Pack_external##form, const char datarep[], const void *inbuf, integer incount,   \
             MPI_Datatype datatype, void *outbuf, place outsize, place *position) {                \
        CHECK_OUTPUT(position);                                                                    \
        CHECK_EXTERNAL(datarep, incount);                                                          \
        TYPE_OBJECT(type, datatype);                                                               \
        const struct layout *layout = &type->layout;                                               \
        EXTERNAL_BYTES(each, bytes, incount, layout);                                              \
        CHECK_ROOM(*position, outsize, bytes);                                                     \
        CHECK_ARRAY(bytes, outbuf);                                                                \
        unsigned char *native = malloc((size_t)layout->size + 1);                                  \
        if (!native)                                                                               \
            return FAIL_MEMORY();                                                                  \
        bool fits = true;                                                                          \
        for (MPI_Count i = 0; i < incount && each > 0; i++, *position += each) {                   \
            pieces_pack(layout, inbuf, i * layout->size, native, layout->size);                    \
            fits &= external_convert(layout, native, (unsigned char *)outbuf + *position, true);   \
        }                                                                                          \
        free(native);                                                                              \
        return fits ? MPI_SUCCESS                                                                  \
                    : FAIL(MPI_ERR_CONVERSION, "a number is too large for external32");            \
    }                                                                                              \
    MPI_CALL(int, Unpack_external##form, const char datarep[], const void *inbuf, place insize,    \
             place *position, void *outbuf, integer outcount, MPI_Datatype datatype) {             \
        CHECK_OUTPUT(position);                                                                    \
        CHECK_EXTERNAL(datarep, outcount);                                                         \
        TYPE_OBJECT(type, datatype);                                                               \
        const struct layout *layout = &type->layout;                                               \
        EXTERNAL_BYTES(each, bytes, outcount, layout);                                             \
        CHECK_ROOM(*position, insize, bytes);                                                      \
        CHECK_ARRAY(bytes, inbuf);                                                                 \
        unsigned char *native = malloc((size_t)layout->size + 1);                                  \
        if (!native)                                                                               \
            return FAIL_MEMORY();                                                                  \
        bool fits = true;                                                                          \
        for (MPI_Count i = 0; i < outcount && each > 0; i++, *position += each) {                  \
            fits &= external_convert(layout, native, (unsigned char *)inbuf + *position, false);   \
            pieces_unpack(layout, outbuf, i * layout->size, native, layout->size);                 \
        }                                                                                          \
        free(native);                                                                              \
        return fits ? MPI_SUCCESS                                                                  \
                    : FAIL(MPI_ERR_CONVERSION, "a number is too large for the machine");           \
    }

EXTERNALS(, int, MPI_Aint)
EXTERNALS(_c, MPI_Count, MPI_Count)
