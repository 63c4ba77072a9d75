/* The device tree reader: ranges do not wrap, counts fit their tables, strings end in the tree. */
#include <string.h>

#include "board/virt/devices.h"
#include "kernel/parsers/fdt.h"
#include "tests/fuzz/fuzz.h"

static void check_ranges(const struct range *range, uint32_t count, uint32_t most) {
    assert(count <= most);
    for (uint32_t i = 0; i < count; i++)
        assert(range[i].bytes > 0 && range[i].base + range[i].bytes >= range[i].base);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static struct machine machine;
    memset(&machine, 0xff, sizeof machine);
    const char *reason = fdt_read(data, bytes, &machine);
    check_ranges(machine.memory, machine.memory_ranges, MACHINE_MEMORY_RANGES);
    check_ranges(machine.reserved, machine.reserved_ranges, MACHINE_MEMORY_RANGES);
    assert(machine.bootargs);
    if (reason) {
        assert(strncmp(reason, "device tree: ", 13) == 0);
        return 0;
    }
    fuzz_accepted++;
    assert(machine.memory_ranges > 0);
    assert(machine.cores > 0);
    if (machine.bootargs[0])
        assert(fuzz_inside(data, bytes, machine.bootargs, strlen(machine.bootargs) + 1));
    assert(machine.initrd_start <= machine.initrd_end);
    assert(devices.gic_version == 0 || devices.gic_version == 2 || devices.gic_version == 3);
    assert(devices.gic_regions <= GIC_REGIONS);
    assert(devices.gic_version != 3 || devices.gic_regions > 0);
    for (uint32_t i = 0; i < machine.cores && i < MACHINE_CORES; i++)
        assert((machine.affinity[i] & ~UINT64_C(0xff00ffffff)) == 0);
    return 0;
}
