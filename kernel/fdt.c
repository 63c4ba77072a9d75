#include "kernel/fdt.h"

#include <stdbool.h>
#include <string.h>

/* The header (section 5.2): big-endian words, by index. */
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

enum {
    FDT_VERSION = 17, /* the version that the specification describes, since 2007 */
    TREE_DEPTH = 16,  /* QEMU's virt uses 6 */
    TREE_UARTS = 4,   /* candidates remembered until /chosen has named one */
};
#define FDT_MAGIC 0xd00dfeedu

/* Tokens of the structure block (section 5.4.1). */
enum token {
    TOKEN_BEGIN_NODE = 1,
    TOKEN_END_NODE = 2,
    TOKEN_PROPERTY = 3,
    TOKEN_NOP = 4,
    TOKEN_END = 9
};

/* PSCI 0.2 fixed its function ids, so the tree need not name them (Arm DEN 0022, section 5.1). */
#define PSCI_CPU_ON_64  0xc4000003u
#define PSCI_SYSTEM_OFF 0x84000008u

/* MPIDR_EL1's affinity fields: Aff3 in bits 39:32, Aff2 .. Aff0 in bits 23:0. */
#define MPIDR_AFFINITY 0xff00ffffffull

/* The properties that mean something to us. */
enum property {
    ADDRESS_CELLS,
    SIZE_CELLS,
    COMPATIBLE,
    DEVICE_TYPE,
    STATUS,
    REG,
    METHOD,
    CPU_ON,
    REDISTRIBUTOR_REGIONS,
    BOOTARGS,
    INITRD_START,
    INITRD_END,
    STDOUT_PATH,
    PROPERTY_COUNT
};
static const char *const property_names[PROPERTY_COUNT] = {
    [ADDRESS_CELLS] = "#address-cells",
    [SIZE_CELLS] = "#size-cells",
    [COMPATIBLE] = "compatible",
    [DEVICE_TYPE] = "device_type",
    [STATUS] = "status",
    [REG] = "reg",
    [METHOD] = "method",
    [CPU_ON] = "cpu_on",
    [REDISTRIBUTOR_REGIONS] = "#redistributor-regions",
    [BOOTARGS] = "bootargs",
    [INITRD_START] = "linux,initrd-start",
    [INITRD_END] = "linux,initrd-end",
    [STDOUT_PATH] = "stdout-path",
};

struct value {
    const uint8_t *data; /* null: the node has no such property */
    uint32_t bytes;
};

/* A node between the root and the one being read. */
struct level {
    const char *name;
    uint32_t address_cells, size_cells; /* of the `reg` of its children */
};

struct reader {
    const uint8_t *structure;
    uint32_t structure_bytes;
    const char *strings;
    uint32_t strings_bytes;
    uint32_t at; /* offset of the next token */

    uint32_t depth; /* nodes open, the root included */
    struct level level[TREE_DEPTH];
    bool open; /* the innermost node's properties are still being read */
    struct value property[PROPERTY_COUNT]; /* of the innermost node */

    const char *stdout_path;
    uint32_t uarts;
    struct uart {
        const char *name;
        uint64_t base;
    } uart[TREE_UARTS];
    struct machine *machine;
};

static uint32_t read32(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint64_t read64(const uint8_t *at) {
    return (uint64_t)read32(at) << 32 | read32(at + 4);
}

/* ---- Values of properties ---- */

/* The value as one string, or null when it is absent or not zero-terminated. */
static const char *string_of(struct value value) {
    if (!value.data || value.bytes == 0 || value.data[value.bytes - 1] != 0)
        return NULL;
    return (const char *)value.data;
}

/* Whether the value, a list of strings, contains `word`. */
static bool lists(struct value value, const char *word) {
    const char *list = string_of(value);
    if (!list)
        return false;
    for (uint32_t at = 0; at < value.bytes; at += (uint32_t)strlen(list + at) + 1) {
        if (strcmp(list + at, word) == 0)
            return true;
    }
    return false;
}

/* Reads a value of one or two cells. False when it has another size. */
static bool number_of(struct value value, uint64_t *number) {
    if (!value.data || (value.bytes != 4 && value.bytes != 8))
        return false;
    *number = value.bytes == 4 ? read32(value.data) : read64(value.data);
    return true;
}

/* Takes `cells` cells from the front of *value. False when it is shorter, or beyond 64 bits. */
static bool take_cells(struct value *value, uint32_t cells, uint64_t *number) {
    if (cells > 2 || value->bytes < cells * 4)
        return false;
    *number = cells == 0 ? 0 : cells == 1 ? read32(value->data) : read64(value->data);
    value->data += cells * 4;
    value->bytes -= cells * 4;
    return true;
}

/* Takes an address and a size from the front of *reg, by the cell counts of `parent`. */
static const char *take_range(struct value *reg, const struct level *parent, struct range *range) {
    if (!reg->data || !take_cells(reg, parent->address_cells, &range->base) ||
        !take_cells(reg, parent->size_cells, &range->bytes))
        return "device tree: a reg property is missing, short, or wider than 64 bits";
    if (range->base + range->bytes < range->base)
        return "device tree: a range wraps round the end of the address space";
    return NULL;
}

/* ---- What nodes mean. Each of these reads the innermost node's properties, which are complete,
 * and returns null or what is wrong. ---- */

static const char *read_memory(struct reader *reader, const struct level *parent) {
    struct machine *machine = reader->machine;
    struct value reg = reader->property[REG];
    do {
        struct range range;
        const char *reason = take_range(&reg, parent, &range);
        if (reason)
            return reason;
        /* More ranges than we keep are memory that stays unused. */
        if (range.bytes > 0 && machine->memory_ranges < MACHINE_MEMORY_RANGES)
            machine->memory[machine->memory_ranges++] = range;
    } while (reg.bytes > 0);
    return NULL;
}

static const char *reserve(struct machine *machine, struct range range) {
    if (range.bytes == 0)
        return NULL;
    if (machine->reserved_ranges == MACHINE_MEMORY_RANGES)
        return "device tree: more reserved memory ranges than the kernel has room for";
    machine->reserved[machine->reserved_ranges++] = range;
    return NULL;
}

static const char *read_reserved_memory(struct reader *reader, const struct level *parent) {
    struct value reg = reader->property[REG];
    /* Without reg it asks for memory anywhere, which nobody here will want. */
    while (reg.bytes > 0) {
        struct range range;
        const char *reason = take_range(&reg, parent, &range);
        if (!reason)
            reason = reserve(reader->machine, range);
        if (reason)
            return reason;
    }
    return NULL;
}

static const char *read_core(struct reader *reader, const struct level *parent) {
    struct machine *machine = reader->machine;
    struct value reg = reader->property[REG];
    uint64_t affinity;
    if (!reg.data || !take_cells(&reg, parent->address_cells, &affinity))
        return "device tree: a core has no reg, or one that is no affinity";
    if (machine->cores < CUBE_MAX_NODES)
        machine->affinity[machine->cores] = affinity & MPIDR_AFFINITY;
    machine->cores++;
    return NULL;
}

static const char *read_psci(struct reader *reader) {
    struct machine *machine = reader->machine;
    const struct value *property = reader->property;
    if (lists(property[METHOD], "hvc"))
        machine->psci = PSCI_HVC;
    else if (lists(property[METHOD], "smc"))
        machine->psci = PSCI_SMC;
    else
        return "device tree: the psci node's method is neither hvc nor smc";
    if (lists(property[COMPATIBLE], "arm,psci-0.2") ||
        lists(property[COMPATIBLE], "arm,psci-1.0")) {
        machine->psci_cpu_on = PSCI_CPU_ON_64;
        machine->psci_system_off = PSCI_SYSTEM_OFF;
        return NULL;
    }
    /* PSCI 0.1 has ids of the firmware's own choice, and no SYSTEM_OFF. */
    uint64_t id;
    if (!number_of(property[CPU_ON], &id) || id > UINT32_MAX)
        return "device tree: the psci node names no cpu_on function";
    machine->psci_cpu_on = (uint32_t)id;
    machine->psci_system_off = 0;
    return NULL;
}

static const char *read_gic_v2(struct reader *reader, const struct level *parent) {
    struct machine *machine = reader->machine;
    struct value reg = reader->property[REG];
    const char *reason = take_range(&reg, parent, &machine->gic_distributor);
    if (!reason)
        reason = take_range(&reg, parent, &machine->gic_cpu);
    if (!reason)
        machine->gic_version = 2;
    return reason;
}

static const char *read_gic_v3(struct reader *reader, const struct level *parent) {
    struct machine *machine = reader->machine;
    struct value reg = reader->property[REG];
    uint64_t regions = 1;
    if (reader->property[REDISTRIBUTOR_REGIONS].data &&
        !number_of(reader->property[REDISTRIBUTOR_REGIONS], &regions))
        return "device tree: #redistributor-regions is not a number";
    if (regions == 0 || regions > MACHINE_GIC_REGIONS)
        return "device tree: the interrupt controller has no redistributor region or too many";
    const char *reason = take_range(&reg, parent, &machine->gic_distributor);
    for (uint32_t region = 0; region < regions && !reason; region++)
        reason = take_range(&reg, parent, &machine->gic_redistributor[region]);
    if (reason)
        return reason;
    machine->gic_regions = (uint32_t)regions;
    machine->gic_version = 3;
    return NULL;
}

static const char *read_uart(struct reader *reader, const struct level *parent, const char *name) {
    struct value reg = reader->property[REG];
    struct range range;
    const char *reason = take_range(&reg, parent, &range);
    if (!reason && reader->uarts < TREE_UARTS)
        reader->uart[reader->uarts++] = (struct uart){.name = name, .base = range.base};
    return reason;
}

static const char *read_chosen(struct reader *reader) {
    struct machine *machine = reader->machine;
    const struct value *property = reader->property;
    if (property[BOOTARGS].bytes > 0) {
        machine->bootargs = string_of(property[BOOTARGS]);
        if (!machine->bootargs)
            return "device tree: bootargs is not a zero-terminated string";
    }
    reader->stdout_path = string_of(property[STDOUT_PATH]);
    if (!property[INITRD_START].data && !property[INITRD_END].data)
        return NULL;
    if (!number_of(property[INITRD_START], &machine->initrd_start) ||
        !number_of(property[INITRD_END], &machine->initrd_end) ||
        machine->initrd_start > machine->initrd_end)
        return "device tree: linux,initrd-start and linux,initrd-end are no range";
    return NULL;
}

static bool in_use(const struct reader *reader) {
    const struct value *status = &reader->property[STATUS];
    return !status->data || lists(*status, "okay") || lists(*status, "ok");
}

/* Children of the root. Devices on other buses may need their addresses translated, so they are
 * not considered. */
static const char *read_device(struct reader *reader, const struct level *parent,
                               const char *name) {
    const struct value *property = reader->property;
    struct value compatible = property[COMPATIBLE];
    if (strcmp(name, "chosen") == 0)
        return read_chosen(reader);
    if (!in_use(reader))
        return NULL;
    if (lists(property[DEVICE_TYPE], "memory"))
        return read_memory(reader, parent);
    if (lists(compatible, "arm,psci") || lists(compatible, "arm,psci-0.2") ||
        lists(compatible, "arm,psci-1.0"))
        return read_psci(reader);
    if (lists(compatible, "arm,gic-v3"))
        return read_gic_v3(reader, parent);
    if (lists(compatible, "arm,gic-400") || lists(compatible, "arm,cortex-a15-gic"))
        return read_gic_v2(reader, parent);
    if (lists(compatible, "arm,pl011"))
        return read_uart(reader, parent, name);
    return NULL;
}

/* Called once for every node, when its properties are known and before its first child. A node's
 * level[depth - 1] is its own, level[depth - 2] its parent's. */
static const char *read_node(struct reader *reader) {
    struct level *own = &reader->level[reader->depth - 1];
    uint64_t cells;
    if (number_of(reader->property[ADDRESS_CELLS], &cells))
        own->address_cells = cells > UINT32_MAX ? UINT32_MAX : (uint32_t)cells;
    if (number_of(reader->property[SIZE_CELLS], &cells))
        own->size_cells = cells > UINT32_MAX ? UINT32_MAX : (uint32_t)cells;

    if (reader->depth == 2)
        return read_device(reader, own - 1, own->name);
    if (reader->depth == 3 && strcmp(own[-1].name, "cpus") == 0 &&
        lists(reader->property[DEVICE_TYPE], "cpu") && in_use(reader))
        return read_core(reader, own - 1);
    if (reader->depth == 3 && strcmp(own[-1].name, "reserved-memory") == 0 && in_use(reader))
        return read_reserved_memory(reader, own - 1);
    return NULL;
}

/* ---- The structure block ---- */

static const char truncated[] = "device tree: the structure block ends in the middle";

/* Takes the next `bytes` bytes and the padding to the next token. Null when there are not as many.
 */
static const uint8_t *take(struct reader *reader, uint32_t bytes) {
    const uint8_t *data = reader->structure + reader->at;
    if (bytes > reader->structure_bytes - reader->at)
        return NULL;
    uint32_t padding = -bytes & 3u;
    reader->at += bytes;
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
    if (reader->depth == TREE_DEPTH)
        return "device tree: nodes are nested deeper than the kernel reads";
    /* The default cell counts; they are not inherited (section 2.3.5). */
    reader->level[reader->depth++] =
        (struct level){.name = name, .address_cells = 2, .size_cells = 1};
    memset(reader->property, 0, sizeof reader->property);
    reader->open = true;
    return NULL;
}

static const char *read_property(struct reader *reader) {
    const uint8_t *header = take(reader, 8);
    if (!header)
        return truncated;
    uint32_t bytes = read32(header);
    uint32_t name = read32(header + 4);
    const uint8_t *data = take(reader, bytes);
    if (!data)
        return truncated;
    if (name >= reader->strings_bytes ||
        !memchr(reader->strings + name, 0, reader->strings_bytes - name))
        return "device tree: a property's name lies outside the strings block";
    if (!reader->open)
        return "device tree: a property lies outside a node or after a child";
    for (unsigned property = 0; property < PROPERTY_COUNT; property++) {
        if (strcmp(reader->strings + name, property_names[property]) == 0)
            reader->property[property] = (struct value){.data = data, .bytes = bytes};
    }
    return NULL;
}

static const char *read_structure(struct reader *reader) {
    for (;;) {
        const uint8_t *word = take(reader, 4);
        if (!word)
            return truncated;
        enum token token = read32(word);
        const char *reason = NULL;
        if (token != TOKEN_PROPERTY && token != TOKEN_NOP && reader->open) {
            reader->open = false;
            reason = read_node(reader);
        }
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
            if (reader->depth == 0)
                return "device tree: a node ends that has not begun";
            reader->depth--;
            break;
        case TOKEN_NOP:
            break;
        case TOKEN_END:
            return reader->depth == 0 ? NULL : truncated;
        default:
            return "device tree: the structure block contains an unknown token";
        }
        if (reason)
            return reason;
    }
}

/* ---- The whole tree ---- */

/* Section 5.3: pairs of address and size, ended by a pair of zeros. */
static const char *read_reservations(struct machine *machine, const uint8_t *tree, uint32_t total,
                                     uint32_t at) {
    if (at > total)
        return "device tree: the reservation block lies outside the tree";
    for (; total - at >= 16; at += 16) {
        struct range range = {.base = read64(tree + at), .bytes = read64(tree + at + 8)};
        if (range.base == 0 && range.bytes == 0)
            return NULL;
        if (range.base + range.bytes < range.base)
            return "device tree: a range wraps round the end of the address space";
        const char *reason = reserve(machine, range);
        if (reason)
            return reason;
    }
    return "device tree: the reservation block does not end";
}

/* stdout-path is "/name", maybe followed by ":115200n8" and the like. */
static bool is_stdout(const char *path, const char *name) {
    size_t length = strlen(name);
    return path && path[0] == '/' && strncmp(path + 1, name, length) == 0 &&
           (path[1 + length] == 0 || path[1 + length] == ':');
}

static uint64_t console_uart(const struct reader *reader) {
    for (uint32_t i = 0; i < reader->uarts; i++) {
        if (is_stdout(reader->stdout_path, reader->uart[i].name))
            return reader->uart[i].base;
    }
    return reader->uarts > 0 ? reader->uart[0].base : 0;
}

const char *fdt_read(const void *tree, size_t bytes, struct machine *machine) {
    const uint8_t *base = tree;
    uint32_t header[HEADER_WORDS];
    memset(machine, 0, sizeof *machine);
    machine->bootargs = "";

    if (bytes < sizeof header)
        return "device tree: shorter than its header";
    for (unsigned word = 0; word < HEADER_WORDS; word++)
        header[word] = read32(base + word * 4);
    uint32_t total = header[HEADER_TOTAL_SIZE];
    if (header[HEADER_MAGIC] != FDT_MAGIC)
        return "device tree: there is none (wrong magic number)";
    if (header[HEADER_VERSION] < FDT_VERSION ||
        header[HEADER_LAST_COMPATIBLE_VERSION] > FDT_VERSION)
        return "device tree: not of version 17";
    if (total < sizeof header || total > bytes)
        return "device tree: larger than the memory it lies in";
    if (header[HEADER_STRUCTURE_OFFSET] > total ||
        header[HEADER_STRUCTURE_SIZE] > total - header[HEADER_STRUCTURE_OFFSET])
        return "device tree: the structure block lies outside the tree";
    if (header[HEADER_STRINGS_OFFSET] > total ||
        header[HEADER_STRINGS_SIZE] > total - header[HEADER_STRINGS_OFFSET])
        return "device tree: the strings block lies outside the tree";

    struct reader reader = {
        .structure = base + header[HEADER_STRUCTURE_OFFSET],
        .structure_bytes = header[HEADER_STRUCTURE_SIZE],
        .strings = (const char *)base + header[HEADER_STRINGS_OFFSET],
        .strings_bytes = header[HEADER_STRINGS_SIZE],
        .machine = machine,
    };
    const char *reason =
        read_reservations(machine, base, total, header[HEADER_RESERVATIONS_OFFSET]);
    if (!reason)
        reason = read_structure(&reader);
    if (reason)
        return reason;
    if (machine->memory_ranges == 0)
        return "device tree: it names no memory";
    if (machine->cores == 0)
        return "device tree: it names no cores";
    machine->uart = console_uart(&reader);
    return NULL;
}
