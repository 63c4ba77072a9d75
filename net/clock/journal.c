#include "net/clock/journal.h"

#include <string.h>

#include "net/allocate.h"
#include "net/link.h"
#include "net/node.h"

/* How many entries a profile keeps for all nodes together, and how many at most for one node. How
 * many texts there is room for: a call with a further one is told by its name alone. */
enum {
    PROFILE_ALL = 1 << 16,
    PROFILE_MOST = 4096,
    TEXTS_MOST = 1024,
};

/* What lies at the address of the node page's notes. */
struct notes {
    struct journal_text texts[TEXTS_MOST];
    struct journal_entry entries[];
};

NODE_LOCAL struct journal journal;

void journal_start(void) {
    const struct cube_node_page *page = system_node_page();
    struct notes *notes = (struct notes *)page->notes; /* NOLINT(performance-no-int-to-ptr) */
    if ((page->flags & (CUBE_PAGE_PROFILE | CUBE_PAGE_RECORD)) == 0)
        return;
    size_t share = PROFILE_ALL >> node.dimension;
    journal.texts = notes->texts;
    journal.entries = notes->entries;
    journal.whole = page->flags & CUBE_PAGE_RECORD;
    journal.room = journal.whole ? (CUBE_NOTES_BYTES - sizeof *notes) / sizeof notes->entries[0]
                   : share < PROFILE_MOST ? share
                                          : PROFILE_MOST;
    node.time.hidden = 1; /* until the clock starts */
    if (node.time.samples && node.time.turns)
        system_watch(&node.clock.offset, &journal.waited, &node.time.hidden);
}

void journal_end(void) {
    node.time.hidden |= CUBE_WATCH_ENDS;
    node.time.samples = false;
}

void journal_work(uint64_t now, uint64_t units) {
    node.time.hidden++;
    system_sample(CUBE_SAMPLE_WORK, now, units);
    node.time.hidden--;
}

/* Appends a word to the text of *length bytes, as far as there is room, and a zero. */
static void append(struct journal_text *text, size_t *length, const char *word) {
    size_t room = sizeof text->bytes - 1 - *length, bytes = strlen(word);
    if (bytes > room)
        bytes = room;
    memcpy(text->bytes + *length, word, bytes);
    *length += bytes;
    text->bytes[*length] = 0;
}

/* The layer above may call the C library, in which a detour would take the process for one that is
 * at rest: so it has to be told as the allocator is. */
bool journal_describe(struct journal_text *text, uint32_t *number) {
    struct cube_detail detail[CUBE_DETAILS + 1] = {0}; /* the last one ends them */
    size_t length = 0;
    net_allocating(1);
    bool known = wait_describe && wait_describe("", detail);
    net_allocating(-1);
    if (!known)
        return false;
    for (uint32_t i = 0; detail[i].name; i++) {
        append(text, &length, i > 1 ? ", " : i == 1 ? "(" : "");
        append(text, &length, (const char *)(uintptr_t)detail[i].name);
        if (detail[i].word)
            append(text, &length, (const char *)(uintptr_t)detail[i].word);
    }
    append(text, &length, detail[1].name ? ")" : "()");
    *number = (uint32_t)detail[0].number;
    return true;
}

/* Returns the place of a text among those that are kept, and keeps it if it is new. The newest ones
 * come first, because calls come again. Returns 0 if there is no room. */
static uint32_t keep(const struct journal_text *text) {
    for (uint32_t place = journal.text_count; place > 0; place--)
        if (strcmp(journal.texts[place - 1].bytes, text->bytes) == 0)
            return place;
    if (journal.text_count == TEXTS_MOST)
        return 0;
    journal.texts[journal.text_count] = *text;
    return ++journal.text_count;
}

static void set_call(struct journal_entry *entry) {
    struct journal_text text;
    entry->back = system_back();
    if (journal_describe(&text, &entry->number))
        entry->text = keep(&text);
}

void journal_add(const struct journal_entry *entry) {
    if (journal.whole && journal.count == journal.room)
        system_abort("cube: node %u: the record is full (%zu packets)\n", node.number,
                     journal.room);
    struct journal_entry *added = &journal.entries[journal.count++ % journal.room];
    *added = *entry;
    if (entry->kind != JOURNAL_PASSED)
        set_call(added);
    if (entry->kind == JOURNAL_SENT)
        journal.link[entry->flow.dimension].sending +=
            node.clock.costs.start + entry->bytes * node.clock.costs.byte;
}

void journal_take(const struct journal_entry *entry, uint64_t before, uint64_t after) {
    struct journal_link *link = &journal.link[entry->flow.dimension];
    uint64_t left = entry->stamp - node.clock.costs.hop - node.clock.costs.start;
    if (after == before)
        return;
    uint64_t waited = left > before ? left - before : 0;
    link->waiting += waited;
    link->receiving += after - before - waited;
    journal.waited += after - before;
    if (node.time.samples && waited)
        system_sample(CUBE_SAMPLE_WAITING, before + waited, waited);
    if (node.time.samples && before + waited < after)
        system_sample(CUBE_SAMPLE_RECEIVING, after, after - before - waited);
    journal_add(entry);
}

const struct journal_entry *journal_at(size_t i) {
    uint64_t lost = journal.count > journal.room ? journal.count - journal.room : 0;
    if (lost + i >= journal.count)
        return NULL;
    return &journal.entries[(lost + i) % journal.room];
}

const struct journal_link *journal_link(uint32_t dimension) {
    return &journal.link[dimension];
}

const char *journal_text(const struct journal_entry *entry) {
    return entry->text ? journal.texts[entry->text - 1].bytes : NULL;
}

const char *const journal_operations[CUBE_COLLECTIVE_OPERATIONS] = {
    [OPERATION_LINK] = "link",
    [OPERATION_SEND] = "send",
    [OPERATION_ACKNOWLEDGE] = "acknowledge",
    [OPERATION_ACTIVE] = "active",
};

const char *journal_operation(uint32_t operation) {
    uint32_t kind = operation & CUBE_OPERATION_MASK;
    return kind < CUBE_COLLECTIVE_OPERATIONS ? journal_operations[kind] : NULL;
}
