#include "mpi/message/transfer.h"

#include "mpi/datatype/pieces.h"
#include "mpi/message/eager.h"

static void deliver(struct transfer *send, struct transfer *receive, uint32_t signature) {
    transfer_matches(receive, (uint32_t)send->world, send->tag, send->sent, signature);
    pieces_copy(send->layout, send->buffer, 0, receive->layout, receive->buffer, 0, receive->bytes);
    if (send->begun > receive->time)
        receive->time = send->begun;
    if (receive->begun > send->time)
        send->time = receive->begun;
    transfer_ends(receive, receive->error);
    transfer_ends(send, MPI_SUCCESS);
}

void self_send(struct transfer *send) {
    uint64_t key = match_key(send->context, send->tag);
    uint32_t self = (uint32_t)send->world;
    uint32_t signature = transfer_signature(send, send->sent);
    struct transfer *receive = transfer_posted(key, self);
    if (receive) {
        deliver(send, receive, signature);
        return;
    }
    bool whole = send->mode == TRANSFER_STANDARD && eager_spend(self, (uint64_t)send->sent);
    struct kept *kept = kept_make(whole ? (uint64_t)send->sent : 0);
    if (!kept) {
        transfer_ends(send, MPI_ERR_NO_MEM);
        return;
    }
    *kept = (struct kept){.key = key,
                          .source = self,
                          .pooled = kept->pooled,
                          .number = send->identity,
                          .whole = whole,
                          .here = whole,
                          .stamp = send->begun,
                          .bytes = (uint64_t)send->sent,
                          .signature = signature,
                          .own = whole ? NULL : send};
    match_keep(kept);
    if (whole) {
        pieces_pack(send->layout, send->buffer, 0, kept->data, send->sent);
        transfer_ends(send, MPI_SUCCESS);
    } else {
        send->awaits = TRANSFER_MATCH;
    }
}

void self_receive(struct transfer *receive, struct kept *kept) {
    struct transfer *send = kept->own;
    uint32_t signature = kept->signature;
    kept_free(kept);
    deliver(send, receive, signature);
}
