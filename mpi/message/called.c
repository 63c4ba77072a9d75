#include "mpi/message/answer.h"
#include "mpi/message/failure.h"
#include "mpi/object/communicator.h"
#include "net/wait.h"

/* The key of an answer has four parts of PART_BITS bits each. From the lowest bit on they are the
 * operation, the root, the type and the operator. An object that is not predefined becomes
 * CODE_OWN. The call's number is in the envelope's bytes, for it is less than 2^40. */
enum { PART_BITS = 16, PART_MASK = (1 << PART_BITS) - 1, CODE_OWN = HANDLE_END };

static NODE_LOCAL struct {
    bool awaited;
    uint32_t of; /* the process that was asked */
    struct comm_call call;
} answer;

static uint64_t part(uint64_t value, int place) {
    return (value & PART_MASK) << place * PART_BITS;
}

static uint64_t code_of(const void *handle) {
    return (uintptr_t)handle < CODE_OWN ? (uintptr_t)handle : CODE_OWN;
}

static uintptr_t part_at(uint64_t key, int place) {
    return key >> place * PART_BITS & PART_MASK;
}

void called_asked(uint32_t source, const struct envelope *envelope) {
    MPI_Comm comm = comm_find((uint32_t)envelope->key);
    struct comm_call call = {0};
    if (comm && comm->references > 0) {
        unsigned number = envelope->number, last = (unsigned)comm->collectives - 1;
        call = comm->calls[number % COMM_CALLS];
        if (call.number != (int)number)
            call = comm->calls[last % COMM_CALLS];
    }
    answer_send(source,
                (struct envelope){.kind = ENVELOPE_CALLED,
                                  .key = part((uint64_t)call.operation, 0) |
                                         part((uint64_t)call.root, 1) |
                                         part(code_of(call.type), 2) | part(code_of(call.op), 3),
                                  .number = (uint32_t)call.count,
                                  .bytes = (uint32_t)call.number},
                0);
}

void called_told(uint32_t source, const struct envelope *envelope) {
    uint64_t key = envelope->key;
    if (!answer.awaited || source != answer.of)
        answer_broken(source, "unexpected answer about a collective call");
    answer.call = (struct comm_call){
        .number = (int)envelope->bytes,
        .operation = (int)part_at(key, 0),
        .count = (int)envelope->number,
        .root = (int16_t)part_at(key, 1),
        .type = (MPI_Datatype)part_at(key, 2),
        .op = (MPI_Op)part_at(key, 3),
    };
    answer.awaited = false;
}

struct comm_call called_ask(int world, uint32_t context, int number) {
    answer.awaited = true;
    answer.of = (uint32_t)world;
    answer_send(
        (uint32_t)world,
        (struct envelope){.kind = ENVELOPE_ASKED, .key = context, .number = (uint32_t)number}, 0);
    struct waiting waiting = wait_begin("a report", (uint32_t)world, 0);
    while (answer.awaited && !failure_is_dead((uint32_t)world))
        active_wait(&waiting);
    return answer.call;
}
