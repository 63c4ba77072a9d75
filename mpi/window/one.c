/* Operations on one element (MPI 5.0, section 12.3.4). */
#include <stdlib.h>
#include <string.h>

#include "mpi/object/error.h"
#include "mpi/window/apply.h"
#include "mpi/window/operation.h"
#include "mpi/window/serve.h"
#include "mpi/window/turn.h"
#include "net/system/buffers.h"

/* This is weak: see basic.h. */
#pragma weak basic_number_of_type

/* Any operation on one element goes as if it were one of more. */
static NOINLINE int fetch_any(const char *call, const void *origin, void *result,
                              MPI_Datatype datatype, int rank, MPI_Aint displacement, MPI_Op op,
                              MPI_Win win) {
    return operation_begin(&(struct operation){
        .call = call,
        .window = win,
        .rank = rank,
        .kind = PACKET_FETCH,
        .op = op,
        .origin = {(void *)(uintptr_t)origin, 1, datatype},
        .result = {result, 1, datatype},
        .target = {NULL, 1, datatype},
        .displacement = displacement,
        .basic = -1,
    });
}

/* Sends `operands` bytes and awaits `bytes` bytes. Returns false, and has sent nothing, if that
 * cannot be. */
static bool send_one(MPI_Win win, int rank, struct packet packet, const void *data, size_t operands,
                     void *result) {
    struct fetch *fetch = target_await(win, rank);
    if (!fetch)
        return false;
    fetch->bytes = packet.bytes;
    fetch->into = result;
    target_tell(win, window_node(win, rank), packet, data, operands, 0);
    return true;
}

/* Whether an element of the basic type `number` at a displacement lies in an open target's
 * window. Sets *place to its first byte. */
static bool is_at(MPI_Win win, int rank, MPI_Aint displacement, int number, uint64_t *place) {
    if ((unsigned)rank >= (unsigned)win->size || !win->targets[rank].open || number < 0)
        return false;
    const struct exposure *exposed = window_exposed(win, rank);
    MPI_Aint first, end;
    if (__builtin_mul_overflow(displacement, exposed->unit, &first) ||
        __builtin_add_overflow(first, basic_types[number].size, &end))
        return false;
    *place = (uint64_t)first;
    return win->is_dynamic || (first >= 0 && end <= exposed->size);
}

int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                     int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    uint64_t bytes = type_plain_bytes(datatype);
    int number = basic_number_of_type(datatype);
    struct packet packet = {
        .kind = PACKET_FETCH,
        .op = (uint8_t)(uintptr_t)op,
        .basic = (uint8_t)number,
        .bytes = bytes,
    };
    bool reads = op == MPI_NO_OP;
    if (LIKELY(bytes != 0 && bytes <= WORD_BYTES && result_addr && (origin_addr || reads) &&
               !handle_is_address(op) && apply_combines(op, number, true) &&
               is_at(win, target_rank, target_disp, number, &packet.place) &&
               send_one(win, target_rank, packet, origin_addr, reads ? 0 : bytes, result_addr))) {
        active_pass();
        return MPI_SUCCESS;
    }
    return fetch_any(__func__, origin_addr, result_addr, datatype, target_rank, target_disp, op,
                     win);
}

/* Whether elements of a basic type may be compared byte by byte (section 12.3.4). */
static bool may_compare(int number) {
    int kind = number < 0 ? BASIC_BOUND : basic_types[number].kind;
    return kind == BASIC_SIGNED || kind == BASIC_UNSIGNED || kind == BASIC_LOGICAL ||
           kind == BASIC_BYTE || kind == BASIC_CHARACTER;
}

int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
                         MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                         MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    int number = basic_number_of_type(datatype);
    if (!type_object(datatype) || !may_compare(number))
        return FAIL_WINDOW(win, MPI_ERR_TYPE,
                           "the datatype must be a predefined integer, logical or byte type");
    if (!origin_addr || !compare_addr || !result_addr)
        return FAIL_WINDOW(win, MPI_ERR_BUFFER, "%s is a null pointer",
                           !origin_addr    ? "origin_addr"
                           : !compare_addr ? "compare_addr"
                                           : "result_addr");
    if (target_rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    if (target_rank < 0 || target_rank >= win->size)
        return FAIL_WINDOW(win, MPI_ERR_RANK,
                           "target %d is out of range (the window has the ranks 0 to %d)",
                           target_rank, win->size - 1);
    RETURN_ON_ERROR(target_open(__func__, win, target_rank));
    bool own = target_rank == win->comm->rank;
    size_t bytes = basic_types[number].size;
    buffer_used(BUFFER_READ, origin_addr, bytes);
    buffer_used(BUFFER_READ, compare_addr, bytes);
    buffer_used(BUFFER_GIVEN, result_addr, bytes);
    uint8_t operands[2 * APPLY_ELEMENT];
    memcpy(operands, compare_addr, bytes);
    memcpy(operands + bytes, origin_addr, bytes);
    struct packet packet = {.kind = PACKET_COMPARE,
                            .op = (uint8_t)(uintptr_t)MPI_REPLACE,
                            .basic = (uint8_t)number,
                            .bytes = bytes};
    win->targets[target_rank].open = true; /* is_at asks for it */
    bool lies = is_at(win, target_rank, target_disp, number, &packet.place);
    win->targets[target_rank].open = !own;
    if (!lies)
        return FAIL_WINDOW(win, target_disp < 0 ? MPI_ERR_DISP : MPI_ERR_RMA_RANGE,
                           "the element is outside the memory that rank %d exposes", target_rank);
    if (UNLIKELY(exploring))
        turn_asked(win, target_rank);
    if (own)
        serve_own(win, &packet, NULL, operands, result_addr);
    else if (!send_one(win, target_rank, packet, operands, 2 * bytes, result_addr))
        return FAIL_WINDOW(win, MPI_ERR_NO_MEM, FULL_HEAP);
    active_pass();
    return MPI_SUCCESS;
}
