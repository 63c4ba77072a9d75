/* The representation external32 (MPI 5.0, section 14.5.2): big-endian, with sizes that are the same
 * on all machines. An element is packed, and then the bytes of its numbers are turned round, by the
 * type's signature. */
#include "mpi/datatype/basic.h"
#include "mpi/datatype/layout.h"

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
