#include "mpi/message/strict.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "mpi/message/message.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

NODE_LOCAL bool strict, strict_sync;

void strict_start(void) {
    const char *wanted = getenv("MPI_STRICT");
    strict = wanted && wanted[0] != 0 && wanted[0] != '0';
    strict_sync = strict && strcmp(wanted, "sync") == 0;
    if (strict)
        type_without_plain();
}

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

/* Returns false if the signature is that of any types: the bytes end within an element, or are
 * packed ones. */
static NOINLINE bool add(void *signature, int basic, MPI_Count count) {
    uint32_t *sum = signature;
    if (count == 0 || basic == NUMBER_PACKED)
        return false;
    const struct powers powers = powers_of((uint64_t)count);
    *sum = *sum * powers.power + (uint32_t)(basic + 1) * powers.sum;
    return true;
}

uint32_t strict_signature(const struct layout *layout, MPI_Count bytes) {
    const struct signature *types = layout->signature;
    uint32_t signature = 0;
    if (!types)
        return 0;
    while (bytes > 0) {
        if (layout->nested) {
            if (!layout->nested->walk(types, &bytes, add, &signature))
                return 0;
            continue;
        }
        /* A predefined type has one element, or two of different types, or any number of one. */
        const struct elements *elements = types->elements;
        for (size_t s = types->count; s > 0 && bytes > 0; s--, elements++) {
            MPI_Count count = bytes / elements->bytes;
            if (types->count > 1 && count > 1)
                count = 1;
            if (!add(&signature, elements->basic, count))
                return 0;
            bytes -= count * elements->bytes;
        }
    }
    signature &= SIGNATURE_MASK;
    return signature != 0 ? signature : 1;
}

/* A word is mixed in by a multiplication with an odd number, which loses nothing. */
ALWAYS_INLINE uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

uint64_t strict_sum(const struct layout *layout, void *buffer, MPI_Count bytes) {
    uint64_t sum = 0, word;
    struct pieces pieces;
    void *address;
    size_t length;
    if (bytes == 0)
        return 0;
    pieces_begin(&pieces, layout, buffer, 0, bytes);
    while (pieces_next(&pieces, &address, &length)) {
        const char *at = address;
        for (; length >= sizeof word; at += sizeof word, length -= sizeof word) {
            memcpy(&word, at, sizeof word);
            sum = mix(sum, word);
        }
        word = 0;
        memcpy(&word, at, length);
        sum = mix(sum, word);
    }
    return sum;
}

/* ---- Buffers of active requests ---- */

/* The active requests, linked by `next_active`. */
static NODE_LOCAL struct message_request *active;

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

/* Some programs receive into more memory than they have, because they know the message's length. So
 * before it arrives, the sum of a longer buffer is not taken. */
enum { RECEIVE_MOST = 1 << 20 };

/* Sums up the first packed bytes of a request's buffer. */
static void sum_up(struct message_request *message, MPI_Count bytes) {
    message->summed = bytes;
    message->sum = strict_sum(message->transfer.layout, message->transfer.buffer, bytes);
}

static bool is_changed(const struct message_request *message) {
    return message->sum !=
           strict_sum(message->transfer.layout, message->transfer.buffer, message->summed);
}

static struct message_request *find(const struct transfer *transfer) {
    struct message_request *message = active;
    while (message && &message->transfer != transfer)
        message = message->next_active;
    return message;
}

NODE_LOCAL void (*strict_matches)(const struct transfer *receive);

static void matches(const struct transfer *transfer) {
    struct message_request *message = find(transfer);
    if (message)
        message->changed |= is_changed(message);
}

void overlap_arrives(const struct transfer *transfer) {
    struct message_request *message = transfer->receives ? find(transfer) : NULL;
    if (message)
        sum_up(message,
               transfer->error != MPI_SUCCESS || transfer->cancelled ? 0 : transfer->bytes);
}

static int raise_overlap(struct message_request *message, struct message_request *other) {
    char text[REQUEST_TEXT_BYTES];
    long long bytes = message->transfer.count * message->transfer.layout->size;
    request_describe(&other->request, text, sizeof text);
    return error_raise(message->request.comm, message->request.call, MPI_ERR_BUFFER,
                       "rank %d: the buffer of %lld bytes overlaps that of the active request %s",
                       message->request.comm->rank, bytes, text);
}

int overlap_begins(struct message_request *message) {
    if (!strict || message->transfer.world == MPI_PROC_NULL)
        return MPI_SUCCESS;
    overlap_ends(message); /* a persistent request may already be in the list */
    for (struct message_request *other = active; other; other = other->next_active)
        if ((message->receives || other->receives) && overlap(&message->transfer, &other->transfer))
            return raise_overlap(message, other);
    MPI_Count bytes = message->transfer.count * message->transfer.layout->size;
    sum_up(message, message->receives && bytes > RECEIVE_MOST ? 0 : bytes);
    message->changed = false;
    message->next_active = active;
    active = message;
    return MPI_SUCCESS;
}

bool overlap_ends(struct message_request *message) {
    for (struct message_request **link = &active; strict && *link; link = &(*link)->next_active)
        if (*link == message) {
            *link = message->next_active;
            return message->changed || is_changed(message);
        }
    return false;
}

void overlap_start(void) {
    active = NULL;
    strict_matches = strict ? matches : NULL;
}
