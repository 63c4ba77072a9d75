#include "mpi/window/apply.h"

#include <string.h>

#include "mpi/datatype/type.h"
#include "mpi/message/eager.h"
#include "mpi/operator/operator.h"
#include "net/system/buffers.h"

size_t apply_most(void) {
    size_t most = EAGER_ALL >> node.dimension;
    return most > APPLY_MOST ? APPLY_MOST : most < APPLY_LEAST ? APPLY_LEAST : most;
}

size_t apply_extent(const struct basic *basic) {
    if (basic->kind != BASIC_PAIR)
        return basic->size;
    size_t index = basic_types[basic_number((MPI_Datatype)(uintptr_t)basic->index)].size;
    size_t end = basic->index_offset + index;
    return (end + basic->alignment - 1) & -(size_t)basic->alignment;
}

bool apply_combines(MPI_Op op, int number, bool fetch) {
    if (number < 0 || number >= BASIC_COUNT || basic_types[number].kind == BASIC_BOUND)
        return false;
    if (op == MPI_REPLACE || (op == MPI_NO_OP && fetch))
        return true;
    return !handle_is_address(op) &&
           operator_check(op, (MPI_Datatype)(uintptr_t)basic_types[number].code) == MPI_SUCCESS;
}

/* ---- Exposed memory ---- */

/* Whether bytes from `low` to `high` - 1 lie in regions, of which one may begin where another ends.
 * Places in a dynamic window are addresses. */
static bool is_within(MPI_Win window, int64_t low, int64_t high) {
    const struct region *region = window->regions;
    while (region) {
        int64_t begin = window->is_dynamic ? (int64_t)(uintptr_t)region->base : 0;
        int64_t end = begin + region->size;
        bool holds = low >= begin && low < end;
        if (holds && high <= end)
            return true;
        low = holds ? end : low;
        region = holds ? window->regions : region->next;
    }
    return false;
}

static bool is_exposed(MPI_Win window, const struct piece_list *piece) {
    int64_t length, last, low = piece->place, high;
    if (piece->bytes == 0 || piece->repeats == 0 || piece->bytes > INT64_MAX ||
        piece->repeats > INT64_MAX ||
        __builtin_mul_overflow((int64_t)piece->repeats - 1, piece->stride, &length) ||
        __builtin_add_overflow(piece->place, length, &last))
        return false;
    high = last > low ? last : low;
    low = last < low ? last : low;
    if (__builtin_add_overflow(high, (int64_t)piece->bytes, &high) || !is_within(window, low, high))
        return false;
    buffer_used(BUFFER_EXPOSED, apply_address(window, (uint64_t)piece->place), piece->bytes);
    return true;
}

bool apply_is_exposed(MPI_Win window, const struct packet *packet,
                      const struct piece_list *pieces) {
    if (!pieces)
        return is_exposed(window, &(struct piece_list){.place = (int64_t)packet->place,
                                                       .bytes = packet->bytes,
                                                       .repeats = 1});
    bool combines = packet->kind == PACKET_ACCUMULATE || packet->kind == PACKET_FETCH;
    uint64_t extent = combines ? apply_extent(&basic_types[packet->basic]) : 1, total = 0, bytes;
    for (uint64_t i = 0; i < packet->place; i++) {
        if (!is_exposed(window, &pieces[i]) || pieces[i].bytes % extent != 0 ||
            __builtin_mul_overflow(pieces[i].bytes, pieces[i].repeats, &bytes) ||
            __builtin_add_overflow(total, bytes, &total))
            return false;
    }
    return total == packet->bytes;
}

/* ---- Operations on one piece ---- */

static void combine_aligned(MPI_Op op, const struct basic *basic, const void *in, void *inout,
                            size_t count) {
    if (basic->kind == BASIC_PAIR)
        operator_on_pairs(op, basic, in, inout, (MPI_Count)count);
    else
        operator_on_numbers(op, basic, in, inout, (MPI_Count)count);
}

/* Combines elements, which may lie anywhere. */
static void combine(const struct packet *packet, const uint8_t *in, char *inout, size_t bytes) {
    MPI_Op op = (MPI_Op)(uintptr_t)packet->op;
    const struct basic *basic = &basic_types[packet->basic];
    if (op == MPI_REPLACE)
        memcpy(inout, in, bytes);
    if (op == MPI_REPLACE || op == MPI_NO_OP)
        return;
    size_t extent = apply_extent(basic);
    if (((uintptr_t)in | (uintptr_t)inout) % basic->alignment == 0) {
        combine_aligned(op, basic, in, inout, bytes / extent);
        return;
    }
    for (size_t at = 0; at < bytes; at += extent) {
        _Alignas(APPLY_ALIGNMENT) uint8_t one[APPLY_ELEMENT], other[APPLY_ELEMENT];
        memcpy(one, in + at, extent);
        memcpy(other, inout + at, extent);
        combine_aligned(op, basic, one, other, 1);
        memcpy(inout + at, other, extent);
    }
}

/* Does one operation to `bytes` bytes of the window at `at`. Its operands and its result begin at
 * the byte `done`. */
static void apply_to(const struct packet *packet, char *at, size_t bytes, size_t done,
                     const uint8_t *operands, uint8_t *result) {
    if (packet_fetches(packet->kind))
        memcpy(result + done, at, bytes);
    switch (packet->kind) {
    case PACKET_PUT:
        memcpy(at, operands + done, bytes);
        break;
    case PACKET_ACCUMULATE:
    case PACKET_FETCH:
        combine(packet, operands + done, at, bytes);
        break;
    case PACKET_COMPARE:
        if (memcmp(at, operands, bytes) == 0)
            memcpy(at, operands + bytes, bytes);
        break;
    default:
        break;
    }
}

void apply(MPI_Win window, const struct packet *packet, const struct piece_list *pieces,
           const uint8_t *operands, uint8_t *result) {
    if (!pieces) {
        apply_to(packet, apply_address(window, packet->place), packet->bytes, 0, operands, result);
        return;
    }
    size_t done = 0;
    for (uint64_t i = 0; i < packet->place; i++)
        for (uint64_t k = 0; k < pieces[i].repeats; k++, done += pieces[i].bytes) {
            int64_t place = pieces[i].place + (int64_t)k * pieces[i].stride;
            apply_to(packet, apply_address(window, (uint64_t)place), pieces[i].bytes, done,
                     operands, result);
        }
}
