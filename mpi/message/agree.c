#include "mpi/message/agree.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/message/answer.h"
#include "mpi/message/failure.h"
#include "mpi/message/transfer.h"
#include "net/clock/time.h"

/* The kinds of messages. They stand in the lowest bits of the envelope's number, and above them the
 * round of an EXCHANGE or of a CHECK. The first exchange is that of EXCHANGE, whose only word has
 * the flags and the context; the second one, of which CHECK is, has no data. */
enum kind { KIND_EXCHANGE, KIND_CHECK, KIND_VOTE, KIND_PREPARE, KIND_PREPARED, KIND_COMMIT, KINDS };
enum { KIND_BITS = 3, KIND_MASK = (1 << KIND_BITS) - 1 };

enum { ANSWER_VOTE = 1, ANSWER_PREPARED = 2, WORD_BITS = 64, CONTEXT_SHIFT = 32 };

/* A message that has come, or, in the list, has come before its agreement has begun here. */
struct told {
    struct told *next;
    struct incoming arrival;
    uint64_t stamp;
    uint32_t source, context;
    int number;
    enum kind kind;
    uint32_t round;
    size_t words;
    uint64_t word[];
};

static NODE_LOCAL struct agreement *agreements; /* the newest first */
static NODE_LOCAL struct told *early;

/* ---- Values ---- */

static size_t set_words(const struct MPI_ABI_Group *group) {
    return ((size_t)group->size + WORD_BITS - 1) / WORD_BITS;
}

static size_t value_words(const struct MPI_ABI_Group *group) {
    return 1 + 2 * set_words(group);
}

static bool has(const uint64_t *set, int rank) {
    return set[rank / WORD_BITS] >> rank % WORD_BITS & 1;
}

static void add(uint64_t *set, int rank) {
    set[rank / WORD_BITS] |= UINT64_C(1) << rank % WORD_BITS;
}

static uint64_t *failed_in(UNUSED const struct MPI_ABI_Group *group, uint64_t *value) {
    return value + 1;
}

static uint64_t *acknowledged_in(const struct MPI_ABI_Group *group, uint64_t *value) {
    return value + 1 + set_words(group);
}

bool agree_failed(const struct agreement *agreement, int rank) {
    return has(failed_in(agreement->group, agreement->value), rank);
}

bool agree_acknowledged(const struct agreement *agreement, int rank) {
    return has(acknowledged_in(agreement->group, agreement->value), rank);
}

/* Adds a vote to a sum: the AND of the flags and of what is acknowledged, and all who have failed.
 */
static void put_together(const struct MPI_ABI_Group *group, uint64_t *sum, const uint64_t *vote) {
    size_t words = set_words(group);
    sum[0] &= vote[0];
    for (size_t i = 1; i <= words; i++) {
        sum[i] |= vote[i];
        sum[words + i] &= vote[words + i];
    }
}

static void add_dead(const struct MPI_ABI_Group *group, uint64_t *set, int known) {
    for (int i = 0; i < known; i++) {
        int rank = group_find(group, failure_dead[i]);
        if (rank != MPI_UNDEFINED)
            add(set, rank);
    }
}

/* ---- Sending ---- */

static void tell_words(const struct agreement *agreement, int rank, uint32_t number,
                       const uint64_t *word, size_t words) {
    const struct envelope envelope = {
        .kind = ENVELOPE_AGREE,
        .key = match_key(agreement->context, agreement->number),
        .number = number,
        .bytes = words * sizeof *word,
    };
    answer_send_data((uint32_t)agreement->group->world[rank], envelope, word, envelope.bytes,
                     agreement->time);
}

/* Sends a message of a kind that has the value, or has nothing. */
static void tell(const struct agreement *agreement, int rank, enum kind kind) {
    tell_words(agreement, rank, kind, agreement->value,
               kind == KIND_PREPARED ? 0 : value_words(agreement->group));
}

static bool lives(const struct MPI_ABI_Group *group, int rank) {
    return !failure_is_dead((uint32_t)group->world[rank]);
}

static void tell_all(const struct agreement *agreement, enum kind kind) {
    for (int rank = 0; rank < agreement->group->size; rank++)
        if (rank != agreement->group->rank && lives(agreement->group, rank))
            tell(agreement, rank, kind);
}

/* ---- Going on ---- */

static int coordinator(const struct MPI_ABI_Group *group) {
    int rank = 0;
    while (rank != group->rank && !lives(group, rank))
        rank++;
    return rank;
}

/* Whether all other processes that live have answered so. */
static bool all_have(const struct agreement *agreement, uint8_t answer) {
    const struct MPI_ABI_Group *group = agreement->group;
    for (int rank = 0; rank < group->size; rank++)
        if (rank != group->rank && lives(group, rank) && !(agreement->answers[rank] & answer))
            return false;
    return true;
}

static struct agreement *find(uint32_t context, int number) {
    struct agreement *agreement = agreements;
    while (agreement && (agreement->context != context || agreement->number != number))
        agreement = agreement->next;
    return agreement;
}

static void go_on(struct agreement *agreement);

/* Those who have voted wait for the decision, whichever way it has come here. */
static void decide(struct agreement *agreement) {
    const struct MPI_ABI_Group *group = agreement->group;
    agreement->decided = true;
    for (int rank = 0; rank < group->size; rank++)
        if ((agreement->answers[rank] & ANSWER_VOTE) && lives(group, rank))
            tell(agreement, rank, KIND_COMMIT);
    agreement->ended(agreement, agreement->request);
    struct agreement *next = find(agreement->context, agreement->number + 1);
    if (next)
        go_on(next);
}

static void prepare(struct agreement *agreement) {
    const struct MPI_ABI_Group *group = agreement->group;
    if (!agreement->prepared) {
        memcpy(agreement->value, agreement->sum, value_words(group) * sizeof *agreement->value);
        add_dead(group, failed_in(group, agreement->value), failure_count);
        if (agreement->shrinks)
            agreement->value[0] = (uint32_t)agreement->value[0] | (uint64_t)context_take()
                                                                      << CONTEXT_SHIFT;
    }
    agreement->prepared = agreement->prepares = true;
    tell_all(agreement, KIND_PREPARE);
}

static void note_time(struct agreement *agreement, uint32_t source, uint64_t stamp, size_t bytes) {
    uint64_t time = node.time.on ? time_after(stamp, bytes) : 0;
    if (time <= agreement->time)
        return;
    agreement->time = time;
    agreement->stamp = stamp;
    agreement->source = source;
    agreement->bytes = bytes;
}

/* How many rounds an exchange has. */
static int exchange_rounds(const struct MPI_ABI_Group *group) {
    int rounds = 0;
    while (1 << rounds < group->size)
        rounds++;
    return rounds;
}

/* Begins the next round, or ends the exchange of which the last one was the end. */
static void begin_round(struct agreement *agreement) {
    const struct MPI_ABI_Group *group = agreement->group;
    int most = exchange_rounds(group), round = agreement->rounds;
    if (round == most) {
        agreement->value[0] = agreement->exchanged;
        agreement->prepared = true;
    }
    if (round == 2 * most) {
        decide(agreement);
        return;
    }
    enum kind kind = round < most ? KIND_EXCHANGE : KIND_CHECK;
    uint32_t in = (uint32_t)(round < most ? round : round - most);
    tell_words(agreement, (group->rank + (1 << in)) % group->size, (uint32_t)kind | in << KIND_BITS,
               &agreement->exchanged, kind == KIND_EXCHANGE);
}

/* Ends the round that is under way. In the first exchange the votes of some come more than once,
 * which changes neither an AND nor an OR. */
static void end_round(struct agreement *agreement) {
    const struct MPI_ABI_Group *group = agreement->group;
    int most = exchange_rounds(group), round = agreement->rounds++;
    uint64_t word = agreement->come[round].word, exchanged = agreement->exchanged;
    int in = round < most ? round : round - most;
    int from = (group->rank + group->size - (1 << in)) % group->size;
    if (round < most)
        agreement->exchanged =
            ((exchanged | word) & ~(uint64_t)UINT32_MAX) | (exchanged & word & UINT32_MAX);
    note_time(agreement, (uint32_t)group->world[from], agreement->come[round].stamp,
              round < most ? sizeof word : 0);
    begin_round(agreement);
}

static void exchange(struct agreement *agreement) {
    while (!agreement->decided && agreement->here >> agreement->rounds & 1)
        end_round(agreement);
}

/* Does what can be done now: in the exchange, as the coordinator or for it. */
static void go_on(struct agreement *agreement) {
    const struct agreement *before = find(agreement->context, agreement->number - 1);
    if (before && !before->decided)
        return;
    if (agreement->exchanges) {
        if (!agreement->begun) {
            agreement->begun = true;
            begin_round(agreement);
        }
        exchange(agreement);
        return;
    }
    int lowest = coordinator(agreement->group);
    if (lowest != agreement->group->rank) {
        if (agreement->asked != lowest)
            tell(agreement, lowest, agreement->decided ? KIND_COMMIT : KIND_VOTE);
        agreement->asked = lowest;
        return;
    }
    if (agreement->decided || !all_have(agreement, ANSWER_VOTE))
        return;
    if (!agreement->prepares)
        prepare(agreement);
    if (all_have(agreement, ANSWER_PREPARED))
        decide(agreement);
}

static bool all_live(const struct MPI_ABI_Group *group) {
    for (int i = 0; i < failure_count; i++)
        if (group_find(group, failure_dead[i]) != MPI_UNDEFINED)
            return false;
    return true;
}

void agree_again(uint64_t stamp) {
    for (struct agreement *agreement = agreements; agreement; agreement = agreement->next) {
        if (stamp > agreement->time)
            agreement->time = stamp;
        agreement->exchanges = agreement->exchanges && all_live(agreement->group);
        go_on(agreement);
    }
}

/* ---- What others tell ---- */

static void take_value(struct agreement *agreement, const uint64_t *value) {
    memcpy(agreement->value, value, value_words(agreement->group) * sizeof *value);
    agreement->prepared = true;
}

static void take_vote(struct agreement *agreement, int rank, const uint64_t *value) {
    if (agreement->decided) {
        tell(agreement, rank, KIND_COMMIT);
        return;
    }
    put_together(agreement->group, agreement->sum, value);
    agreement->answers[rank] |= ANSWER_VOTE;
}

/* Takes in the message of a round of either exchange, which may not have begun here. */
static void take_round(struct agreement *agreement, const struct told *told) {
    bool first = told->kind == KIND_EXCHANGE;
    int round = (int)told->round + (first ? 0 : exchange_rounds(agreement->group));
    agreement->here |= UINT32_C(1) << round;
    agreement->come[round].stamp = told->stamp;
    agreement->come[round].word = first ? told->word[0] : 0;
}

/* Whether a message of a process is one that it may send: it has as many words as its kind has,
 * does not say that this process is dead, and its round is one that leads from that process to this
 * one. */
static bool is_part(const struct agreement *agreement, const struct told *told, int rank) {
    const struct MPI_ABI_Group *group = agreement->group;
    if (told->kind != KIND_EXCHANGE && told->kind != KIND_CHECK)
        return told->round == 0 &&
               (told->kind == KIND_PREPARED
                    ? told->words == 0
                    : told->words == value_words(group) && !has(told->word + 1, group->rank));
    return told->words == (told->kind == KIND_EXCHANGE) &&
           told->round < (uint32_t)exchange_rounds(group) &&
           (rank + (1 << told->round)) % group->size == group->rank;
}

void agree_take(const struct agreement *agreement) {
    if (agreement->stamp != 0)
        active_take(agreement->source, agreement->stamp, agreement->bytes);
}

static void take(struct agreement *agreement, const struct told *told) {
    int rank = group_find(agreement->group, (int)told->source);
    if (rank == MPI_UNDEFINED || !is_part(agreement, told, rank))
        answer_broken(told->source, "invalid message of an agreement");
    if (told->kind > KIND_CHECK)
        note_time(agreement, told->source, told->stamp, told->words * sizeof *told->word);
    if (told->kind <= KIND_CHECK) {
        take_round(agreement, told);
    } else if (told->kind == KIND_VOTE) {
        take_vote(agreement, rank, told->word);
    } else if (told->kind == KIND_PREPARED) {
        agreement->answers[rank] |= ANSWER_PREPARED;
    } else if (!agreement->decided) {
        take_value(agreement, told->word);
        if (told->kind == KIND_PREPARE)
            tell(agreement, rank, KIND_PREPARED);
        else
            decide(agreement);
    }
    go_on(agreement);
}

static struct told *told_of(struct incoming *arrival) {
    return (struct told *)((char *)arrival - offsetof(struct told, arrival));
}

static void has_arrived(struct incoming *arrival) {
    struct told *told = told_of(arrival);
    struct agreement *agreement = find(told->context, told->number);
    if (agreement) {
        take(agreement, told);
        free(told);
        return;
    }
    MPI_Comm comm = comm_find(told->context);
    if (comm && told->number < comm->agreements) {
        free(told); /* the agreement has ended here, and been freed */
        return;
    }
    struct told **link = &early;
    while (*link)
        link = &(*link)->next;
    *link = told;
}

bool agree_lost(struct incoming *arrival) {
    if (arrival->end != has_arrived)
        return false;
    free(told_of(arrival));
    return true;
}

struct active_place agree_told(uint32_t source, const struct envelope *envelope, size_t bytes,
                               uint64_t stamp) {
    size_t most = value_words(comm_world.local);
    if ((envelope->number & KIND_MASK) >= KINDS || bytes % sizeof(uint64_t) != 0 ||
        bytes > most * sizeof(uint64_t))
        answer_broken(source, "invalid message of an agreement");
    struct told *told = malloc(sizeof *told + bytes);
    if (!told) {
        answer_no_memory(source, bytes);
        return (struct active_place){NULL, NULL}; /* for cppcheck, as this never comes */
    }
    *told = (struct told){.arrival = {has_arrived},
                          .stamp = stamp,
                          .source = source,
                          .context = match_context(envelope->key),
                          .number = match_tag(envelope->key),
                          .kind = (enum kind)(envelope->number & KIND_MASK),
                          .round = envelope->number >> KIND_BITS,
                          .words = bytes / sizeof(uint64_t)};
    return (struct active_place){told->word, &told->arrival};
}

/* ---- Beginning ---- */

static void free_agreement(struct agreement *agreement) {
    group_release(agreement->group);
    free(agreement->value);
    free(agreement->answers);
    free(agreement);
}

/* Frees the agreements before the last one of a communicator that is decided, of which nobody asks
 * any more: all that live have begun that one, and so decided those. */
static void free_old(uint32_t context) {
    struct agreement **link = &agreements;
    while (*link) {
        struct agreement *agreement = *link;
        const struct agreement *after = find(context, agreement->number + 1);
        if (agreement->context != context || !after || !after->decided) {
            link = &agreement->next;
            continue;
        }
        *link = agreement->next;
        free_agreement(agreement);
    }
}

/* Takes in what has come too early, in the order in which it has come. */
static void take_early(struct agreement *agreement) {
    struct told **link = &early;
    while (*link) {
        struct told *told = *link;
        if (told->context != agreement->context || told->number != agreement->number) {
            link = &told->next;
            continue;
        }
        *link = told->next;
        take(agreement, told);
        free(told);
    }
}

bool agree_begin(const struct agreement *given, int flag, int known) {
    MPI_Group group = given->group;
    struct agreement *agreement = malloc(sizeof *agreement);
    uint64_t *value = calloc(2 * value_words(group), sizeof *value);
    uint8_t *answers = calloc((size_t)group->size, sizeof *answers);
    if (!agreement || !value || !answers) {
        free(agreement);
        free(value);
        free(answers);
        return false;
    }
    *agreement = *given;
    free_old(given->context);
    group_keep(group);
    agreement->value = value;
    agreement->sum = value + value_words(group);
    agreement->answers = answers;
    agreement->asked = -1;
    agreement->time = transfer_now();
    agreement->exchanges = all_live(group);
    value[0] = agreement->exchanged = (uint32_t)flag;
    if (given->shrinks && agreement->exchanges && group->rank == 0)
        agreement->exchanged |= (uint64_t)context_take() << CONTEXT_SHIFT;
    add_dead(group, failed_in(group, value), failure_count);
    add_dead(group, acknowledged_in(group, value), known);
    memcpy(agreement->sum, value, value_words(group) * sizeof *value);
    agreement->next = agreements;
    agreements = agreement;
    take_early(agreement);
    go_on(agreement);
    return true;
}
