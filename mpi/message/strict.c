#include "mpi/message/strict.h"

#include <stdlib.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/type.h"
#include "mpi/message/progress.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

NODE_LOCAL bool strict;

/* The active requests, linked by `next_active`. */
static NODE_LOCAL struct message *active;

void strict_start(void) {
    const char *wanted = getenv("MPI_STRICT");
    strict = wanted != NULL && wanted[0] != 0 && wanted[0] != '0';
    active = NULL;
    if (strict)
        type_without_plain();
}

/* ---- Signatures ---- */

/* A signature is the polynomial whose coefficients are the basic types' numbers, modulo 2^24. Equal
 * neighbours may be counted together, for b BASE^(n-1) + ... + b is b times a sum that doubling
 * finds. */
enum { BASE = 0x9e3779b1u & 0xffffff, SIGNATURE_MASK = 0xffffff };

struct powers {
    uint32_t power; /* BASE^n */
    uint32_t sum;   /* BASE^(n-1) + ... + 1 */
};

static struct powers powers_of(uint64_t n) {
    struct powers result = {1, 0}, square = {BASE, 1};
    for (; n > 0; n /= 2) {
        if (n % 2 != 0)
            result = (struct powers){result.power * square.power,
                                     result.sum * square.power + square.sum};
        square =
            (struct powers){square.power * square.power, square.sum * square.power + square.sum};
    }
    return result;
}

uint32_t strict_signature(const struct layout *layout, MPI_Count bytes) {
    uint32_t signature = 0;
    if (layout->signature_count == 0)
        return 0;
    while (bytes > 0)
        for (size_t s = 0; s < layout->signature_count && bytes > 0; s++) {
            const struct elements *elements = &layout->signature[s];
            const struct basic *basic = &basic_types[elements->basic];
            if (basic->code == (uintptr_t)MPI_PACKED)
                return 0;
            MPI_Count count = elements->count, all = bytes / basic->size;
            if (layout->signature_count == 1 || count > all)
                count = all;
            if (count == 0)
                return 0; /* the bytes end within an element */
            const struct powers powers = powers_of((uint64_t)count);
            signature = signature * powers.power + (uint32_t)(elements->basic + 1) * powers.sum;
            bytes -= count * basic->size;
        }
    signature &= SIGNATURE_MASK;
    return signature != 0 ? signature : 1;
}

/* ---- Buffers ---- */

/* Whether two buffers overlap. The answer is no for types with gaps, because one may lie in the
 * other's gaps. */
static bool overlap(const struct transfer *one, const struct transfer *other) {
    if (!one->layout->contiguous || !other->layout->contiguous)
        return false;
    const char *first = (const char *)one->buffer + one->layout->true_lower;
    const char *second = (const char *)other->buffer + other->layout->true_lower;
    return first < second + other->count * other->layout->size &&
           second < first + one->count * one->layout->size;
}

static int raise_overlap(struct message *message, struct message *other) {
    char text[PROGRESS_TEXT_BYTES];
    long long bytes = message->transfer.count * message->transfer.layout->size;
    progress_describe(&other->request, text, sizeof text);
    return error_raise(message->request.comm, message->request.call, MPI_ERR_BUFFER,
                       "rank %d: the buffer of %lld bytes overlaps that of the active request %s",
                       message->request.comm->rank, bytes, text);
}

int strict_begins(struct message *message) {
    if (!strict || message->transfer.world == MPI_PROC_NULL)
        return MPI_SUCCESS;
    strict_ends(message); /* a persistent request may already be in the list */
    for (struct message *other = active; other != NULL; other = other->next_active)
        if ((message->receives || other->receives) && overlap(&message->transfer, &other->transfer))
            return raise_overlap(message, other);
    message->next_active = active;
    active = message;
    return MPI_SUCCESS;
}

void strict_ends(struct message *message) {
    for (struct message **link = &active; strict && *link != NULL; link = &(*link)->next_active)
        if (*link == message) {
            *link = message->next_active;
            return;
        }
}
