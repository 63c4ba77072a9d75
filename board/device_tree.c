#include "board/device_tree.h"

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

const char *fdt_string(struct fdt_value value) {
    if (!value.data || value.bytes == 0 || value.data[value.bytes - 1] != 0)
        return NULL;
    return (const char *)value.data;
}

bool fdt_lists(struct fdt_value value, const char *word) {
    const char *list = fdt_string(value);
    if (!list)
        return false;
    for (uint32_t at = 0; at < value.bytes; at += (uint32_t)strlen(list + at) + 1) {
        if (strcmp(list + at, word) == 0)
            return true;
    }
    return false;
}

bool fdt_cells(struct fdt_value *value, uint32_t cells, uint64_t *number) {
    if (cells > 2 || value->bytes < cells * 4)
        return false;
    *number = cells == 0 ? 0 : cells == 1 ? fdt_read32(value->data) : fdt_read64(value->data);
    value->data += cells * 4;
    value->bytes -= cells * 4;
    return true;
}

const char *fdt_range(struct fdt_value *reg, const struct fdt_node *parent, struct range *range) {
    if (!reg->data || parent->size_cells == 0 ||
        !fdt_cells(reg, parent->address_cells, &range->base) ||
        !fdt_cells(reg, parent->size_cells, &range->bytes))
        return "device tree: a reg property is missing, short, or wider than 64 bits";
    if (range->base + range->bytes < range->base)
        return "device tree: a range extends beyond the address space";
    return NULL;
}
