#include "net/record/record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "cube.h"
#include "formats/operations.h"
#include "net/clock/journal.h"
#include "net/node.h"
#include "net/physical.h"
#include "net/system/system.h"

/* The part of one link has six numbers of at most 20 digits, and fewer than 80 other characters. */
enum { RECORD_BYTES = 128 + CUBE_DIMENSIONS * 200 };
static_assert(RECORD_BYTES <= CUBE_RECORD_BYTES, "a record is one system call");

struct text {
    char bytes[RECORD_BYTES];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format,
                                                         ...) {
    va_list arguments;
    va_start(arguments, format);
    text->length += (size_t)vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length,
                                      format, arguments);
    va_end(arguments);
}

/* Hands the record over. The kernel adds the physical node's number. All numbers of nodes and
 * dimensions in records are physical. */
static void write_record(const struct text *text) {
    system_record(text->bytes, text->length);
}

void record_write(uint64_t cycles, uint64_t time) {
    static struct text text;
    struct cube_stats stats;
    cube_stats(&stats);
    append(&text, "{\"meters\":{\"dimension\":%d,\"steps\":%" PRIu32 ",\"links\":[", cube_dim(),
           stats.steps);
    for (int d = 0; d < cube_dim(); d++) {
        const struct cube_link_stats *link = &stats.link[d];
        append(&text,
               "%s{\"dimension\":%d,\"packets\":%" PRIu64 ",\"bytes\":%" PRIu64
               ",\"routed_packets\":%" PRIu64 ",\"routed_bytes\":%" PRIu64 ",\"slots\":%" PRIu64
               "}",
               d ? "," : "", d, link->packets, link->bytes, link->routed_packets,
               link->routed_bytes, link->slots);
    }
    append(&text, "],\"cycles\":%" PRIu64, cycles);
    if (cube_timed())
        append(&text, ",\"clock\":%" PRIu64 ",\"excess\":%" PRIu64, time,
               (uint64_t)system_node_page()->excess);
    append(&text, "}}");
    write_record(&text);
}

static struct cube_meters meters;

void record_count(void) {
    struct cube_stats stats;
    cube_stats(&stats);
    for (uint32_t d = 0; d < node.dimension; d++) {
        uint8_t port = physical.dimension[d];
        const struct cube_link_stats *link = &stats.link[port];
        meters.link[port] = (struct cube_meter){
            link->packets,      link->bytes, link->routed_packets,
            link->routed_bytes, link->slots, node.cleared[d].direct + node.cleared[d].routed};
    }
}

const struct cube_meters *record_meters(void) {
    record_count();
    return &meters;
}

/* Writes where the time went, link by link. All time in which the clock did not wait for a packet
 * was work. */
static void write_profile(uint64_t time) {
    struct text text = {.length = 0};
    uint64_t work = time;
    for (uint32_t d = 0; d < node.dimension; d++)
        work -= journal_link(d)->receiving + journal_link(d)->waiting;
    append(&text, "{\"profile\":{\"clock\":%" PRIu64 ",\"work\":%" PRIu64 ",\"links\":[", time,
           work);
    for (uint32_t k = 0; k < node.dimension; k++) {
        const struct journal_link *link = journal_link(physical.order[k]);
        append(&text,
               "%s{\"sending\":%" PRIu64 ",\"receiving\":%" PRIu64 ",\"waiting\":%" PRIu64 "}",
               k ? "," : "", link->sending, link->receiving, link->waiting);
    }
    append(&text, "]}}");
    write_record(&text);
}

/* Returns the name of an operation, given as it is in a header: one of net's own or a collective
 * one. */
static const char *name_of(uint32_t operation) {
    const char *name = journal_operation(operation);
    if (!name)
        name = operation_name(operation);
    return name ? name : "other";
}

static unsigned port_of(uint32_t dimension) {
    return physical.dimension[dimension];
}

/* Appends what the call of an entry is. Its text has names that the program may have chosen, so
 * only characters of ASCII that JSON takes as they are go into the record. */
static void append_call(struct text *text, const struct journal_entry *entry) {
    const char *call = journal_text(entry);
    if (entry->kind == JOURNAL_TAKEN && !entry->first)
        append(text, ",\"piece\":true");
    if (entry->back)
        append(text, ",\"back\":%" PRIu64, entry->back);
    if (!call)
        return;
    append(text, ",\"number\":%" PRIu32 ",\"call\":\"", entry->number);
    for (; *call; call++)
        append(text, "%c",
               *call >= ' ' && *call <= '~' && *call != '"' && *call != '\\' ? *call : '?');
    append(text, "\"");
}

static void write_event(const struct journal_entry *entry) {
    static const char *const kinds[] = {"sent", "passed", "taken"};
    struct text text = {.length = 0};
    append(&text,
           "{\"event\":{\"kind\":\"%s\",\"port\":%u,\"operation\":\"%s\",\"step\":%u,\"bytes\":"
           "%" PRIu64 ",\"stamp\":%" PRIu64,
           kinds[entry->kind], port_of(entry->flow.dimension), name_of(entry->flow.operation),
           (unsigned)entry->flow.step, entry->bytes, entry->stamp);
    if (entry->kind == JOURNAL_PASSED)
        append(&text, ",\"from\":%u", port_of(entry->from));
    else
        append(&text, ",\"time\":%" PRIu64, entry->time);
    if (entry->kind == JOURNAL_TAKEN)
        append(&text, ",\"begun\":%" PRIu64, entry->begun);
    if (entry->flow.peer != CUBE_NOBODY)
        append(&text, ",\"peer\":%u", (unsigned)physical_node(entry->flow.peer));
    append_call(&text, entry);
    append(&text, "}}");
    write_record(&text);
}

/* Writes that a packet left: when its first byte left, and on which link or to which node. */
static void write_packet(const struct journal_entry *entry) {
    struct text text = {.length = 0};
    const struct flow *flow = &entry->flow;
    if (entry->kind == JOURNAL_TAKEN)
        return;
    if (flow->peer != CUBE_NOBODY)
        append(&text, "{\"packet\":{\"to\":%u", (unsigned)physical_node(flow->peer));
    else
        append(&text, "{\"packet\":{\"port\":%u", port_of(flow->dimension));
    if (entry->kind == JOURNAL_PASSED)
        append(&text, ",\"from\":%u", port_of(entry->from));
    append(&text, ",\"bytes\":%" PRIu64 ",\"time\":%" PRIu64 ",\"operation\":\"%s\",\"step\":%u}}",
           entry->bytes, entry->stamp - node.clock.costs.hop, name_of(flow->operation),
           (unsigned)flow->step);
    write_record(&text);
}

void record_journal(uint64_t time) {
    uint32_t flags = system_node_page()->flags;
    const struct journal_entry *entry;
    if (flags & CUBE_PAGE_PROFILE)
        write_profile(time);
    for (size_t i = 0; node.time.journal && (entry = journal_at(i)); i++) {
        if (flags & CUBE_PAGE_PROFILE)
            write_event(entry);
        if (flags & CUBE_PAGE_RECORD)
            write_packet(entry);
    }
}
