#include "mpi/message/answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "mpi/message/failure.h"
#include "mpi/object/communicator.h"
#include "net/messages/credit.h"
#include "net/wait.h"

static void left(struct active_sending *sending) {
    free(sending);
}

void answer_send(uint32_t to, struct envelope envelope, uint64_t time) {
    if (comm_world_rank((int)to) == MPI_UNDEFINED)
        answer_broken(to, "a message from a node without a process");
    struct active_header header = answer_header(to, envelope);
    if (active_send_short(to, &header, NULL, 0))
        return;
    struct active_sending *sending = malloc(sizeof *sending);
    if (!sending)
        answer_no_memory(to, sizeof *sending);
    *sending = (struct active_sending){.header = header, .to = to, .left = left};
    active_send_from(sending, time);
    if (active_has_left(sending))
        free(sending);
}

void answer_settle(uint32_t to) {
    if (eager_is_overpaid(eager_with(to)))
        answer_overpaid(to);
    if (eager_owes_much(eager_with(to)))
        answer_send(to, (struct envelope){.kind = ENVELOPE_CREDIT}, 0);
}

void answer_give_back(uint32_t to, uint64_t bytes, uint64_t time) {
    if (to == node.number)
        eager_with(to)->spent -= (uint32_t)bytes + EAGER_COST;
    else if (eager_give_back(to, bytes))
        answer_send(to, (struct envelope){.kind = ENVELOPE_CREDIT}, time);
}

_Noreturn void answer_no_memory(uint32_t from, uint64_t bytes) {
    fprintf(stderr,
            "MPI: rank %d: not enough memory for %" PRIu64
            " bytes of a message with rank %d (increase --memory heap=BYTES)\n",
            comm_world.rank, bytes, comm_world_rank((int)from));
    abort();
}

_Noreturn void answer_broken(uint32_t from, const char *what) {
    uint32_t dimension = credit_peer(from)->arriving;
    fprintf(stderr,
            "MPI: node %" PRIu32 ": invalid message on link %" PRIu32 ", from node %" PRIu32
            ", in the name of node %" PRIu32 ": %s (node %" PRIu32 " or a node between "
            "overwrote its own link)\n",
            node.number, dimension, node.number ^ 1u << dimension, from, what, from);
    abort();
}

_Noreturn void answer_overpaid(uint32_t from) {
    answer_broken(from, "more credit returned than spent");
}

/* ---- Questions for reports ---- */

/* The key of an answer has four parts of PART_BITS bits each. From the lowest bit on they are the
 * operation, the root, the type and the operator. An object that is not predefined becomes
 * CODE_OWN. The call's number is in the envelope's bytes, for it is less than 2^40. */
enum { PART_BITS = 16, PART_MASK = (1 << PART_BITS) - 1, CODE_OWN = COMM_FIRST_ADDRESS };

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
        answer_broken(source, "an unexpected answer");
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
