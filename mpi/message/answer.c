#include "mpi/message/answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/foreign.h"
#include "net/messages/credit.h"

static void left(struct active_sending *sending) {
    free(sending);
}

void answer_send(uint32_t to, struct envelope envelope, uint64_t time) {
    answer_send_data(to, envelope, NULL, 0, time);
}

void answer_send_data(uint32_t to, struct envelope envelope, const void *data, size_t bytes,
                      uint64_t time) {
    if (comm_world_rank((int)to) == MPI_UNDEFINED)
        answer_broken(to, "its node runs no process");
    struct active_header header = answer_header(to, envelope);
    if (active_send_short(to, &header, data, bytes))
        return;
    struct active_sending *sending = malloc(sizeof *sending + bytes);
    if (!sending)
        answer_no_memory(to, sizeof *sending + bytes);
    if (bytes > 0)
        memcpy(sending + 1, data, bytes);
    *sending = (struct active_sending){
        .header = header, .data = sending + 1, .bytes = bytes, .to = to, .left = left};
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
            "MPI: node %" PRIu32 ": invalid message from node %" PRIu32
            ", arrived from node %" PRIu32 " (dimension %" PRIu32
            "): %s (the program of node %" PRIu32 " or of a node on its path" FOREIGN_REMEDY "\n",
            node.number, from, node.number ^ 1u << dimension, dimension, what, from);
    abort();
}

_Noreturn void answer_overpaid(uint32_t from) {
    answer_broken(from, "more buffer space (credit) returned than used");
}
