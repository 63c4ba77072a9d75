#include "kernel/fdt_nodes.h"

#include <string.h>

const char *const fdt_property_names[FDT_PROPERTIES] = {
    [FDT_ADDRESS_CELLS] = "#address-cells",
    [FDT_SIZE_CELLS] = "#size-cells",
    [FDT_COMPATIBLE] = "compatible",
    [FDT_DEVICE_TYPE] = "device_type",
    [FDT_STATUS] = "status",
    [FDT_REG] = "reg",
    [FDT_METHOD] = "method",
    [FDT_CPU_ON] = "cpu_on",
    [FDT_REDISTRIBUTOR_REGIONS] = "#redistributor-regions",
    [FDT_BOOTARGS] = "bootargs",
    [FDT_INITRD_START] = "linux,initrd-start",
    [FDT_INITRD_END] = "linux,initrd-end",
    [FDT_STDOUT_PATH] = "stdout-path",
};

/* The function ids of PSCI 0.2 are fixed, so the tree need not name them (Arm DEN 0022, section
 * 5.1). */
#define PSCI_CPU_ON_64  0xc4000003u
#define PSCI_SYSTEM_OFF 0x84000008u

/* ---- Values of properties ---- */

uint32_t fdt_read32(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

uint64_t fdt_read64(const uint8_t *at) {
    return (uint64_t)fdt_read32(at) << 32 | fdt_read32(at + 4);
}

bool fdt_number(struct fdt_value value, uint64_t *number) {
    if (!value.data || (value.bytes != 4 && value.bytes != 8))
        return false;
    *number = value.bytes == 4 ? fdt_read32(value.data) : fdt_read64(value.data);
    return true;
}

/* Returns the value as one string, or null when it is absent or not zero-terminated. */
static const char *string_of(struct fdt_value value) {
    if (!value.data || value.bytes == 0 || value.data[value.bytes - 1] != 0)
        return NULL;
    return (const char *)value.data;
}

/* Whether the value, a list of strings, contains `word`. */
static bool lists(struct fdt_value value, const char *word) {
    const char *list = string_of(value);
    if (!list)
        return false;
    for (uint32_t at = 0; at < value.bytes; at += (uint32_t)strlen(list + at) + 1) {
        if (strcmp(list + at, word) == 0)
            return true;
    }
    return false;
}

/* Takes a number of `cells` cells from the front of *value. Returns false when the value is shorter
 * than that, or the number has more than 64 bits. */
static bool take_cells(struct fdt_value *value, uint32_t cells, uint64_t *number) {
    if (cells > 2 || value->bytes < cells * 4)
        return false;
    *number = cells == 0 ? 0 : cells == 1 ? fdt_read32(value->data) : fdt_read64(value->data);
    value->data += cells * 4;
    value->bytes -= cells * 4;
    return true;
}

/* Takes an address and a size from the front of *reg. The cell counts of `parent` say how long they
 * are. Returns null, or what is wrong with them. */
static const char *take_range(struct fdt_value *reg, const struct fdt_node *parent,
                              struct range *range) {
    if (!reg->data || parent->size_cells == 0 ||
        !take_cells(reg, parent->address_cells, &range->base) ||
        !take_cells(reg, parent->size_cells, &range->bytes))
        return "device tree: a reg property is missing, short, or wider than 64 bits";
    if (range->base + range->bytes < range->base)
        return "device tree: a range wraps round the end of the address space";
    return NULL;
}

/* ---- Memory and cores ---- */

static const char *read_memory(const struct fdt_value *property, const struct fdt_node *parent,
                               struct machine *machine) {
    struct fdt_value reg = property[FDT_REG];
    do {
        struct range range;
        const char *reason = take_range(&reg, parent, &range);
        if (reason)
            return reason;
        if (range.bytes == 0)
            continue;
        /* Where there are more ranges than are kept, the memory in the others stays unused. */
        if (machine->memory_ranges < MACHINE_MEMORY_RANGES)
            machine->memory[machine->memory_ranges++] = range;
    } while (reg.bytes > 0);
    return NULL;
}

const char *fdt_reserve(struct machine *machine, struct range range) {
    if (range.base + range.bytes < range.base)
        return "device tree: a range wraps round the end of the address space";
    if (range.bytes == 0)
        return NULL;
    if (machine->reserved_ranges == MACHINE_MEMORY_RANGES)
        return "device tree: more reserved memory ranges than the kernel has room for";
    machine->reserved[machine->reserved_ranges++] = range;
    return NULL;
}

static const char *read_reserved_memory(const struct fdt_value *property,
                                        const struct fdt_node *parent, struct machine *machine) {
    struct fdt_value reg = property[FDT_REG];
    /* A node without reg asks for memory anywhere. Nothing here uses such memory. */
    while (reg.bytes > 0) {
        struct range range;
        const char *reason = take_range(&reg, parent, &range);
        if (!reason)
            reason = fdt_reserve(machine, range);
        if (reason)
            return reason;
    }
    return NULL;
}

static const char *read_core(const struct fdt_value *property, const struct fdt_node *parent,
                             struct machine *machine) {
    struct fdt_value reg = property[FDT_REG];
    uint64_t affinity;
    if (!reg.data || !take_cells(&reg, parent->address_cells, &affinity))
        return "device tree: a core has no reg, or one that is no affinity";
    if (machine->cores < CUBE_MAX_NODES)
        machine->affinity[machine->cores] = affinity & MACHINE_AFFINITY;
    machine->cores++;
    return NULL;
}

/* ---- Firmware and devices ---- */

static const char *read_psci(const struct fdt_value *property, struct machine *machine) {
    if (lists(property[FDT_METHOD], "hvc"))
        machine->psci = PSCI_HVC;
    else if (lists(property[FDT_METHOD], "smc"))
        machine->psci = PSCI_SMC;
    else
        return "device tree: the psci node's method is neither hvc nor smc";
    if (lists(property[FDT_COMPATIBLE], "arm,psci-0.2") ||
        lists(property[FDT_COMPATIBLE], "arm,psci-1.0")) {
        machine->psci_cpu_on = PSCI_CPU_ON_64;
        machine->psci_system_off = PSCI_SYSTEM_OFF;
        return NULL;
    }
    /* In PSCI 0.1 the firmware chooses the ids, and there is no SYSTEM_OFF. */
    uint64_t id;
    if (!fdt_number(property[FDT_CPU_ON], &id) || id > UINT32_MAX)
        return "device tree: the psci node names no cpu_on function";
    machine->psci_cpu_on = (uint32_t)id;
    machine->psci_system_off = 0;
    return NULL;
}

static const char *read_gic_v2(const struct fdt_value *property, const struct fdt_node *parent,
                               struct machine *machine) {
    struct fdt_value reg = property[FDT_REG];
    const char *reason = take_range(&reg, parent, &machine->gic_distributor);
    if (!reason)
        reason = take_range(&reg, parent, &machine->gic_cpu);
    if (!reason)
        machine->gic_version = 2;
    return reason;
}

static const char *read_gic_v3(const struct fdt_value *property, const struct fdt_node *parent,
                               struct machine *machine) {
    struct fdt_value reg = property[FDT_REG];
    uint64_t regions = 1;
    if (property[FDT_REDISTRIBUTOR_REGIONS].data &&
        !fdt_number(property[FDT_REDISTRIBUTOR_REGIONS], &regions))
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

static const char *read_uart(const struct fdt_value *property, const struct fdt_node *parent,
                             const char *name, struct fdt_findings *findings) {
    struct fdt_value reg = property[FDT_REG];
    struct range range;
    const char *reason = take_range(&reg, parent, &range);
    if (!reason && findings->uarts < FDT_UARTS)
        findings->uart[findings->uarts++] = (struct fdt_uart){.name = name, .base = range.base};
    return reason;
}

static const char *read_clock(const struct fdt_value *property, const struct fdt_node *parent,
                              struct machine *machine) {
    struct fdt_value reg = property[FDT_REG];
    struct range range;
    const char *reason = take_range(&reg, parent, &range);
    if (!reason && !machine->clock)
        machine->clock = range.base;
    return reason;
}

static const char *read_chosen(const struct fdt_value *property, struct fdt_findings *findings) {
    struct machine *machine = findings->machine;
    if (property[FDT_BOOTARGS].bytes > 0) {
        machine->bootargs = string_of(property[FDT_BOOTARGS]);
        if (!machine->bootargs) {
            machine->bootargs = "";
            return "device tree: bootargs is not a zero-terminated string";
        }
    }
    findings->stdout_path = string_of(property[FDT_STDOUT_PATH]);
    if (!property[FDT_INITRD_START].data && !property[FDT_INITRD_END].data)
        return NULL;
    if (!fdt_number(property[FDT_INITRD_START], &machine->initrd_start) ||
        !fdt_number(property[FDT_INITRD_END], &machine->initrd_end) ||
        machine->initrd_start > machine->initrd_end)
        return "device tree: linux,initrd-start and linux,initrd-end are no range";
    return NULL;
}

/* ---- Which node is what ---- */

static bool in_use(struct fdt_value status) {
    return !status.data || lists(status, "okay") || lists(status, "ok");
}

/* Reads a node that is a child of the root. Devices on other buses may need their addresses
 * translated, so only children of the root are considered. */
static const char *read_device(const struct fdt_value *property, const struct fdt_node *parent,
                               const char *name, struct fdt_findings *findings) {
    struct machine *machine = findings->machine;
    struct fdt_value compatible = property[FDT_COMPATIBLE];
    if (strcmp(name, "chosen") == 0)
        return read_chosen(property, findings);
    if (lists(property[FDT_DEVICE_TYPE], "memory"))
        return read_memory(property, parent, machine);
    if (lists(compatible, "arm,psci") || lists(compatible, "arm,psci-0.2") ||
        lists(compatible, "arm,psci-1.0"))
        return read_psci(property, machine);
    if (lists(compatible, "arm,gic-v3"))
        return read_gic_v3(property, parent, machine);
    if (lists(compatible, "arm,gic-400") || lists(compatible, "arm,cortex-a15-gic"))
        return read_gic_v2(property, parent, machine);
    if (lists(compatible, "arm,pl011"))
        return read_uart(property, parent, name, findings);
    if (lists(compatible, "arm,pl031"))
        return read_clock(property, parent, machine);
    return NULL;
}

const char *fdt_node_read(const struct fdt_path *path, struct fdt_findings *findings) {
    const struct fdt_value *property = path->property;
    if (path->depth < 2 || !in_use(property[FDT_STATUS]))
        return NULL;
    const struct fdt_node *node = &path->node[path->depth - 1];
    const struct fdt_node *parent = node - 1;
    if (path->depth == 2)
        return read_device(property, parent, node->name, findings);
    if (path->depth == 3 && strcmp(parent->name, "cpus") == 0 &&
        lists(property[FDT_DEVICE_TYPE], "cpu"))
        return read_core(property, parent, findings->machine);
    if (path->depth == 3 && strcmp(parent->name, "reserved-memory") == 0)
        return read_reserved_memory(property, parent, findings->machine);
    return NULL;
}

/* Whether stdout-path names this node. It is "/name", perhaps followed by ":115200n8" or the like.
 */
static bool is_stdout(const char *path, const char *name) {
    size_t length = strlen(name);
    return path && path[0] == '/' && strncmp(path + 1, name, length) == 0 &&
           (path[1 + length] == 0 || path[1 + length] == ':');
}

void fdt_nodes_end(struct fdt_findings *findings) {
    for (uint32_t i = findings->uarts; i-- > 0;) {
        if (i == 0 || is_stdout(findings->stdout_path, findings->uart[i].name)) {
            findings->machine->uart = findings->uart[i].base;
            return;
        }
    }
}
