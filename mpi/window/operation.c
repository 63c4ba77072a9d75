#include "mpi/window/operation.h"
#include "mpi/window/conflict.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/pieces.h"
#include "mpi/datatype/used.h"
#include "mpi/message/strict.h"
#include "mpi/window/apply.h"
#include "mpi/window/serve.h"
#include "mpi/window/turn.h"

/* Where an operation is, while it goes in parts. */
struct parts {
    struct operation *operation;
    const struct layout *origin, *result, *target; /* of one element, or null */
    MPI_Count done;                                /* bytes */
    size_t most;                                   /* of a part that is not straight */
    /* The next piece of the target. */
    MPI_Count element, byte; /* a packed byte of this element */
};

/* Returns the one piece of memory that has the first `bytes` packed bytes of a side, or null. */
static char *piece_of(const struct side *side, const struct layout *layout, MPI_Count bytes) {
    return layout_is_piece(layout, bytes) ? (char *)side->buffer + layout->true_lower : NULL;
}

/* Whether the target is one piece of its window. */
static bool is_straight(const struct parts *parts) {
    return layout_is_piece(parts->target, parts->operation->bytes);
}

/* ---- The pieces of the target ---- */

/* The next piece, with as many repetitions as fit in `room` bytes. A piece that does not fit at all
 * is cut, if it may be: between two elements of `unit` bytes. Returns false if nothing fits. */
static bool next_piece(struct parts *parts, size_t room, size_t unit, struct piece_list *piece) {
    const struct layout *layout = parts->target;
    const struct nested_place at = nested_place(layout->runs, parts->byte);
    const struct run *run = at.run;
    int64_t place = parts->operation->displacement + parts->element * layout_extent(layout) +
                    at.displacement + at.within;
    size_t whole = (size_t)(run->bytes - at.within), bytes = whole;
    uint64_t repeats = 1;
    if (bytes > room)
        bytes = room / unit * unit;
    if (bytes == 0)
        return false;
    if (at.within == 0 && bytes == whole) {
        repeats = (uint64_t)(run->repeats - at.repeat);
        if (repeats > room / bytes)
            repeats = room / bytes;
    }
    *piece = (struct piece_list){
        .place = place, .stride = run->stride, .bytes = bytes, .repeats = repeats};
    parts->byte += (MPI_Count)(bytes * repeats);
    if (parts->byte == layout->size) {
        parts->byte = 0;
        parts->element++;
    }
    return true;
}

/* ---- One part ---- */

/* How many bytes of operands a part of `bytes` bytes has. */
static size_t operand_bytes(const struct operation *operation, size_t bytes) {
    return operation->kind != PACKET_GET && operation->op != MPI_NO_OP ? bytes : 0;
}

/* Makes what waits for the result of the next `bytes` bytes. */
static bool await(const struct parts *parts, size_t bytes) {
    const struct operation *operation = parts->operation;
    struct fetch *fetch = target_await(operation->window, operation->rank);
    if (!fetch)
        return false;
    const struct side *side = &operation->result;
    char *piece = piece_of(side, parts->result, operation->bytes);
    fetch->bytes = bytes;
    fetch->into = piece ? piece + parts->done : malloc(bytes);
    if (!piece) {
        fetch->buffer = side->buffer;
        fetch->first = parts->done;
        fetch->layout = parts->result;
        fetch->type = side->datatype;
        type_keep(fetch->type);
    }
    fetch->request = operation->request;
    if (fetch->request)
        fetch->request->parts++;
    return fetch->into;
}

/* Sends one part. `count` pieces are those of the target if it is not straight. */
static bool send_part(struct parts *parts, struct packet packet, const struct piece_list pieces[],
                      size_t bytes) {
    const struct operation *operation = parts->operation;
    MPI_Win window = operation->window;
    struct target *target = &window->targets[operation->rank];
    size_t listed = pieces ? packet.place * sizeof *pieces : 0;
    size_t operands = operand_bytes(operation, bytes);
    const struct side *side = &operation->origin;
    char *piece = operands > 0 ? piece_of(side, parts->origin, operation->bytes) : NULL;
    bool is_here = piece && listed == 0; /* the data are sent from where they are */
    struct departure *departure = target_departure(window, is_here ? 0 : listed + operands);
    if (!departure)
        return false;
    if (listed > 0)
        memcpy(departure->data, pieces, listed);
    uint8_t *packed = departure->data + listed;
    if (!is_here && operands > 0)
        pieces_pack(parts->origin, side->buffer, parts->done, packed, (MPI_Count)operands);
    if (packet_fetches(operation->kind)) {
        if (!await(parts, bytes)) {
            target_free(departure);
            return false;
        }
    } else if (target->asks) {
        packet.flags |= FLAG_ASKS;
        target->asks = false;
        target->unanswered++;
    } else {
        target->loose = true;
    }
    departure->request = operation->request;
    if (departure->request)
        departure->request->parts++;
    target_depart(departure, window_node(window, operation->rank), packet,
                  is_here ? (const void *)(piece + parts->done) : departure->data,
                  listed + operands, 0);
    return true;
}

/* Does one part to this process's own window. */
static bool do_part(struct parts *parts, struct packet packet, const struct piece_list pieces[],
                    size_t bytes) {
    const struct operation *operation = parts->operation;
    size_t operands = operand_bytes(operation, bytes);
    uint8_t *memory = malloc(operands + bytes + 1);
    if (!memory)
        return false;
    if (operands > 0)
        pieces_pack(parts->origin, operation->origin.buffer, parts->done, memory,
                    (MPI_Count)operands);
    bool done = serve_own(operation->window, &packet, pieces, memory, memory + operands);
    if (done && packet_fetches(operation->kind))
        pieces_unpack(parts->result, operation->result.buffer, parts->done, memory + operands,
                      (MPI_Count)bytes);
    free(memory);
    return true;
}

/* Carries out the next part, of at most `left` bytes. Returns its bytes, or 0 without memory. */
static size_t next_part(struct parts *parts, size_t left) {
    enum { PIECES_MOST = 32 };
    const struct operation *operation = parts->operation;
    struct piece_list pieces[PIECES_MOST];
    size_t unit = operation->basic >= 0 ? apply_extent(&basic_types[operation->basic]) : 1;
    bool is_own = operation->rank == operation->window->comm->rank, straight = is_straight(parts);
    bool moves = operation->kind == PACKET_PUT || operation->kind == PACKET_GET;
    size_t most = straight && moves && !is_own ? STRAIGHT_MOST : parts->most / unit * unit;
    size_t bytes = left < most ? left : most;
    struct packet packet = {
        .window = operation->window->number,
        .kind = (uint8_t)operation->kind,
        .op = (uint8_t)(uintptr_t)operation->op,
        .basic = (uint8_t)operation->basic,
    };
    if (straight) {
        packet.place =
            (uint64_t)(operation->displacement + parts->target->true_lower + parts->done);
    } else {
        size_t count = 0, room = bytes;
        while (count < PIECES_MOST && room > 0 && next_piece(parts, room, unit, &pieces[count])) {
            room -= pieces[count].bytes * pieces[count].repeats;
            count++;
        }
        bytes -= room;
        packet.flags = FLAG_PIECES;
        packet.place = count;
    }
    packet.bytes = bytes;
    if (UNLIKELY(exploring))
        turn_asked(operation->window, operation->rank);
    bool done = (is_own ? do_part : send_part)(parts, packet, straight ? NULL : pieces, bytes);
    return done ? bytes : 0;
}

/* ---- Checks ---- */

static int check_side(const struct operation *operation, struct side *side, const char *name,
                      bool has_buffer) {
    MPI_Comm comm = operation->window->comm;
    if (side->count < 0)
        return error_raise(comm, operation->call, MPI_ERR_COUNT,
                           "the %s's count is %d (expected: 0 or more)", name, side->count);
    TYPE_ARGUMENT_OR_RETURN(type, comm, operation->call, side->datatype, true);
    MPI_Count bytes;
    if (__builtin_mul_overflow(type->layout.size, side->count, &bytes))
        return error_raise(comm, operation->call, MPI_ERR_COUNT,
                           "the size of %d elements of %lld bytes overflows MPI_Count", side->count,
                           (long long)type->layout.size);
    bool is_predefined = !handle_is_address(side->datatype);
    if (has_buffer && bytes > 0 &&
        ((!side->buffer && is_predefined) || side->buffer == MPI_IN_PLACE))
        return error_raise(comm, operation->call, MPI_ERR_BUFFER,
                           "the %s's buffer is a null pointer or MPI_IN_PLACE, but its count is %d",
                           name, side->count);
    if (has_buffer && operation->rank != MPI_PROC_NULL)
        elements_used(side == &operation->origin ? BUFFER_READ : BUFFER_GIVEN, &type->layout,
                      side->buffer, side->count);
    return MPI_SUCCESS;
}

static MPI_Count side_bytes(const struct side *side) {
    return type_object(side->datatype)->layout.size * side->count;
}

/* Checks that the target's elements, of which a put may use only the first, lie in what it has
 * exposed, and sets the displacement to bytes. Of a dynamic window its owner alone knows that. */
static int check_range(struct operation *operation) {
    MPI_Win window = operation->window;
    const struct layout *layout = &type_object(operation->target.datatype)->layout;
    const struct exposure *exposed = window_exposed(window, operation->rank);
    MPI_Aint first = operation->displacement, low, high;
    if (!window->is_dynamic && first < 0)
        return error_raise(window->comm, operation->call, MPI_ERR_DISP,
                           "the displacement is %lld (expected: 0 or more)", (long long)first);
    bool beyond = __builtin_mul_overflow(first, exposed->unit, &first);
    operation->displacement = first;
    if (operation->bytes == 0)
        return MPI_SUCCESS;
    MPI_Aint last;
    beyond = beyond ||
             __builtin_mul_overflow((MPI_Aint)operation->target.count - 1, layout_extent(layout),
                                    &last) ||
             __builtin_add_overflow(first, last, &last) ||
             __builtin_add_overflow(last < first ? last : first, layout->true_lower, &low) ||
             __builtin_add_overflow(last > first ? last : first, layout->true_upper, &high);
    if (beyond || (!window->is_dynamic && (low < 0 || high > exposed->size)))
        return error_raise(window->comm, operation->call, MPI_ERR_RMA_RANGE,
                           "the operation is outside the %lld bytes that rank %d exposes",
                           (long long)exposed->size, operation->rank);
    return MPI_SUCCESS;
}

/* An accumulate has one basic type at all its sides. */
static int check_elements(struct operation *operation) {
    MPI_Win window = operation->window;
    bool fetches = operation->kind == PACKET_FETCH;
    int basic = elements_basic(operation->target.datatype);
    bool alike =
        (!operation->origin.datatype || elements_basic(operation->origin.datatype) == basic) &&
        (!operation->result.datatype || elements_basic(operation->result.datatype) == basic);
    if (!alike || basic < 0 || basic_types[basic].kind == BASIC_BOUND)
        return error_raise(window->comm, operation->call, MPI_ERR_TYPE,
                           "the datatypes must consist of one predefined type, the same at the "
                           "origin and the target");
    if (!apply_combines(operation->op, basic, fetches))
        return error_raise(window->comm, operation->call, MPI_ERR_OP,
                           "the operator must be predefined and support this datatype");
    operation->basic = basic;
    return MPI_SUCCESS;
}

/* In the strict mode what is given and what takes it have the same types, and as many. Otherwise
 * what takes it may have room for more, as a receive may (section 12.3.1). */
static int check_alike(const struct operation *operation, const struct side *other) {
    const struct layout *target = &type_object(operation->target.datatype)->layout;
    const struct layout *layout = &type_object(other->datatype)->layout;
    MPI_Count bytes = side_bytes(&operation->target), others = side_bytes(other);
    if (bytes != others)
        return error_raise(operation->window->comm, operation->call, MPI_ERR_TYPE,
                           "sizes differ: %lld bytes at the origin, %lld at the target",
                           (long long)others, (long long)bytes);
    uint32_t signature = strict_signature(target, bytes), same = strict_signature(layout, bytes);
    if (signature != 0 && same != 0 && signature != same)
        return error_raise(operation->window->comm, operation->call, MPI_ERR_TYPE,
                           "the types at the origin and the target differ");
    return MPI_SUCCESS;
}

static int check(struct operation *operation) {
    MPI_Win window = operation->window;
    bool is_get = operation->kind == PACKET_GET, has_origin = !is_get;
    if (operation->rank != MPI_PROC_NULL &&
        (operation->rank < 0 || operation->rank >= window->size))
        return error_raise(window->comm, operation->call, MPI_ERR_RANK,
                           "target %d is out of range (the window has the ranks 0 to %d)",
                           operation->rank, window->size - 1);
    if (operation->kind == PACKET_FETCH && operation->op == MPI_NO_OP) {
        operation->origin = (struct side){0}; /* it means nothing */
        has_origin = false;
    }
    int error = check_side(operation, &operation->target, "target", false);
    if (error == MPI_SUCCESS && has_origin)
        error = check_side(operation, &operation->origin, "origin", true);
    if (error == MPI_SUCCESS && operation->result.datatype)
        error = check_side(operation, &operation->result, is_get ? "origin" : "result", true);
    if (error != MPI_SUCCESS || operation->rank == MPI_PROC_NULL)
        return error;
    bool combines = operation->kind == PACKET_ACCUMULATE || operation->kind == PACKET_FETCH;
    if (combines && (error = check_elements(operation)) != MPI_SUCCESS)
        return error;
    MPI_Count room = is_get ? side_bytes(&operation->result) : side_bytes(&operation->target);
    MPI_Count bytes = is_get       ? side_bytes(&operation->target)
                      : has_origin ? side_bytes(&operation->origin)
                                   : room;
    if (bytes > room || (operation->kind == PACKET_FETCH && bytes > side_bytes(&operation->result)))
        return error_raise(window->comm, operation->call, MPI_ERR_TRUNCATE,
                           "the buffer is too small for %lld bytes", (long long)bytes);
    operation->bytes = bytes;
    error = check_range(operation);
    if (UNLIKELY(strict) && error == MPI_SUCCESS && has_origin)
        error = check_alike(operation, &operation->origin);
    if (UNLIKELY(strict) && error == MPI_SUCCESS && operation->result.datatype)
        error = check_alike(operation, &operation->result);
    return error;
}

/* ---- All parts ---- */

/* Carries out an operation whose elements have no gaps, or whose gaps count as bytes. */
static int run(struct parts *parts) {
    struct operation *operation = parts->operation;
    while (parts->done < operation->bytes) {
        size_t bytes = next_part(parts, (size_t)(operation->bytes - parts->done));
        if (bytes == 0)
            return error_raise(operation->window->comm, operation->call, MPI_ERR_NO_MEM, FULL_HEAP);
        parts->done += (MPI_Count)bytes;
    }
    return MPI_SUCCESS;
}

/* Carries out an operation on pairs with gaps: its layouts are replaced by such as take the gaps
 * along. They are gone at the end, so it waits for what it fetches. */
static int run_with_gaps(struct parts *parts) {
    struct operation *operation = parts->operation;
    struct elements_wide origin = {0}, result = {0}, target = {0};
    bool made = elements_widen(&target, parts->target, operation->basic, &parts->target) &&
                elements_widen(&origin, parts->origin, operation->basic, &parts->origin) &&
                elements_widen(&result, parts->result, operation->basic, &parts->result);
    size_t size = basic_types[operation->basic].size;
    operation->bytes = operation->bytes / (MPI_Count)size *
                       (MPI_Count)apply_extent(&basic_types[operation->basic]);
    int error =
        made ? run(parts)
             : error_raise(operation->window->comm, operation->call, MPI_ERR_NO_MEM, FULL_HEAP);
    if (packet_fetches(operation->kind))
        WINDOW_WAIT(operation->call, operation->window, operation->rank,
                    !operation->window->targets[operation->rank].first);
    elements_free(&origin);
    elements_free(&result);
    elements_free(&target);
    return error;
}

static const struct layout *layout_of(struct side *side) {
    if (!side->datatype)
        return NULL;
    side->datatype = type_object(side->datatype);
    return &side->datatype->layout;
}

int operation_begin(struct operation *operation) {
    int error = check(operation);
    if (error == MPI_SUCCESS && operation->rank != MPI_PROC_NULL)
        error = target_open(operation->call, operation->window, operation->rank);
    if (error != MPI_SUCCESS || operation->rank == MPI_PROC_NULL)
        return error;
    struct parts parts = {
        .operation = operation,
        .origin = layout_of(&operation->origin),
        .result = layout_of(&operation->result),
        .target = layout_of(&operation->target),
        .most = apply_most(),
    };
    if (UNLIKELY(strict) && !operation->request) { /* with a request, they end before the epoch */
        if (parts.origin)
            conflict_uses(operation->window, operation->rank, parts.origin,
                          operation->origin.buffer, operation->origin.count, false);
        if (parts.result)
            conflict_uses(operation->window, operation->rank, parts.result,
                          operation->result.buffer, operation->result.count, true);
    }
    bool has_gaps = operation->basic >= 0 && apply_extent(&basic_types[operation->basic]) !=
                                                 basic_types[operation->basic].size;
    error = has_gaps ? run_with_gaps(&parts) : run(&parts);
    progress_pass();
    return error;
}

/* ---- Requests (section 12.3.5) ---- */

static const struct request_kind kind = {.finish = request_finish, .free = request_release};

int operation_request(struct operation *operation, MPI_Request *request) {
    MPI_Win window = operation->window;
    if (!request)
        return error_null(window->comm, operation->call, "request");
    struct window_request *made = malloc(sizeof *made);
    if (!made)
        return error_raise(window->comm, operation->call, MPI_ERR_NO_MEM, FULL_HEAP);
    request_begin(&made->request, &kind, operation->call, window->comm, false);
    made->parts = 1;
    operation->request = made;
    int error = operation_begin(operation);
    if (error != MPI_SUCCESS) {
        made->request.released = true; /* it is freed with its last part */
        target_part_done(made);
        return error;
    }
    target_part_done(made);
    *request = &made->request;
    return MPI_SUCCESS;
}
