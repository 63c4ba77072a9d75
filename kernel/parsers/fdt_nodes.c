#include "kernel/parsers/fdt_nodes.h"

#include <string.h>

#include "board/devices.h"

/* ---- Memory and cores ---- */

static const char *read_memory(const struct fdt_value *property, const struct fdt_node *parent,
                               struct machine *machine) {
    struct fdt_value reg = property[FDT_REG];
    do {
        struct range range;
        const char *reason = fdt_range(&reg, parent, &range);
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
        return "device tree: a range extends beyond the address space";
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
        const char *reason = fdt_range(&reg, parent, &range);
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
    if (!reg.data || !fdt_cells(&reg, parent->address_cells, &affinity))
        return "device tree: the reg of a core is missing or invalid";
    if (machine->cores < MACHINE_CORES)
        machine->affinity[machine->cores] = affinity & MACHINE_AFFINITY;
    machine->cores++;
    return NULL;
}

static const char *read_chosen(const struct fdt_value *property, struct fdt_findings *findings) {
    struct machine *machine = findings->machine;
    if (property[FDT_BOOTARGS].bytes > 0) {
        machine->bootargs = fdt_string(property[FDT_BOOTARGS]);
        if (!machine->bootargs) {
            machine->bootargs = "";
            return "device tree: bootargs is not a zero-terminated string";
        }
    }
    findings->stdout_path = fdt_string(property[FDT_STDOUT_PATH]);
    if (!property[FDT_INITRD_START].data && !property[FDT_INITRD_END].data)
        return NULL;
    if (!fdt_number(property[FDT_INITRD_START], &machine->initrd_start) ||
        !fdt_number(property[FDT_INITRD_END], &machine->initrd_end) ||
        machine->initrd_start > machine->initrd_end)
        return "device tree: linux,initrd-start and linux,initrd-end are not a valid range";
    return NULL;
}

/* ---- Which node is what ---- */

static bool in_use(struct fdt_value status) {
    return !status.data || fdt_lists(status, "okay") || fdt_lists(status, "ok");
}

const char *fdt_node_read(const struct fdt_path *path, struct fdt_findings *findings) {
    const struct fdt_value *property = path->property;
    if (path->depth < 2 || !in_use(property[FDT_STATUS]))
        return NULL;
    const struct fdt_node *node = &path->node[path->depth - 1];
    const struct fdt_node *parent = node - 1;
    /* Devices on other buses may need their addresses translated, so of devices only children of
     * the root are considered. */
    if (path->depth == 2 && strcmp(node->name, "chosen") == 0)
        return read_chosen(property, findings);
    if (path->depth == 2 && fdt_lists(property[FDT_DEVICE_TYPE], "memory"))
        return read_memory(property, parent, findings->machine);
    if (path->depth == 2)
        return devices_note(node->name, property, parent);
    if (path->depth == 3 && strcmp(parent->name, "cpus") == 0 &&
        fdt_lists(property[FDT_DEVICE_TYPE], "cpu"))
        return read_core(property, parent, findings->machine);
    if (path->depth == 3 && strcmp(parent->name, "reserved-memory") == 0)
        return read_reserved_memory(property, parent, findings->machine);
    return NULL;
}
