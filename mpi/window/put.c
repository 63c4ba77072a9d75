/* The operations (MPI 5.0, sections 12.3.1 to 12.3.5). */
#include "mpi/datatype/type.h"
#include "mpi/message/plain.h"
#include "mpi/window/apply.h"
#include "mpi/window/operation.h"

/* This is weak: see basic.h. */
#pragma weak basic_number_of_type

#define SIDE(which)                                                                                \
    ((struct side){(void *)(uintptr_t)which##_addr, which##_count, which##_datatype})
#define TARGET ((struct side){NULL, target_count, target_datatype})
#define OPERATION(...)                                                                             \
    (&(struct operation){.call = __func__,                                                         \
                         .window = win,                                                            \
                         .rank = target_rank,                                                      \
                         .displacement = target_disp,                                              \
                         .target = TARGET,                                                         \
                         .basic = -1,                                                              \
                         __VA_ARGS__})

/* Any put, which was not one of the shortest. */
static NOINLINE int put_any(struct operation *operation) {
    return operation_begin(operation);
}

/* A row of elements of one predefined type, at the origin and at the target. */
struct row {
    const void *buffer;
    int count;
    MPI_Datatype type;
    int rank;
    MPI_Aint displacement;
};

/* The arguments of the call in which this stands, if they describe such a row. */
#define ROW                                                                                        \
    ((struct row){.buffer = origin_addr,                                                           \
                  .count = origin_count == target_count ? origin_count : 0,                        \
                  .type =                                                                          \
                      origin_datatype == target_datatype ? origin_datatype : MPI_DATATYPE_NULL,    \
                  .rank = target_rank,                                                             \
                  .displacement = target_disp})

/* Returns the bytes of a row that lies in the window of another process, which is open or is opened
 * by this, and sets *place to its first byte there. Returns 0, and has opened nothing, for anything
 * else. */
ALWAYS_INLINE uint64_t row_bytes(MPI_Win win, struct row row, uint64_t *place) {
    uint64_t each = type_plain_bytes(row.type);
    if (UNLIKELY((unsigned)row.rank >= (unsigned)win->size || row.count <= 0 ||
                 row.displacement < 0 || !row.buffer || win->is_dynamic))
        return 0;
    const struct exposure *exposed = window_exposed(win, row.rank);
    uint64_t bytes = each * (unsigned)row.count, size = (uint64_t)exposed->size;
    if (UNLIKELY(
            __builtin_mul_overflow((uint64_t)row.displacement, (uint64_t)exposed->unit, place) ||
            *place > size || bytes > size - *place))
        return 0;
    if (UNLIKELY(!win->targets[row.rank].open)) {
        if (win->epoch != EPOCH_FENCE || row.rank == win->comm->rank)
            return 0;
        target_use(win, row.rank);
    }
    return bytes;
}

/* Sends an operation without a result, if it is one on a few bytes. Returns whether it is. */
ALWAYS_INLINE bool send_short(MPI_Win win, struct row row, struct packet packet) {
    uint64_t bytes = packet.bytes = row_bytes(win, row, &packet.place);
    if (UNLIKELY(bytes - 1 >= PLAIN_MOST))
        return false;
    struct target *target = &win->targets[row.rank];
    packet.flags = target->asks ? FLAG_ASKS : 0;
    target_tell(win, window_node(win, row.rank), packet, row.buffer, bytes, 0);
    target->unanswered += target->asks;
    target->loose = target->loose || !target->asks;
    target->asks = false;
    active_pass();
    return true;
}

/* The parameters of these functions. */
#define ORIGIN_PARAMETERS(data) data *origin_addr, int origin_count, MPI_Datatype origin_datatype
#define RESULT_PARAMETERS       void *result_addr, int result_count, MPI_Datatype result_datatype
#define TARGET_PARAMETERS                                                                          \
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype

/* Defines the function that makes a request of an operation: its name, the operation, and the
 * parameters of the function without a request. */
#define REQUESTED(name, operation, ...)                                                            \
    int name(__VA_ARGS__, MPI_Request *request) {                                                  \
        RETURN_UNLESS_WINDOW(win);                                                                 \
        return operation_request(operation, request);                                              \
    }

#define PUT OPERATION(.kind = PACKET_PUT, .origin = SIDE(origin))

int MPI_Put(ORIGIN_PARAMETERS(const void), TARGET_PARAMETERS, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    if (LIKELY(send_short(win, ROW, (struct packet){.kind = PACKET_PUT})))
        return MPI_SUCCESS;
    return put_any(PUT);
}

REQUESTED(MPI_Rput, PUT, ORIGIN_PARAMETERS(const void), TARGET_PARAMETERS, MPI_Win win)

/* Asks for a row of any length. Returns whether that could be done. */
static bool get_row(MPI_Win win, struct row row) {
    struct packet packet = {.kind = PACKET_GET};
    packet.bytes = row_bytes(win, row, &packet.place);
    struct fetch *fetch = packet.bytes - 1 < STRAIGHT_MOST ? target_await(win, row.rank) : NULL;
    if (!fetch)
        return false;
    fetch->into = (void *)(uintptr_t)row.buffer;
    fetch->bytes = packet.bytes;
    target_tell(win, window_node(win, row.rank), packet, NULL, 0, 0);
    active_pass();
    return true;
}

#define GET OPERATION(.kind = PACKET_GET, .result = SIDE(origin))

int MPI_Get(ORIGIN_PARAMETERS(void), TARGET_PARAMETERS, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    if (LIKELY(get_row(win, ROW)))
        return MPI_SUCCESS;
    return operation_begin(GET);
}

REQUESTED(MPI_Rget, GET, ORIGIN_PARAMETERS(void), TARGET_PARAMETERS, MPI_Win win)

#define ACCUMULATE OPERATION(.kind = PACKET_ACCUMULATE, .op = op, .origin = SIDE(origin))

int MPI_Accumulate(ORIGIN_PARAMETERS(const void), TARGET_PARAMETERS, MPI_Op op, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    int number = basic_number_of_type(origin_datatype);
    struct packet packet = {
        .kind = PACKET_ACCUMULATE, .op = (uint8_t)(uintptr_t)op, .basic = (uint8_t)number};
    if (LIKELY(!handle_is_address(op) && apply_combines(op, number, false) &&
               send_short(win, ROW, packet)))
        return MPI_SUCCESS;
    return operation_begin(ACCUMULATE);
}

REQUESTED(MPI_Raccumulate, ACCUMULATE, ORIGIN_PARAMETERS(const void), TARGET_PARAMETERS, MPI_Op op,
          MPI_Win win)

#define GET_ACCUMULATE                                                                             \
    OPERATION(.kind = PACKET_FETCH, .op = op, .origin = SIDE(origin), .result = SIDE(result))

int MPI_Get_accumulate(ORIGIN_PARAMETERS(const void), RESULT_PARAMETERS, TARGET_PARAMETERS,
                       MPI_Op op, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    return operation_begin(GET_ACCUMULATE);
}

REQUESTED(MPI_Rget_accumulate, GET_ACCUMULATE, ORIGIN_PARAMETERS(const void), RESULT_PARAMETERS,
          TARGET_PARAMETERS, MPI_Op op, MPI_Win win)
