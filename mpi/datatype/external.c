/* The representation external32 (MPI 5.0, section 14.5.2): big-endian, with sizes that are the same
 * on all machines. An element is packed, and then the bytes of its numbers are turned round, by the
 * type's signature. */
#include "mpi/datatype/layout.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "mpi/datatype/used.h"
#include "mpi/object/error.h"

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

/* Checks what describes `count` elements, and finds their layout, and the bytes in a file of one
 * and of all. */
static int check_elements(const char *call, const char *datarep, MPI_Count count,
                          MPI_Datatype datatype, const struct layout **layout, MPI_Count *each,
                          MPI_Count *bytes) {
    if (!datarep)
        return error_null(MPI_COMM_SELF, call, "datarep");
    if (strcmp(datarep, "external32") != 0)
        return FAIL_IN(call, MPI_ERR_ARG, "unknown representation %s (supported: external32)",
                       datarep);
    if (count < 0)
        return FAIL_IN(call, MPI_ERR_COUNT, "the count is %lld (expected: 0 or more)",
                       (long long)count);
    MPI_Datatype type = type_argument(MPI_COMM_SELF, call, datatype, false);
    if (!type)
        return MPI_ERR_TYPE;
    *layout = &type->layout;
    *each = signature_external(type->layout.signature);
    if (__builtin_mul_overflow(*each, count, bytes))
        return FAIL_IN(call, MPI_ERR_COUNT, "the size of %lld elements overflows MPI_Count",
                       (long long)count);
    return MPI_SUCCESS;
}

/* Packs or unpacks, in the representation `datarep`. */
struct packing {
    const char *datarep;
    bool packs;
    void *elements;
    MPI_Count count;
    MPI_Datatype datatype;
    void *packed;
    MPI_Count size; /* bytes of what is packed, or its room */
};

static int carry_out(const char *call, const struct packing *packing, MPI_Count *position) {
    const struct layout *layout;
    MPI_Count each, bytes, size = packing->size;
    if (!position)
        return error_null(MPI_COMM_SELF, call, "position");
    int error = check_elements(call, packing->datarep, packing->count, packing->datatype, &layout,
                               &each, &bytes);
    if (error != MPI_SUCCESS)
        return error;
    if (*position < 0 || *position > size || bytes > size - *position)
        return FAIL_IN(call, MPI_ERR_TRUNCATE, "%lld bytes at %lld exceed the buffer's %lld",
                       (long long)bytes, (long long)*position, (long long)size);
    if (bytes > 0 && !packing->packed)
        return error_null(MPI_COMM_SELF, call, packing->packs ? "outbuf" : "inbuf");
    if (bytes > 0 && !packing->elements && layout->true_lower == 0)
        return FAIL_IN(call, MPI_ERR_BUFFER, "null pointer as a buffer of %lld bytes",
                       (long long)bytes);
    elements_used(packing->packs ? BUFFER_READ : BUFFER_GIVEN, layout, packing->elements,
                  packing->count);
    if (packing->packed)
        buffer_used(packing->packs ? BUFFER_GIVEN : BUFFER_READ,
                    (char *)packing->packed + *position, (size_t)bytes);
    unsigned char *native = malloc((size_t)layout->size + 1);
    if (!native)
        return FAIL_IN(call, MPI_ERR_NO_MEM, FULL_HEAP);
    bool fits = true;
    for (MPI_Count i = 0; i < packing->count && each > 0; i++, *position += each) {
        unsigned char *external = (unsigned char *)packing->packed + *position;
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

static int measure(const char *call, const char *datarep, MPI_Count count, MPI_Datatype datatype,
                   MPI_Count *size) {
    const struct layout *layout;
    MPI_Count each;
    if (!size)
        return error_null(MPI_COMM_SELF, call, "size");
    return check_elements(call, datarep, count, datatype, &layout, &each, size);
}

/* Places are an MPI_Aint or an MPI_Count, which are alike. */
int MPI_Pack_external_size(const char datarep[], int incount, MPI_Datatype datatype,
                           MPI_Aint *size) {
    return measure(__func__, datarep, incount, datatype, (MPI_Count *)size);
}

int MPI_Pack_external_size_c(const char datarep[], MPI_Count incount, MPI_Datatype datatype,
                             MPI_Count *size) {
    return measure(__func__, datarep, incount, datatype, size);
}

int MPI_Pack_external(const char datarep[], const void *inbuf, int incount, MPI_Datatype datatype,
                      void *outbuf, MPI_Aint outsize, MPI_Aint *position) {
    return carry_out(
        __func__,
        &(struct packing){datarep, true, (void *)inbuf, incount, datatype, outbuf, outsize},
        (MPI_Count *)position);
}

int MPI_Pack_external_c(const char datarep[], const void *inbuf, MPI_Count incount,
                        MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                        MPI_Count *position) {
    return carry_out(
        __func__,
        &(struct packing){datarep, true, (void *)inbuf, incount, datatype, outbuf, outsize},
        position);
}

int MPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize,
                        MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype) {
    return carry_out(
        __func__,
        &(struct packing){datarep, false, outbuf, outcount, datatype, (void *)inbuf, insize},
        (MPI_Count *)position);
}

int MPI_Unpack_external_c(const char datarep[], const void *inbuf, MPI_Count insize,
                          MPI_Count *position, void *outbuf, MPI_Count outcount,
                          MPI_Datatype datatype) {
    return carry_out(
        __func__,
        &(struct packing){datarep, false, outbuf, outcount, datatype, (void *)inbuf, insize},
        position);
}
