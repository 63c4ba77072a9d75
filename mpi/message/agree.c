#include "mpi/message/agree.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/message/answer.h"
#include "mpi/message/failure.h"
#include "mpi/message/transfer.h"

/* The kinds of messages, in the envelope's number. A VOTE has one more word in front of the value:
 * 1 + the rank by which its sender is prepared, or 0. */
enum kind { KIND_VOTE, KIND_PREPARE, KIND_PREPARED, KIND_COMMIT, KINDS };

enum { ANSWER_VOTE = 1, ANSWER_PREPARED = 2, WORD_BITS = 64 };

/* A message that has come, or, in the list, has come before its agreement has begun here. */
struct told {
    struct told *next;
    struct incoming arrival;
    uint32_t source, context;
    int number;
    enum kind kind;
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

static uint64_t *failed_in(const struct MPI_ABI_Group *group, uint64_t *value) {
    (void)group;
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

struct sent {
    struct active_sending sending;
    uint64_t word[];
};

static void left(struct active_sending *sending) {
    free(sending);
}

static void tell(const struct agreement *agreement, int rank, enum kind kind) {
    uint32_t to = (uint32_t)agreement->group->world[rank];
    size_t words = kind == KIND_PREPARED ? 0 : value_words(agreement->group), first = 0;
    struct sent *sent = malloc(sizeof *sent + (words + 1) * sizeof *sent->word);
    if (!sent) {
        answer_no_memory(to, sizeof *sent);
        return; /* for cppcheck, as this never comes */
    }
    if (kind == KIND_VOTE)
        sent->word[first++] = (uint64_t)agreement->prepared_by + 1;
    memcpy(sent->word + first, agreement->value, words * sizeof *sent->word);
    words += first;
    const struct envelope envelope = {
        .kind = ENVELOPE_AGREE,
        .key = match_key(agreement->context, agreement->number),
        .number = kind,
        .bytes = words * sizeof *sent->word,
    };
    sent->sending = (struct active_sending){.header = answer_header(to, envelope),
                                            .data = sent->word,
                                            .bytes = words * sizeof *sent->word,
                                            .to = to,
                                            .left = left};
    active_send_from(&sent->sending, transfer_now());
    if (active_has_left(&sent->sending))
        free(sent);
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

static void decide(struct agreement *agreement) {
    agreement->decided = true;
    agreement->ended(agreement, agreement->request);
}

static void prepare(struct agreement *agreement) {
    const struct MPI_ABI_Group *group = agreement->group;
    if (agreement->prepared_by < 0) {
        memcpy(agreement->value, agreement->sum, value_words(group) * sizeof *agreement->value);
        add_dead(group, failed_in(group, agreement->value), failure_count);
        if (agreement->shrinks)
            agreement->value[0] = (uint32_t)agreement->value[0] | (uint64_t)comm_context_take()
                                                                      << 32;
    }
    agreement->prepared_by = group->rank;
    agreement->prepares = true;
    tell_all(agreement, KIND_PREPARE);
}

/* Does what can be done now, as the coordinator or for it. */
static void go_on(struct agreement *agreement) {
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
    if (!all_have(agreement, ANSWER_PREPARED))
        return;
    tell_all(agreement, KIND_COMMIT);
    decide(agreement);
}

void agree_again(void) {
    for (struct agreement *agreement = agreements; agreement; agreement = agreement->next)
        go_on(agreement);
}

/* ---- What others tell ---- */

static void take_value(struct agreement *agreement, int prepared_by, const uint64_t *value) {
    memcpy(agreement->value, value, value_words(agreement->group) * sizeof *value);
    agreement->prepared_by = prepared_by;
}

static void take_vote(struct agreement *agreement, int rank, const uint64_t *word) {
    int prepared_by = (int)word[0] - 1;
    if (agreement->decided) {
        tell(agreement, rank, KIND_COMMIT);
        return;
    }
    if (prepared_by > agreement->prepared_by)
        take_value(agreement, prepared_by, word + 1);
    put_together(agreement->group, agreement->sum, word + 1);
    agreement->answers[rank] |= ANSWER_VOTE;
}

/* Whether a message has as many words as its kind has. */
static bool is_long_enough(const struct agreement *agreement, const struct told *told) {
    size_t words = value_words(agreement->group);
    return told->words == (told->kind == KIND_VOTE       ? words + 1
                           : told->kind == KIND_PREPARED ? 0
                                                         : words);
}

static void take(struct agreement *agreement, const struct told *told) {
    int rank = group_find(agreement->group, (int)told->source);
    if (rank == MPI_UNDEFINED || !is_long_enough(agreement, told))
        answer_broken(told->source, "a part of an agreement that is not as it should be");
    if (told->kind == KIND_VOTE) {
        take_vote(agreement, rank, told->word);
    } else if (told->kind == KIND_PREPARED) {
        agreement->answers[rank] |= ANSWER_PREPARED;
    } else if (!agreement->decided) {
        take_value(agreement, rank, told->word);
        if (told->kind == KIND_PREPARE)
            tell(agreement, rank, KIND_PREPARED);
        else
            decide(agreement);
    }
    go_on(agreement);
}

static struct agreement *find(uint32_t context, int number) {
    struct agreement *agreement = agreements;
    while (agreement && (agreement->context != context || agreement->number != number))
        agreement = agreement->next;
    return agreement;
}

static void has_arrived(struct incoming *arrival) {
    struct told *told = (struct told *)((char *)arrival - offsetof(struct told, arrival));
    struct agreement *agreement = find(told->context, told->number);
    if (agreement) {
        take(agreement, told);
        free(told);
        return;
    }
    struct told **link = &early;
    while (*link)
        link = &(*link)->next;
    *link = told;
}

struct active_place agree_told(uint32_t source, const struct envelope *envelope, size_t bytes) {
    size_t most = value_words(comm_world.local) + 1;
    if (envelope->number >= KINDS || bytes % sizeof(uint64_t) != 0 ||
        bytes > most * sizeof(uint64_t))
        answer_broken(source, "a part of an agreement that is not as it should be");
    struct told *told = malloc(sizeof *told + bytes);
    if (!told) {
        answer_no_memory(source, bytes);
        return (struct active_place){NULL, NULL}; /* for cppcheck, as this never comes */
    }
    *told = (struct told){.arrival = {has_arrived},
                          .source = source,
                          .context = match_context(envelope->key),
                          .number = match_tag(envelope->key),
                          .kind = (enum kind)envelope->number,
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

/* Frees the agreements before the last one of a communicator, of which nobody asks any more: who
 * has decided the last one has decided those. */
static void free_old(uint32_t context, int number) {
    struct agreement **link = &agreements;
    while (*link) {
        struct agreement *agreement = *link;
        if (agreement->context != context || number - agreement->number < 2) {
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
    free_old(given->context, given->number);
    group_keep(group);
    agreement->value = value;
    agreement->sum = value + value_words(group);
    agreement->answers = answers;
    agreement->prepared_by = agreement->asked = -1;
    value[0] = (uint32_t)flag;
    add_dead(group, failed_in(group, value), failure_count);
    add_dead(group, acknowledged_in(group, value), known);
    memcpy(agreement->sum, value, value_words(group) * sizeof *value);
    agreement->next = agreements;
    agreements = agreement;
    take_early(agreement);
    go_on(agreement);
    return true;
}
