#include "mpi/window/serve.h"

#include "mpi/message/answer.h"
#include "mpi/window/conflict.h"

void serve_done(MPI_Win window, uint32_t source, uint64_t time) {
    target_tell(window, source, (struct packet){.kind = PACKET_DONE}, NULL, 0, time);
}

bool serve_may_count(MPI_Win window, const struct packet *packet, int rank) {
    const struct target *target = &window->targets[rank];
    switch (packet->kind) {
    case PACKET_FLUSH:
        return true;
    case PACKET_LOCK:
        return target->holds == LOCK_NONE;
    case PACKET_UNLOCK:
        return target->holds == LOCK_HELD && !target->returns;
    case PACKET_POST:
        return !target->posted;
    case PACKET_COMPLETE:
        return target->exposed;
    case PACKET_DONE:
        return target->unanswered > 0;
    default:
        return false;
    }
}

void serve_synchronization(MPI_Win window, const struct packet *packet, uint32_t source, int rank,
                           uint64_t time) {
    struct target *origin = &window->targets[rank];
    if (!serve_may_count(window, packet, rank))
        answer_broken(source, "unexpected window synchronization");
    switch (packet->kind) {
    case PACKET_FLUSH:
        if (packet->flags & FLAG_FORGETS)
            conflict_forget(window, rank);
        serve_done(window, source, time);
        break;
    case PACKET_LOCK:
        lock_asked(window, rank, packet->flags & FLAG_EXCLUSIVE, time);
        break;
    case PACKET_UNLOCK:
        conflict_forget(window, rank);
        origin->returns = origin->reading > 0;
        origin->returned = time;
        if (!origin->returns)
            lock_returned(window, rank, time);
        serve_done(window, source, time);
        break;
    case PACKET_POST:
        origin->posted = true;
        origin->stamp = time;
        break;
    default: /* PACKET_COMPLETE */
        origin->exposed = false;
        origin->stamp = time;
        window->incomplete--;
    }
}
