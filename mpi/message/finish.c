#include "mpi/message/finish.h"

#include <inttypes.h>

#include "mpi/message/answer.h"
#include "net/wait.h"

/* All messages have arrived when two conditions hold for the sums over all processes. First, all
 * credit that was spent belongs to messages that lie at their receivers, or is owed by the
 * receivers. Second, as many envelopes have come alone as have gone alone.
 *
 * The processes form a binomial tree: the parent of a process has its rank without the lowest 1
 * bit. In each round counts go up the tree and their sum comes down. The first round is the
 * barrier, after which no program sends any more; rounds follow until the sum is 0. A message that
 * was taken by a matching probe and never received is in no count of its receiver. The sum then
 * never becomes 0, so there are at most ROUNDS_MOST rounds. */
enum { ROUNDS_MOST = 20 };

NODE_LOCAL int64_t finish_alone;

static NODE_LOCAL struct round {
    int heard;   /* children whose counts have come */
    int64_t sum; /* of those counts */
} rounds[2];     /* indexed by a round's lowest bit, for the next round may have begun */
static NODE_LOCAL int begun;  /* how many rounds have begun, with the one that is under way */
static NODE_LOCAL int summed; /* how many sums are known, at processes that have a parent */
static NODE_LOCAL int64_t total;

void finish_counted(const struct envelope *envelope) {
    struct round *round = &rounds[envelope->number & 1];
    round->heard++;
    round->sum += (int64_t)envelope->key;
}

void finish_summed(const struct envelope *envelope) {
    summed++;
    total = (int64_t)envelope->key;
}

/* Returns the count of what this process has sent and does not know to have arrived, less what has
 * arrived here. */
static int64_t count_under_way(int size) {
    int64_t count = finish_alone;
    for (int i = 0; i < size; i++) {
        if (i == (int)node.number)
            continue;
        const struct eager_partner *partner = &eager_partners[i];
        count += 2 * (int64_t)eager_half - partner->credit - partner->owed;
    }
    for (const struct kept *kept = match_kept; kept != NULL; kept = kept->next)
        if (kept->source != node.number && kept->whole)
            count -= (int64_t)kept->bytes + EAGER_COST;
    return count;
}

static void tell(int rank, enum envelope_kind kind, int number, int64_t value) {
    answer_send((uint32_t)rank,
                (struct envelope){.kind = kind, .number = (uint32_t)number, .key = (uint64_t)value},
                0);
}

/* Goes through one round. Returns the sum of all processes' counts. */
static int64_t add_up(int size, int64_t count) {
    int number = begun++;
    int rank = (int)node.number, children = 0;
    int above = rank != 0 ? rank & -rank : size; /* bits below this are those of children */
    for (int bit = 1; bit < above && rank + bit < size; bit *= 2)
        children++;
    struct round *round = &rounds[number & 1];
    struct waiting waiting = wait_begin("MPI_Finalize", CUBE_NOBODY, 0);
    while (round->heard < children)
        active_wait(&waiting);
    count += round->sum;
    *round = (struct round){0};
    if (rank != 0) {
        tell(rank - above, ENVELOPE_COUNT, number, count);
        while (summed < begun)
            active_wait(&waiting);
        count = total;
    }
    for (int bit = 1; bit < above && rank + bit < size; bit *= 2)
        tell(rank + bit, ENVELOPE_SUM, number, count);
    return count;
}

void finish_messages(int size) {
    add_up(size, 0);
    while (add_up(size, count_under_way(size)) != 0 && begun < ROUNDS_MOST)
        continue;
}

bool finish_any(int size, bool holds) {
    return add_up(size, holds) != 0;
}

void finish_start(void) {
    rounds[0] = rounds[1] = (struct round){0};
    begun = summed = 0;
    finish_alone = 0;
}
