#include "kernel/parsers/fdt.h"

#include <stdbool.h>
#include <string.h>

#include "board/devices.h"
#include "kernel/parsers/fdt_nodes.h"

/* The big-endian words of the header, by index (section 5.2). */
enum header_word {
    HEADER_MAGIC,
    HEADER_TOTAL_SIZE,
    HEADER_STRUCTURE_OFFSET,
    HEADER_STRINGS_OFFSET,
    HEADER_RESERVATIONS_OFFSET,
    HEADER_VERSION,
    HEADER_LAST_COMPATIBLE_VERSION,
    HEADER_BOOT_CORE,
    HEADER_STRINGS_SIZE,
    HEADER_STRUCTURE_SIZE,
    HEADER_WORDS
};
#define FDT_MAGIC   0xd00dfeedu
#define FDT_VERSION 17u /* the version that the specification describes */

/* Tokens of the structure block (section 5.4.1). */
enum token {
    TOKEN_BEGIN_NODE = 1,
    TOKEN_END_NODE = 2,
    TOKEN_PROPERTY = 3,
    TOKEN_NOP = 4,
    TOKEN_END = 9
};

struct reader {
    const uint8_t *structure;
    uint32_t structure_bytes;
    const char *strings;
    uint32_t strings_bytes;
    uint32_t at; /* where in the structure block the next token begins */
    struct fdt_path path;
    bool open; /* whether more properties of the path's last node may follow */
    struct fdt_findings findings;
};

#define DAMAGED(problem)                                                                           \
    "device tree: damaged: " problem " (check the file that the boot loader passes)"

static const char truncated[] = DAMAGED("the structure block ends in the middle");

/* Takes the next `bytes` bytes, and the padding up to the next token. Returns where they are, or
 * null when there are fewer. */
static const uint8_t *take(struct reader *reader, uint32_t bytes) {
    const uint8_t *data = reader->structure + reader->at;
    if (bytes > reader->structure_bytes - reader->at)
        return NULL;
    reader->at += bytes;
    uint32_t padding = -bytes & 3u;
    if (padding > reader->structure_bytes - reader->at)
        return NULL;
    reader->at += padding;
    return data;
}

static const char *begin_node(struct reader *reader) {
    const char *name = (const char *)reader->structure + reader->at;
    const char *end = memchr(name, 0, reader->structure_bytes - reader->at);
    if (!end || !take(reader, (uint32_t)(end - name) + 1))
        return truncated;
    if (reader->path.depth == FDT_DEPTH)
        return "device tree: nodes are nested deeper than the kernel reads";
    /* Cell counts are not inherited: these are their defaults (section 2.3.5). */
    reader->path.node[reader->path.depth++] =
        (struct fdt_node){.name = name, .address_cells = 2, .size_cells = 1};
    memset(reader->path.property, 0, sizeof reader->path.property);
    reader->open = true;
    return NULL;
}

static const char *read_property(struct reader *reader) {
    const uint8_t *header = take(reader, 8);
    if (!header)
        return truncated;
    uint32_t bytes = fdt_read32(header);
    uint32_t name = fdt_read32(header + 4);
    const uint8_t *data = take(reader, bytes);
    if (!data)
        return truncated;
    if (name >= reader->strings_bytes ||
        !memchr(reader->strings + name, 0, reader->strings_bytes - name))
        return DAMAGED("a property's name lies outside the strings block");
    if (!reader->open)
        return DAMAGED("a property lies outside a node or after a child");
    for (unsigned property = 0; property < FDT_PROPERTIES; property++) {
        if (strcmp(reader->strings + name, fdt_property_names[property]) == 0)
            reader->path.property[property] = (struct fdt_value){.data = data, .bytes = bytes};
    }
    return NULL;
}

/* Sets *cells to the value if it is a number. All users of a count refuse one above two, so a
 * larger one need not be exact. */
static void read_cells(struct fdt_value value, uint32_t *cells) {
    uint64_t number;
    if (fdt_number(value, &number))
        *cells = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

/* Called when the properties of the path's last node are complete, because its first child begins
 * or it ends. Reads the node. */
static const char *close_properties(struct reader *reader) {
    struct fdt_path *path = &reader->path;
    struct fdt_node *node = &path->node[path->depth - 1];
    reader->open = false;
    read_cells(path->property[FDT_ADDRESS_CELLS], &node->address_cells);
    read_cells(path->property[FDT_SIZE_CELLS], &node->size_cells);
    return fdt_node_read(path, &reader->findings);
}

static const char *read_structure(struct reader *reader) {
    const char *reason = NULL;
    while (!reason) {
        const uint8_t *word = take(reader, 4);
        if (!word)
            return truncated;
        uint32_t token = fdt_read32(word);
        if (reader->open && (token == TOKEN_BEGIN_NODE || token == TOKEN_END_NODE))
            reason = close_properties(reader);
        if (reason)
            return reason;
        switch (token) {
        case TOKEN_BEGIN_NODE:
            reason = begin_node(reader);
            break;
        case TOKEN_PROPERTY:
            reason = read_property(reader);
            break;
        case TOKEN_END_NODE:
            if (reader->path.depth == 0)
                return DAMAGED("a node ends before it begins");
            reader->path.depth--;
            break;
        case TOKEN_NOP:
            break;
        case TOKEN_END:
            return reader->path.depth == 0 ? NULL : truncated;
        default:
            return DAMAGED("the structure block contains an unknown token");
        }
    }
    return reason;
}

/* The reservation block is a list of pairs of address and size, which a pair of zeros ends (section
 * 5.3). */
static const char *read_reservations(const uint8_t *tree, uint32_t total, uint32_t at,
                                     struct machine *machine) {
    if (at > total)
        return DAMAGED("the reservation block lies outside the tree");
    for (; total - at >= 16; at += 16) {
        struct range range = {.base = fdt_read64(tree + at), .bytes = fdt_read64(tree + at + 8)};
        if (range.base == 0 && range.bytes == 0)
            return NULL;
        const char *reason = fdt_reserve(machine, range);
        if (reason)
            return reason;
    }
    return DAMAGED("the reservation block does not end");
}

static const char *read_header(const uint8_t *tree, size_t bytes, uint32_t header[HEADER_WORDS]) {
    if (bytes < HEADER_WORDS * sizeof header[0])
        return DAMAGED("shorter than its header");
    for (unsigned word = 0; word < HEADER_WORDS; word++)
        header[word] = fdt_read32(tree + word * sizeof header[0]);
    uint32_t total = header[HEADER_TOTAL_SIZE];
    if (header[HEADER_MAGIC] != FDT_MAGIC)
        return "device tree: missing (wrong magic number; the boot loader passes its address in "
               "x0)";
    if (header[HEADER_VERSION] < FDT_VERSION ||
        header[HEADER_LAST_COMPATIBLE_VERSION] > FDT_VERSION)
        return "device tree: unsupported version (expected: 17)";
    if (total > bytes)
        return DAMAGED("larger than its memory");
    if (header[HEADER_STRUCTURE_OFFSET] > total ||
        header[HEADER_STRUCTURE_SIZE] > total - header[HEADER_STRUCTURE_OFFSET])
        return DAMAGED("the structure block lies outside the tree");
    if (header[HEADER_STRINGS_OFFSET] > total ||
        header[HEADER_STRINGS_SIZE] > total - header[HEADER_STRINGS_OFFSET])
        return DAMAGED("the strings block lies outside the tree");
    return NULL;
}

const char *fdt_read(const void *tree, size_t bytes, struct machine *machine) {
    const uint8_t *base = tree;
    uint32_t header[HEADER_WORDS];
    memset(machine, 0, sizeof *machine);
    machine->bootargs = "";
    devices_begin();

    const char *reason = read_header(base, bytes, header);
    if (reason)
        return reason;
    struct reader reader = {
        .structure = base + header[HEADER_STRUCTURE_OFFSET],
        .structure_bytes = header[HEADER_STRUCTURE_SIZE],
        .strings = (const char *)base + header[HEADER_STRINGS_OFFSET],
        .strings_bytes = header[HEADER_STRINGS_SIZE],
        .findings = {.machine = machine},
    };
    reason = read_reservations(base, header[HEADER_TOTAL_SIZE], header[HEADER_RESERVATIONS_OFFSET],
                               machine);
    if (!reason)
        reason = read_structure(&reader);
    if (reason)
        return reason;
    if (machine->memory_ranges == 0)
        return "device tree: no memory";
    if (machine->cores == 0)
        return "device tree: no cores";
    devices_end(reader.findings.stdout_path);
    return NULL;
}
