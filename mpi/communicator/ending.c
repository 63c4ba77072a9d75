#include "mpi/communicator/start.h"

#include "mpi/message/answer.h"
#include "mpi/message/buffer.h"
#include "mpi/message/failure.h"
#include "mpi/message/finalize.h"
#include "mpi/message/matching.h"

/* This is weak: only programs with buffers of communicators have it. */
#pragma weak buffer_forget

/* Whether this process has something of a context that must not meet what another communicator of
 * this context does. Of agreements, and of a revocation, messages may still come. */
static bool is_left(const struct MPI_ABI_Comm *comm, uint32_t context) {
    bool left = comm->agreements > 0 || (job_survives && failure_is_revoked(context));
    for (const struct kept *kept = match_kept; kept && !left; kept = kept->next)
        left = match_context(kept->key) - context < CONTEXTS;
    return left;
}

void ending_tell(const struct MPI_ABI_Comm *comm) {
    uint32_t context = comm->context - comm->context % CONTEXTS, leader = context_leader(context);
    bool left = buffer_forget && !buffer_forget(comm);
    if (!context_comes_back(context) || left || is_left(comm, context))
        return;
    if (leader != node.number) {
        if (job_survives && failure_is_dead(leader))
            return;
        answer_send(leader, (struct envelope){.kind = ENVELOPE_ENDED, .key = context}, 0);
        finalize_alone++;
    } else if (context != comm->context) {
        context_note(context);
    } else {
        /* Each process of an intercommunicator also ends its `both`. */
        bool is_inter = comm_is_inter(comm);
        int members = comm->local->size + (is_inter ? comm->remote->size : 0);
        context_end(context, (is_inter ? 2 : 1) * members - 1);
    }
}
