#include "tools/replaying/replaying.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

/* ---- A line: a JSON object of numbers and strings ---- */

enum member { NODE, BYTES, TIME, TO, PORT, FROM, STEP, OPERATION, NODES, TH, TW, TS, GAP, MEMBERS };
static const char names[MEMBERS][10] = {"node",      "bytes", "time", "to", "port", "from", "step",
                                        "operation", "nodes", "th",   "tw", "ts",   "gap"};

struct value {
    bool is_given, is_whole;
    uint64_t number;
    const char *text; /* of a string, as it is written; else null */
    size_t bytes;
};

/* The end of a string from behind its first quotation mark. */
static char *string_end(const struct lines *lines, char *at) {
    for (; *at != '"'; at++) {
        at += *at == '\\';
        if ((unsigned char)*at < ' ')
            lines_refuse(lines, "a string without end, or with a control character");
    }
    return at;
}

/* Reads a value. Returns what follows it. */
static char *read_value(const struct lines *lines, char *at, struct value *value) {
    char *begin = at;
    *value = (struct value){.is_given = true};
    if (*at == '"') {
        at = string_end(lines, begin + 1);
        value->text = begin + 1;
        value->bytes = (size_t)(at - value->text);
        return at + 1;
    }
    for (; *at >= '0' && *at <= '9' && at - begin < 16; at++)
        value->number = 10 * value->number + (uint64_t)(*at - '0');
    size_t more = strcspn(at, " \t\r,:\"[]{}");
    value->is_whole = more == 0 && (*begin != '0' || at == begin + 1);
    if (at + more == begin)
        lines_refuse(lines, "a value is neither a number nor a string");
    return at + more;
}

/* The member of this name, or MEMBERS. */
static enum member member_of(const char *name, size_t bytes) {
    enum member member = bytes < sizeof names[0] ? NODE : MEMBERS;
    while (member < MEMBERS && (names[member][0] != *name || names[member][bytes] != '\0' ||
                                memcmp(names[member], name, bytes) != 0))
        member++;
    return member;
}

/* Of equal names the last one counts. Other names are values[MEMBERS]. */
static void read_object(const struct lines *lines, char *at, struct value values[MEMBERS + 1]) {
    memset(values, 0, (MEMBERS + 1) * sizeof *values);
    if (*at != '{')
        lines_refuse(lines, "not an object");
    do {
        char *name = space(at + 1) + 1;
        if (name[-1] != '"')
            lines_refuse(lines, "the name of a value is missing");
        at = string_end(lines, name);
        struct value *value = &values[member_of(name, (size_t)(at - name))];
        at = space(at + 1);
        if (*at != ':')
            lines_refuse(lines, "a name without a colon");
        at = space(read_value(lines, space(at + 1), value));
    } while (*at == ',');
    if (*at != '}' || *space(at + 1))
        lines_refuse(lines, "a comma or a brace is missing, or text follows");
}

/* The next line that is not blank; false at the end. */
static bool read_line(struct lines *lines, struct value values[MEMBERS + 1]) {
    char *line;
    do {
        line = lines_next(lines);
    } while (line && !*line);
    if (line)
        read_object(lines, line, values);
    return line;
}

static uint64_t whole(const struct lines *lines, const struct value *values, enum member member,
                      int64_t most) {
    if (!values[member].is_whole || (int64_t)values[member].number > most)
        lines_refuse(lines, "%s has to be a whole number from 0 to %" PRId64, names[member], most);
    return values[member].number;
}

/* The same where a member may be missing: 0. */
static uint64_t optional(const struct lines *lines, const struct value *values, enum member member,
                         int64_t most) {
    return values[member].is_given ? whole(lines, values, member, most) : 0;
}

/* Reads the costs. Returns the dimension of the cube. */
static uint32_t read_head(struct lines *lines, struct network *network) {
    struct value values[MEMBERS + 1];
    if (!read_line(lines, values))
        lines_refuse(lines, "empty");
    uint64_t nodes = whole(lines, values, NODES, 1 << MOST_DIMENSION);
    if (nodes == 0 || nodes & (nodes - 1))
        lines_refuse(lines, "nodes has to be a power of two, not %" PRIu64, nodes);
    network->hop = whole(lines, values, TH, MOST_NUMBER);
    network->byte = whole(lines, values, TW, MOST_NUMBER);
    network->gap = optional(lines, values, GAP, MOST_NUMBER);
    optional(lines, values, TS, MOST_NUMBER);
    return (uint32_t)__builtin_ctzll(nodes);
}

/* ---- Records ---- */

enum kind { OWN, ROUTED, RELAYED };

struct record {
    uint64_t time, bytes;
    uint32_t node, way; /* way: the port; the destination of one that is routed */
    uint32_t number;    /* in the file */
    uint32_t step;
    uint32_t hop;        /* the record of the packet's next hop */
    uint32_t tail, next; /* of a packet: the record of its last hop; a list of packets that wait */
    uint8_t kind, from;
};

/* Packets that came over a link in a step and are not passed on yet. */
struct queue {
    uint32_t first, last;
};

struct recording {
    struct record *records;
    uint32_t count, relays;
    struct names steps, meetings;
    struct queue *queues; /* of each meeting: node, port and step */
};

/* What distinguishes the steps of a run: operation and step. */
static uint32_t step_of(struct names *steps, const struct lines *lines,
                        const struct value *values) {
    static char key[LINE_BYTES + sizeof(uint64_t)];
    struct value operation = {.text = "routed", .bytes = strlen("routed")};
    if (values[OPERATION].is_given)
        operation = values[OPERATION];
    if (!operation.text)
        lines_refuse(lines, "operation has to be a text");
    uint64_t step = optional(lines, values, STEP, MOST_NUMBER);
    memcpy(key, &step, sizeof step);
    memcpy(key + sizeof step, operation.text, operation.bytes);
    return names_number(steps, key, sizeof step + operation.bytes, true);
}

static void read_records(struct recording *recording, struct lines *lines, uint32_t dimension) {
    struct value values[MEMBERS + 1];
    const int64_t last = (INT64_C(1) << dimension) - 1, port = (int64_t)dimension - 1;
    for (; read_line(lines, values); recording->count++) {
        bool is_routed = values[TO].is_given, is_relayed = !is_routed && values[FROM].is_given;
        if (recording->count == MOST_PACKETS)
            lines_refuse(lines, "more than %d packets", MOST_PACKETS);
        recording->records =
            grown(recording->records, recording->count, sizeof *recording->records);
        recording->records[recording->count] = (struct record){
            .node = (uint32_t)whole(lines, values, NODE, last),
            .bytes = whole(lines, values, BYTES, MOST_NUMBER),
            .time = whole(lines, values, TIME, MOST_NUMBER),
            .way = (uint32_t)whole(lines, values, is_routed ? TO : PORT, is_routed ? last : port),
            .from = (uint8_t)optional(lines, values, FROM, port),
            .kind = is_routed    ? ROUTED
                    : is_relayed ? RELAYED
                                 : OWN,
            .step = step_of(&recording->steps, lines, values),
            .number = recording->count,
            .hop = NONE,
        };
        recording->relays += is_relayed;
    }
}

static int by_time(const void *one, const void *other) {
    const struct record *a = one, *b = other;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

/* ---- Packets: which of them a relay has passed on ---- */

static struct queue *queue_of(struct recording *recording, uint32_t node, uint32_t port,
                              uint32_t step) {
    const uint32_t key[] = {node, port, step};
    uint32_t before = recording->meetings.count;
    uint32_t number = names_number(&recording->meetings, key, sizeof key, true);
    if (number == before) {
        recording->queues = grown(recording->queues, number, sizeof *recording->queues);
        recording->queues[number].first = NONE;
    }
    return &recording->queues[number];
}

/* A packet has come over the link of its last record. */
static void come(struct recording *recording, uint32_t packet) {
    struct record *records = recording->records, *tail = &records[records[packet].tail];
    struct queue *queue = queue_of(recording, tail->node, tail->way, tail->step);
    if (queue->first == NONE)
        queue->first = packet;
    else
        records[queue->last].next = packet;
    records[packet].next = NONE;
    queue->last = packet;
}

/* Whether there is a packet that the relay has passed on. */
static bool pass_on(struct recording *recording, uint32_t relay) {
    struct record *records = recording->records;
    uint32_t node = records[relay].node, port = records[relay].from;
    struct queue *queue = queue_of(recording, node ^ 1u << port, port, records[relay].step);
    uint32_t packet = queue->first;
    if (packet == NONE)
        return false;
    queue->first = records[packet].next;
    records[records[packet].tail].hop = relay;
    records[packet].tail = relay;
    come(recording, packet);
    return true;
}

static int ascending(const void *one, const void *other) {
    const uint64_t *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

/* Goes over the relays, link by link in the order of their first ones, until none has a packet left
 * to pass on. If links take no time, a relay may stand before what it has passed on. */
static void join(struct recording *recording) {
    struct names links = {0};
    uint64_t *left = zeros(recording->relays, sizeof *left); /* link and relay */
    uint32_t count = 0, before = NONE;
    for (uint32_t i = 0; i < recording->count; i++) {
        const struct record *record = &recording->records[i];
        const uint32_t link[] = {record->node, record->from};
        if (record->kind == OWN)
            come(recording, i);
        else if (record->kind == RELAYED)
            left[count++] = (uint64_t)names_number(&links, link, sizeof link, true) << 32 | i;
    }
    qsort(left, count, sizeof *left, ascending);
    while (count > 0 && count < before) {
        before = count;
        count = 0;
        for (uint32_t i = 0; i < before; i++)
            if (!pass_on(recording, (uint32_t)left[i]))
                left[count++] = left[i];
    }
    release(left);
    if (count > 0)
        fail(EX_USAGE, "not a valid recording (a node forwards a packet that it never received)");
}

static void add_packet(struct network *network, const struct record *records, uint32_t first) {
    const struct record *record = &records[first];
    struct packet *packet = network_add(network);
    packet->time = record->time;
    packet->bytes = record->bytes;
    packet->step = record->step;
    if (record->kind == ROUTED)
        network_route(network, record->node, record->way);
    else
        for (uint32_t hop = first; hop != NONE; hop = records[hop].hop)
            network_hop(network, records[hop].node, records[hop].way);
}

void recording_read(struct lines *lines, struct network *network) {
    struct recording recording = {0};
    network_start(network, read_head(lines, network));
    read_records(&recording, lines, network->dimension);
    if (recording.count > 0)
        qsort(recording.records, recording.count, sizeof *recording.records, by_time);
    for (uint32_t i = 0; i < recording.count; i++)
        recording.records[i].tail = i;
    if (recording.relays > 0)
        join(&recording);
    for (uint32_t i = 0; i < recording.count; i++)
        if (recording.records[i].kind != RELAYED)
            add_packet(network, recording.records, i);
    network->recorded = network->count;
    network->steps = recording.steps.count;
    release(recording.records);
}

void recording_print_messages(struct lines *lines) {
    struct recording recording = {0};
    struct network network = {0};
    uint32_t dimension = read_head(lines, &network);
    read_records(&recording, lines, dimension);
    printf("%u\n", 1u << dimension);
    for (uint32_t i = 0; i < recording.count; i++) {
        const struct record *record = &recording.records[i];
        if (record->kind == ROUTED)
            printf("%" PRIu32 " %" PRIu32 " %" PRIu64 "\n", record->node, record->way,
                   record->bytes);
    }
}
