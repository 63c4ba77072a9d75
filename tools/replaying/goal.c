#include "tools/replaying/replaying.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum kind { CALC, SEND, RECV };

struct operation {
    uint64_t size;     /* of a calculation: its time */
    uint32_t subject;  /* a calculation's rank, a send's packet, a receive's channel */
    uint32_t missing;  /* requirements that are not met */
    uint32_t required; /* a list of requirements that this operation meets */
    uint32_t next;     /* in the list that it waits in */
    uint32_t line;
    uint8_t kind;
    bool has_ended;
};

struct requirement {
    uint32_t operation, next;
    bool of_start; /* is met when the other operation begins */
};

/* Messages and receives of one source, destination and tag. */
struct channel {
    uint32_t first, last; /* a list of receives that wait */
    uint32_t arrived;     /* messages that no receive has taken */
    uint32_t line;        /* of the last send */
};

struct goal {
    struct network *network;
    uint64_t start;
    struct operation *operations;
    struct requirement *requirements;
    struct channel *channels;
    uint32_t count, requirement_count, labelled_count;
    uint32_t *labelled;                       /* operations by the number of their label */
    struct names labels, tags, channel_names; /* labels: of the rank that is read */
    uint32_t *channel_of;                     /* by packet */
    uint64_t *busy;                           /* by rank, the time until which it calculates */
    uint32_t first, last;                     /* a list of operations that can begin */
    uint32_t left;                            /* operations that have not ended */
};

/* ---- Reading ---- */

enum { MOST_WORDS = 12 }; /* l2: send 8b to 1 tag 0 cpu 0 nic 0 */

struct reader {
    struct lines *lines;
    struct goal *goal;
    uint32_t ranks, rank; /* rank: NONE outside of all */
    bool *seen;           /* ranks */
};

/* Splits a line into words, and a null behind the last one. A colon ends a word. */
static void split(const struct lines *lines, char *at, char *words[MOST_WORDS + 1]) {
    size_t count = 0;
    for (; *at; count++) {
        if (count == MOST_WORDS)
            lines_refuse(lines, "more than %d words", MOST_WORDS);
        words[count] = at;
        at += strcspn(at, " \t\r:");
        if (*at)
            *at++ = '\0';
        at = space(at);
    }
    words[count] = NULL;
}

static bool is(const char *word, const char *other) {
    return word && strcmp(word, other) == 0;
}

/* The number that a word is, with a unit behind it. */
static uint64_t number(const struct reader *reader, const char *word, const char *unit,
                       uint64_t most) {
    uint64_t value = 0;
    const char *at = word = word ? word : "";
    for (; *at >= '0' && *at <= '9' && value <= most; at++)
        value = 10 * value + (uint64_t)(*at - '0');
    if (at == word || value > most || !is(at, unit))
        lines_refuse(reader->lines, "'%.40s' is not a whole number from 0 to %" PRIu64 "%s", word,
                     most, unit);
    return value;
}

static uint32_t channel(struct goal *goal, uint32_t from, uint32_t to, uint32_t tag) {
    const uint32_t key[] = {from, to, tag};
    uint32_t before = goal->channel_names.count;
    uint32_t number = names_number(&goal->channel_names, key, sizeof key, true);
    if (number == before) {
        goal->channels = grown(goal->channels, number, sizeof *goal->channels);
        goal->channels[number] = (struct channel){.first = NONE};
    }
    return number;
}

static uint32_t add_packet(struct reader *reader, uint32_t to, uint32_t tag, uint64_t bytes) {
    struct goal *goal = reader->goal;
    uint32_t number = goal->network->count;
    struct packet *packet = network_add(goal->network);
    packet->bytes = bytes;
    packet->step = names_number(&goal->tags, &tag, sizeof tag, true);
    network_route(goal->network, reader->rank, to);
    goal->channel_of = grown(goal->channel_of, number, sizeof *goal->channel_of);
    goal->channel_of[number] = channel(goal, reader->rank, to, tag);
    goal->channels[goal->channel_of[number]].line = (uint32_t)reader->lines->number;
    return number;
}

/* Reads "calc 5 cpu 0", "send 8b to 1 tag 0 cpu 0 nic 0" or "recv 8b from 1 tag 0 cpu 0 nic 0", of
 * which the last pairs may be missing. */
static void add_operation(struct reader *reader, enum kind kind, char **word) {
    static const char *const towards[] = {"", "to", "from"};
    struct goal *goal = reader->goal;
    uint32_t peer = 0, tag = 0;
    uint64_t size = number(reader, word[1], kind == CALC ? "" : "b", MOST_NUMBER);
    word += 2;
    if (kind != CALC) {
        if (!is(word[0], towards[kind]))
            lines_refuse(reader->lines, "'%s' is missing", towards[kind]);
        peer = (uint32_t)number(reader, word[1], "", reader->ranks - 1);
        word += 2;
    }
    for (; word[0]; word += 2) {
        bool is_tag = kind != CALC && is(word[0], "tag");
        if (!is_tag && !is(word[0], "cpu") && !is(word[0], "nic"))
            lines_refuse(reader->lines, "unknown word '%.40s'", word[0]);
        uint32_t value = (uint32_t)number(reader, word[1], "", NONE - 1);
        tag = is_tag ? value : tag;
    }
    if (goal->count == MOST_PACKETS)
        lines_refuse(reader->lines, "more than %d operations", MOST_PACKETS);
    goal->operations = grown(goal->operations, goal->count, sizeof *goal->operations);
    goal->operations[goal->count++] = (struct operation){
        .kind = (uint8_t)kind,
        .size = size,
        .subject = kind == CALC   ? reader->rank
                   : kind == SEND ? add_packet(reader, peer, tag, size)
                                  : channel(goal, peer, reader->rank, tag),
        .required = NONE,
        .line = (uint32_t)reader->lines->number,
    };
}

static void add_label(struct reader *reader, const char *label) {
    struct goal *goal = reader->goal;
    uint32_t number = goal->labels.count;
    if (*label == '\0')
        lines_refuse(reader->lines, "a label is missing before ':'");
    if (names_number(&goal->labels, label, strlen(label), true) != number)
        lines_refuse(reader->lines, "label '%.40s' comes twice", label);
    goal->labelled = grown(goal->labelled, number, sizeof *goal->labelled);
    goal->labelled[number] = goal->count;
}

static uint32_t labelled(struct reader *reader, const char *label) {
    uint32_t number = names_number(&reader->goal->labels, label, strlen(label), false);
    if (number == NONE)
        lines_refuse(reader->lines, "unknown label '%.40s'", label);
    return reader->goal->labelled[number];
}

static void add_requirement(struct reader *reader, char **words) {
    struct goal *goal = reader->goal;
    uint32_t operation = labelled(reader, words[0]), other = labelled(reader, words[2]);
    uint32_t number = goal->requirement_count++;
    if (number == MOST_PACKETS)
        lines_refuse(reader->lines, "more than %d requirements", MOST_PACKETS);
    goal->requirements = grown(goal->requirements, number, sizeof *goal->requirements);
    goal->requirements[number] =
        (struct requirement){operation, goal->operations[other].required, words[1][0] == 'i'};
    goal->operations[other].required = number;
    goal->operations[operation].missing++;
}

static void begin_ranks(struct reader *reader, uint64_t ranks) {
    uint32_t dimension = 0;
    if (ranks == 0 || reader->ranks > 0)
        lines_refuse(reader->lines, "num_ranks is 0, or comes twice");
    while (UINT64_C(1) << dimension < ranks)
        dimension++;
    reader->ranks = (uint32_t)ranks;
    reader->seen = zeros(ranks, sizeof *reader->seen);
    reader->goal->busy = zeros(ranks, sizeof *reader->goal->busy);
    network_start(reader->goal->network, dimension);
}

static void begin_rank(struct reader *reader, uint32_t rank) {
    if (reader->rank != NONE || reader->seen[rank])
        lines_refuse(reader->lines, "rank %" PRIu32 " comes twice, or within another one", rank);
    reader->seen[rank] = true;
    reader->rank = rank;
    names_clear(&reader->goal->labels);
}

/* An operation with or without a label, or what one requires. */
static void read_statement(struct reader *reader, char **words) {
    static const char *const kinds[] = {"calc", "send", "recv"};
    if (is(words[1], "requires") || is(words[1], "irequires")) {
        if (!words[2] || words[3])
            lines_refuse(reader->lines, "not one label behind '%s'", words[1]);
        add_requirement(reader, words);
        return;
    }
    for (enum kind kind = CALC; kind <= RECV; kind++)
        if (is(words[0], kinds[kind])) {
            add_operation(reader, kind, words);
            return;
        } else if (is(words[1], kinds[kind])) {
            add_label(reader, words[0]);
            add_operation(reader, kind, words + 1);
            return;
        }
    lines_refuse(reader->lines, "'%.40s': unknown statement", words[0]);
}

struct goal *goal_read(struct lines *lines, struct network *network) {
    struct reader reader = {lines, zeros(1, sizeof(struct goal)), 0, NONE, NULL};
    char *line, *words[MOST_WORDS + 1];
    reader.goal->network = network;
    while ((line = lines_next(lines))) {
        if (!*line || strncmp(line, "//", 2) == 0)
            continue;
        split(lines, line, words);
        if (is(words[0], "num_ranks") && words[1] && !words[2])
            begin_ranks(&reader, number(&reader, words[1], "", 1 << MOST_DIMENSION));
        else if (reader.ranks > 0 && is(words[0], "rank") && is(words[2], "{") && !words[3])
            begin_rank(&reader, (uint32_t)number(&reader, words[1], "", reader.ranks - 1));
        else if (reader.rank == NONE)
            lines_refuse(lines, "'%.40s' outside of a rank", words[0]);
        else if (is(words[0], "}") && !words[1])
            reader.rank = NONE;
        else
            read_statement(&reader, words);
    }
    if (reader.ranks == 0 || reader.rank != NONE)
        lines_refuse(lines, "the file ends before %s", reader.ranks > 0 ? "'}'" : "num_ranks");
    network->steps = reader.goal->tags.count;
    return reader.goal;
}

/* ---- Carrying out ---- */

static void append(struct goal *goal, uint32_t *first, uint32_t *last, uint32_t number) {
    goal->operations[number].next = NONE;
    if (*first == NONE)
        *first = number;
    else
        goal->operations[*last].next = number;
    *last = number;
}

/* The operation begins or ends: those that required this can begin. */
static void meet(struct goal *goal, uint32_t number, bool is_start) {
    const struct requirement *requirement;
    for (uint32_t i = goal->operations[number].required; i != NONE; i = requirement->next) {
        requirement = &goal->requirements[i];
        if (requirement->of_start == is_start &&
            --goal->operations[requirement->operation].missing == 0)
            append(goal, &goal->first, &goal->last, requirement->operation);
    }
}

static void finish(struct goal *goal, uint32_t number) {
    goal->operations[number].has_ended = true;
    goal->left--;
    meet(goal, number, false);
}

static void send(struct goal *goal, uint32_t number, uint64_t time) {
    struct network *network = goal->network;
    const struct packet *packet = &network->packets[number];
    uint64_t leaves = time_sum(time, goal->start);
    if (packet->hops > 0) {
        uint64_t *sent = &network->links[network->paths[packet->path]].sent;
        leaves = time_sum(*sent > time ? *sent : time, goal->start);
        *sent = time_sum(leaves, network_length(network, packet));
    }
    network_send(network, number, leaves);
}

static void begin(struct goal *goal, uint32_t number, uint64_t time) {
    const struct operation *operation = &goal->operations[number];
    meet(goal, number, true);
    if (operation->kind == CALC) {
        uint64_t *busy = &goal->busy[operation->subject];
        *busy = time_sum(*busy > time ? *busy : time, operation->size);
        network_call(goal->network, *busy, number);
        return;
    }
    if (operation->kind == SEND) {
        send(goal, operation->subject, time);
    } else {
        struct channel *channel = &goal->channels[operation->subject];
        if (channel->arrived == 0) {
            append(goal, &channel->first, &channel->last, number);
            return;
        }
        channel->arrived--;
    }
    finish(goal, number);
}

static void begin_all(struct goal *goal, uint64_t time) {
    while (goal->first != NONE) {
        uint32_t number = goal->first;
        goal->first = goal->operations[number].next;
        begin(goal, number, time);
    }
}

/* A message has arrived, or a calculation has ended. */
static void happened(void *context, uint64_t time, uint32_t number, bool is_packet) {
    struct goal *goal = context;
    if (time > goal->network->end)
        goal->network->end = time;
    if (is_packet) {
        struct channel *channel = &goal->channels[goal->channel_of[number]];
        number = channel->first;
        if (number == NONE) {
            channel->arrived++;
            return;
        }
        channel->first = goal->operations[number].next;
    }
    finish(goal, number);
    begin_all(goal, time);
}

static void fail_if_left(const struct goal *goal) {
    const struct operation *first = NULL;
    for (uint32_t i = 0; i < goal->count; i++) {
        const struct operation *operation = &goal->operations[i];
        if (!operation->has_ended && (!first || (first->missing && !operation->missing)))
            first = operation;
    }
    if (first)
        fail(EXIT_FAILURE, "deadlock: %" PRIu32 " operation%s (first: line %" PRIu32 ", which %s)",
             goal->left, goal->left == 1 ? " never ends" : "s never end", first->line,
             first->missing ? "requires itself" : "receives no message");
    for (uint32_t i = 0; i < goal->channel_names.count; i++)
        if (goal->channels[i].arrived > 0)
            fail(EXIT_FAILURE, "line %" PRIu32 ": the message is never received",
                 goal->channels[i].line);
}

void goal_run(struct goal *goal, uint64_t start) {
    goal->network->happened = happened;
    goal->network->context = goal;
    goal->start = start;
    goal->first = NONE;
    goal->left = goal->count;
    for (uint32_t i = 0; i < goal->count; i++)
        if (goal->operations[i].missing == 0)
            append(goal, &goal->first, &goal->last, i);
    begin_all(goal, 0);
    network_run(goal->network);
    fail_if_left(goal);
}
