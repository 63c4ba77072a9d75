#include "board/virt/devices.h"

#include <string.h>

#include "board/devices.h"
#include "board/uart.h"

enum { UARTS = 4 }; /* serial lines that are remembered until /chosen has named one */

struct devices devices;
uint64_t uart_address;

static struct uart {
    const char *name; /* points into the tree */
    uint64_t base;
} uart[UARTS];

/* The function ids of PSCI 0.2 are fixed, so the tree need not name them (Arm DEN 0022, section
 * 5.1). */
#define PSCI_CPU_ON_64  0xc4000003u
#define PSCI_SYSTEM_OFF 0x84000008u

void devices_begin(void) {
    devices = (struct devices){.psci = PSCI_NONE};
    uart_address = 0;
}

static const char *read_psci(const struct fdt_value *property) {
    if (fdt_lists(property[FDT_METHOD], "hvc"))
        devices.psci = PSCI_HVC;
    else if (fdt_lists(property[FDT_METHOD], "smc"))
        devices.psci = PSCI_SMC;
    else
        return "device tree: the psci node's method is neither hvc nor smc";
    if (fdt_lists(property[FDT_COMPATIBLE], "arm,psci-0.2") ||
        fdt_lists(property[FDT_COMPATIBLE], "arm,psci-1.0")) {
        devices.psci_cpu_on = PSCI_CPU_ON_64;
        devices.psci_system_off = PSCI_SYSTEM_OFF;
        return NULL;
    }
    /* In PSCI 0.1 the firmware chooses the ids, and there is no SYSTEM_OFF. */
    uint64_t id;
    if (!fdt_number(property[FDT_CPU_ON], &id) || id > UINT32_MAX)
        return "device tree: the psci node lacks cpu_on";
    devices.psci_cpu_on = (uint32_t)id;
    devices.psci_system_off = 0;
    return NULL;
}

static const char *read_gic_v2(const struct fdt_value *property, const struct fdt_node *parent) {
    struct fdt_value reg = property[FDT_REG];
    const char *reason = fdt_range(&reg, parent, &devices.gic_distributor);
    if (!reason)
        reason = fdt_range(&reg, parent, &devices.gic_cpu);
    if (!reason)
        devices.gic_version = 2;
    return reason;
}

static const char *read_gic_v3(const struct fdt_value *property, const struct fdt_node *parent) {
    struct fdt_value reg = property[FDT_REG];
    uint64_t regions = 1;
    if (property[FDT_REDISTRIBUTOR_REGIONS].data &&
        !fdt_number(property[FDT_REDISTRIBUTOR_REGIONS], &regions))
        return "device tree: #redistributor-regions is not a number";
    if (regions == 0 || regions > GIC_REGIONS)
        return "device tree: the interrupt controller has no redistributor region or too many";
    const char *reason = fdt_range(&reg, parent, &devices.gic_distributor);
    for (uint32_t region = 0; region < regions && !reason; region++)
        reason = fdt_range(&reg, parent, &devices.gic_redistributor[region]);
    if (reason)
        return reason;
    devices.gic_regions = (uint32_t)regions;
    devices.gic_version = 3;
    return NULL;
}

/* Reads the address of a device's registers. */
static const char *read_base(const struct fdt_value *property, const struct fdt_node *parent,
                             uint64_t *base) {
    struct fdt_value reg = property[FDT_REG];
    struct range range;
    const char *reason = fdt_range(&reg, parent, &range);
    *base = reason ? 0 : range.base;
    return reason;
}

static const char *read_uart(const struct fdt_value *property, const struct fdt_node *parent,
                             const char *name) {
    uint64_t base;
    const char *reason = read_base(property, parent, &base);
    if (!reason && devices.uarts < UARTS)
        uart[devices.uarts++] = (struct uart){.name = name, .base = base};
    return reason;
}

const char *devices_note(const char *name, const struct fdt_value *property,
                         const struct fdt_node *root) {
    struct fdt_value compatible = property[FDT_COMPATIBLE];
    if (fdt_lists(compatible, "arm,psci") || fdt_lists(compatible, "arm,psci-0.2") ||
        fdt_lists(compatible, "arm,psci-1.0"))
        return read_psci(property);
    if (fdt_lists(compatible, "arm,gic-v3"))
        return read_gic_v3(property, root);
    if (fdt_lists(compatible, "arm,gic-400") || fdt_lists(compatible, "arm,cortex-a15-gic"))
        return read_gic_v2(property, root);
    if (fdt_lists(compatible, "arm,pl011"))
        return read_uart(property, root, name);
    if (fdt_lists(compatible, "arm,pl031"))
        return devices.clock ? NULL : read_base(property, root, &devices.clock);
    if (fdt_lists(compatible, "virtio,mmio") && devices.virtios < VIRTIOS)
        return read_base(property, root, &devices.virtio[devices.virtios++]);
    return NULL;
}

/* Whether stdout-path names this node. It is "/name", perhaps followed by ":115200n8" or the like.
 */
static bool is_stdout(const char *path, const char *name) {
    size_t length = strlen(name);
    return path && path[0] == '/' && strncmp(path + 1, name, length) == 0 &&
           (path[1 + length] == 0 || path[1 + length] == ':');
}

void devices_end(const char *stdout_path) {
    for (uint32_t i = devices.uarts; i-- > 0;) {
        if (i == 0 || is_stdout(stdout_path, uart[i].name)) {
            uart_address = uart[i].base;
            return;
        }
    }
}
