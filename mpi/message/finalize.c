#include "mpi/message/finalize.h"

#include "mpi/message/answer.h"
#include "mpi/message/failure.h"
#include "mpi/message/matching.h"
#include "mpi/object/communicator.h"
#include "net/messages/credit.h"
#include "net/wait.h"

/* All messages have arrived when two conditions hold for the sums over all processes. First, all
 * credit that was spent belongs to messages that lie at their receivers, or is owed by the
 * receivers. Second, as many envelopes have come alone as have gone alone, and as many notes have
 * come as have gone (ENDED).
 *
 * The processes form a binomial tree: the parent of a process has its rank without the lowest 1
 * bit. In each round counts go up the tree and their sum comes down. The first round is the
 * barrier, after which no program sends any more; rounds follow until the sum is 0. A message that
 * was taken by a matching probe and never received is in no count of its receiver. The sum then
 * never becomes 0, so there are at most ROUNDS_MOST rounds. */
enum { ROUNDS_MOST = 20 };

NODE_LOCAL int64_t finalize_alone;

static NODE_LOCAL struct round {
    uint32_t heard; /* set of the bits of the children whose counts have come */
    uint64_t sum;   /* of those counts, modulo 2^64 */
} rounds[2];        /* indexed by a round's lowest bit, for the next round may have begun */
static NODE_LOCAL uint32_t begun;  /* how many rounds have begun, with the one under way */
static NODE_LOCAL uint32_t summed; /* how many sums are known, at processes that have a parent */
static NODE_LOCAL int64_t total;

/* Returns the set of bits in which the children of this process differ from it. */
static uint32_t children(void) {
    uint32_t rank = (uint32_t)comm_processes->rank, size = (uint32_t)comm_processes->size, set = 0;
    for (uint32_t bit = 1; (rank & bit) == 0 && rank + bit < size; bit *= 2)
        set |= bit;
    return set;
}

static int parent(void) {
    return comm_processes->rank & (comm_processes->rank - 1);
}

/* A child may have begun the next round, but only after this process has told it a sum. */
void finalize_counted(uint32_t source, const struct envelope *envelope) {
    uint32_t bit = (uint32_t)(comm_world_rank((int)source) - comm_processes->rank),
             number = envelope->number;
    struct round *round = &rounds[number & 1];
    if ((bit & (bit - 1)) != 0 || (children() & ~round->heard & bit) == 0 ||
        (number != begun && number + 1 != begun))
        answer_broken(source, "unexpected message count in MPI_Finalize");
    round->heard |= bit;
    round->sum += envelope->key;
}

void finalize_summed(uint32_t source, const struct envelope *envelope) {
    if (comm_processes->rank == 0 || comm_world_rank((int)source) != parent() || summed == begun)
        answer_broken(source, "unexpected message total in MPI_Finalize");
    summed++;
    total = (int64_t)envelope->key;
}

/* Returns the count of what this process has sent and does not know to have arrived, less what has
 * arrived here. */
static int64_t count_under_way(void) {
    int64_t count = finalize_alone;
    for (uint32_t other = 0; other >> node.dimension == 0; other++)
        if (other != node.number && credit_may_know(other))
            count += (int64_t)eager_with(other)->spent - eager_with(other)->owed;
    for (const struct kept *kept = match_kept; kept; kept = kept->next)
        if (kept->source != node.number && kept->whole)
            count -= (int64_t)kept->bytes + EAGER_COST;
    return count;
}

static void tell(int rank, enum envelope_kind kind, uint32_t number, int64_t value) {
    uint32_t to = (uint32_t)comm_processes->world[rank];
    answer_send(to, (struct envelope){.kind = kind, .number = number, .key = (uint64_t)value}, 0);
}

/* Goes through one round. Returns the sum of all processes' counts. */
static int64_t add_up(int64_t count) {
    uint32_t number = begun++;
    struct round *round = &rounds[number & 1];
    struct waiting waiting = wait_begin_bare("MPI_Finalize");
    while (round->heard != children())
        active_wait(&waiting);
    count = (int64_t)((uint64_t)count + round->sum);
    *round = (struct round){0};
    if (comm_processes->rank != 0) {
        tell(parent(), ENVELOPE_COUNT, number, count);
        while (summed < begun)
            active_wait(&waiting);
        count = total;
    }
    for (uint32_t left = children(); left != 0; left &= left - 1)
        tell(comm_processes->rank + (int)(left & -left), ENVELOPE_SUM, number, count);
    return count;
}

void finalize_messages(void) {
    comm_ends = NULL; /* a note could come after its receiver has gone */
    if (job_survives) {
        failure_leave();
        return;
    }
    add_up(0);
    while (add_up(count_under_way()) != 0 && begun < ROUNDS_MOST)
        continue;
}

uint64_t finalize_sum(uint64_t own) {
    uint64_t sum = job_survives ? own : (uint64_t)add_up((int64_t)own);
    struct waiting waiting = wait_begin_bare("MPI_Finalize");
    while (active_queued != 0)
        active_wait(&waiting);
    return sum;
}

void finalize_start(void) {
    rounds[0] = rounds[1] = (struct round){0};
    begun = summed = 0;
    finalize_alone = 0;
}
