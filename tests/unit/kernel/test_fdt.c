/* Finds a rule of device trees that the reader does not keep, by trees written by hand: those that
 * QEMU makes, which tests/machine/machine.t reads, seldom have such cases. */
#include <string.h>

#include "board/uart.h"
#include "board/virt/devices.h"
#include "tests/unit/kernel/written_tree.h"

/* ---- Good trees ---- */

TEST(reads_memory_and_cores) {
    usual();
    accepted();
    assert_int_equal(machine.memory_ranges, 1);
    assert_int_equal(machine.memory[0].base, 0x40000000);
    assert_int_equal(machine.memory[0].bytes, 0x8000000);
    assert_int_equal(machine.cores, 2);
    assert_int_equal(machine.affinity[0], 0);
    assert_int_equal(machine.affinity[1], 0x101);
    assert_int_equal(devices.psci, PSCI_NONE);
    assert_int_equal(devices.gic_version, 0);
    assert_int_equal(uart_address, 0);
    assert_string_equal(machine.bootargs, "");
    assert_int_equal(machine.initrd_start, machine.initrd_end);
}

#define DAMAGED(problem)                                                                           \
    "device tree: damaged: " problem " (check the file that the boot loader passes)"

TEST(cell_counts_default_and_are_not_inherited) {
    memset(&tree, 0, sizeof tree);
    begin(""); /* the defaults: addresses of two cells, sizes of one */
    NODE("memory", TEXT("device_type", "memory"),
         CELLS("reg", 1, 0x40000000, 0x1000, 2, 0, 0, 3, 0, 0x2000));
    /* Two cells again, whatever stood above. */
    NODE("cpus", NODE("cpu@0", TEXT("device_type", "cpu"), CELLS("reg", 0x12, 0x81000305)));
    accepted();
    assert_int_equal(machine.memory_ranges, 2); /* an empty range is none */
    assert_int_equal(machine.memory[0].base, 0x140000000);
    assert_int_equal(machine.memory[1].base, 0x300000000);
    assert_int_equal(machine.memory[1].bytes, 0x2000);
    assert_int_equal(machine.affinity[0], 0x1200000305); /* affinity fields, not MPIDR's flags */
}

TEST(counts_cores_beyond_the_table) {
    memory();
    begin("cpus");
    CELLS("#address-cells", 1);
    CELLS("#size-cells", 0);
    /* The property names of N cores would not fit: let them share one set. */
    uint32_t names = tree.strings_bytes;
    property("device_type", "cpu", 4);
    uint32_t reg = tree.strings_bytes;
    CELLS("reg", 0);
    for (uint32_t i = 0; i < MACHINE_CORES + 1; i++) {
        begin("c");
        word(3), word(4), word(names), bytes("cpu", 4);
        word(3), word(4), word(reg), word(i);
        end();
        assert_true(tree.structure_bytes < TREE_BYTES - 128);
    }
    end();
    accepted();
    assert_int_equal(machine.cores, MACHINE_CORES + 1);
    assert_int_equal(machine.affinity[MACHINE_CORES - 1], MACHINE_CORES - 1);
}

TEST(reads_psci_0_2) {
    usual();
    /* Its cpu_on is 0.1's, for older kernels: not to be used. */
    NODE("psci", TEXT("method", "smc"), CELLS("cpu_on", 0x95c10001),
         TEXT("compatible", "arm,psci-0.2\0arm,psci"));
    accepted();
    assert_int_equal(devices.psci, PSCI_SMC);
    assert_int_equal(devices.psci_cpu_on, 0xc4000003);
    assert_int_equal(devices.psci_system_off, 0x84000008);
}

TEST(reads_psci_0_1) {
    usual();
    NODE("psci", TEXT("compatible", "arm,psci"), TEXT("method", "hvc"),
         CELLS("cpu_on", 0x95c10001));
    accepted();
    assert_int_equal(devices.psci, PSCI_HVC);
    assert_int_equal(devices.psci_cpu_on, 0x95c10001);
    assert_int_equal(devices.psci_system_off, 0);
}

TEST(reads_gic_v2) {
    usual();
    /* Its child has a property of the same name. */
    NODE("intc@8000000", CELLS("reg", 0, 0x8000000, 0, 0x10000, 0, 0x8010000, 0, 0x20000),
         TEXT("compatible", "arm,gic-400"),
         NODE("v2m@8020000", CELLS("reg", 0, 0x8020000, 0, 0x1000)));
    accepted();
    assert_int_equal(devices.gic_version, 2);
    assert_int_equal(devices.gic_distributor.base, 0x8000000);
    assert_int_equal(devices.gic_cpu.base, 0x8010000);
    assert_int_equal(devices.gic_cpu.bytes, 0x20000);
}

TEST(reads_gic_v3_regions) {
    usual();
    NODE("intc@8000000", TEXT("compatible", "arm,gic-v3"), CELLS("#redistributor-regions", 2),
         CELLS("reg", 0, 0x8000000, 0, 0x10000, 0, 0x80a0000, 0, 0xf60000, 0x40, 0, 0, 0x4000000));
    accepted();
    assert_int_equal(devices.gic_version, 3);
    assert_int_equal(devices.gic_regions, 2);
    assert_int_equal(devices.gic_redistributor[0].base, 0x80a0000);
    assert_int_equal(devices.gic_redistributor[0].bytes, 0xf60000);
    assert_int_equal(devices.gic_redistributor[1].base, 0x4000000000);
}

static void uart(const char *name, uint32_t base, const char *status) {
    begin(name);
    CELLS("reg", 0, base, 0, 0x1000);
    TEXT("compatible", "arm,pl011\0arm,primecell");
    if (status)
        property("status", status, (uint32_t)strlen(status) + 1);
    end();
}

static void expect_console(const char *stdout_path, uint64_t expected) {
    usual();
    uart("pl011@9040000", 0x9040000, "disabled");
    uart("pl011@9000000", 0x9000000, NULL);
    uart("pl011@9010000", 0x9010000, "okay");
    begin("chosen");
    if (stdout_path)
        property("stdout-path", stdout_path, (uint32_t)strlen(stdout_path) + 1);
    end();
    accepted();
    assert_int_equal(uart_address, expected);
}

TEST(console_is_the_uart_that_stdout_path_names) {
    expect_console("/pl011@9010000:115200n8", 0x9010000);
    expect_console("/pl011@9010000", 0x9010000);
}

TEST(console_is_else_the_first_uart_in_use) {
    expect_console(NULL, 0x9000000);
    expect_console("/pl011@9010", 0x9000000);
    expect_console("/pl011@9040000", 0x9000000); /* disabled */
}

TEST(clock_is_the_first_in_use) {
    usual();
    accepted();
    assert_int_equal(devices.clock, 0);
    usual();
    for (uint32_t i = 0; i < 3; i++)
        NODE("rtc", CELLS("reg", 0, 0x9010000 + 0x1000 * i, 0, 0x1000),
             TEXT("compatible", "arm,pl031\0arm,primecell"),
             property("status", i == 0 ? "disabled" : "okay", i == 0 ? 9 : 5));
    accepted();
    assert_int_equal(devices.clock, 0x9011000);
    NODE("rtc", TEXT("compatible", "arm,pl031"));
    usual();
    refused("device tree: a reg property is missing, short, or wider than 64 bits");
}

TEST(remembers_only_so_many_uarts) {
    usual();
    for (uint32_t i = 0; i < 9; i++) {
        char name[] = "pl011@0";
        name[6] = (char)('0' + i);
        uart(name, 0x9000000 + 0x1000 * i, NULL);
    }
    NODE("chosen", TEXT("stdout-path", "/pl011@8"));
    accepted();
    assert_int_equal(uart_address, 0x9000000);
}

TEST(remembers_only_so_many_places_of_virtio) {
    usual();
    for (uint32_t i = 0; i <= VIRTIOS; i++)
        NODE("virtio_mmio", CELLS("reg", 0, 0xa000000 + 0x200 * i, 0, 0x200),
             TEXT("compatible", "virtio,mmio"));
    accepted();
    assert_int_equal(devices.virtios, VIRTIOS);
    assert_int_equal(devices.virtio[0], 0xa000000);
    assert_int_equal(devices.virtio[VIRTIOS - 1], 0xa003e00);
}

TEST(reads_chosen) {
    NODE("chosen", TEXT("bootargs", "heap=1M -- a b"), CELLS("linux,initrd-start", 0x44000000),
         CELLS("linux,initrd-end", 0x1, 0x44001000));
    usual();
    finish();
    finish();
    /* bootargs points into the tree, so the tree has to stay. */
    assert_null(fdt_read(file, file_bytes, &machine));
    assert_string_equal(machine.bootargs, "heap=1M -- a b");
    assert_int_equal(machine.initrd_start, 0x44000000);
    assert_int_equal(machine.initrd_end, 0x144001000);
}

TEST(reads_reserved_memory) {
    reservation(0x40000000, 0x1000);
    usual();
    NODE("reserved-memory", CELLS("#address-cells", 1), CELLS("#size-cells", 1),
         NODE("firmware@41000000", CELLS("reg", 0x41000000, 0x2000, 0x42000000, 0x3000)),
         NODE("anywhere", CELLS("size", 0x1000)));
    accepted();
    assert_int_equal(machine.reserved_ranges, 3);
    assert_int_equal(machine.reserved[0].base, 0x40000000);
    assert_int_equal(machine.reserved[1].base, 0x41000000);
    assert_int_equal(machine.reserved[2].bytes, 0x3000);
}

TEST(nop_tokens_mean_nothing) {
    word(4);
    memory();
    word(4);
    cores();
    accepted();
    assert_int_equal(machine.cores, 2);
}

TEST(more_memory_than_we_keep_stays_unused) {
    for (int i = 0; i < MACHINE_MEMORY_RANGES + 2; i++)
        memory();
    cores();
    accepted();
    assert_int_equal(machine.memory_ranges, MACHINE_MEMORY_RANGES);
}

/* ---- Refusals ---- */

static void good(void) {
    usual();
    finish();
}

TEST(refuses_a_bad_header) {
    static const struct {
        uint32_t word, value;
        const char *reason;
    } cases[] = {
        {MAGIC, 0xedfe0dd0,
         "device tree: missing (wrong magic number; the boot loader passes its address in x0)"},
        {VERSION, 16, "device tree: unsupported version (expected: 17)"},
        {COMPATIBLE, 18, "device tree: unsupported version (expected: 17)"},
        {TOTAL, 0xffffffff, DAMAGED("larger than its memory")},
        {STRUCTURE, 0xfffffff0, DAMAGED("the structure block lies outside the tree")},
        {STRUCTURE_SIZE, 0xfffffff0, DAMAGED("the structure block lies outside the tree")},
        {STRINGS, 0xfffffff0, DAMAGED("the strings block lies outside the tree")},
        {STRINGS_SIZE, 0xfffffff0, DAMAGED("the strings block lies outside the tree")},
        {RESERVATIONS, 0xfffffff0, DAMAGED("the reservation block lies outside the tree")},
        {STRINGS_SIZE, 1, DAMAGED("a property's name lies outside the strings block")},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        good();
        write32(file + 4 * cases[i].word, cases[i].value);
        refused_file(cases[i].reason);
    }
    good();
    file_bytes = HEADER_BYTES - 1;
    refused_file(DAMAGED("shorter than its header"));
}

/* Every prefix of the structure block, with the rest of the tree in place. */
TEST(refuses_every_truncation) {
    good();
    for (uint32_t size = 0, bytes = tree.structure_bytes; size < bytes; size++) {
        write32(file + 4 * STRUCTURE_SIZE, size);
        refused_file(DAMAGED("the structure block ends in the middle"));
    }
}

TEST(refuses_a_reservation_block_without_end) {
    good();
    write32(file + 4 * RESERVATIONS, file_bytes - 8);
    refused_file(DAMAGED("the reservation block does not end"));
}

TEST(refuses_misplaced_tokens) {
    word(5);
    refused(DAMAGED("the structure block contains an unknown token"));
    end();
    refused(DAMAGED("a node ends before it begins"));
    memory();
    CELLS("late", 1);
    refused(DAMAGED("a property lies outside a node or after a child"));
    word(3), word(0), word(100000);
    refused(DAMAGED("a property's name lies outside the strings block"));
    for (int depth = 0; depth < 16; depth++)
        begin("deeper");
    refused("device tree: nodes are nested deeper than the kernel reads");
    memory();
    begin("open");
    refused(DAMAGED("the structure block ends in the middle"));
}

TEST(refuses_ranges_that_are_none) {
    static const char bad_reg[] =
        "device tree: a reg property is missing, short, or wider than 64 bits";
    static const char wraps[] = "device tree: a range extends beyond the address space";

    NODE("memory", TEXT("device_type", "memory"));
    refused(bad_reg);
    NODE("memory", TEXT("device_type", "memory"), CELLS("reg", 0, 0x40000000, 0, 0x1000, 0, 0, 0));
    refused(bad_reg);
    NODE("memory", TEXT("device_type", "memory"), CELLS("reg", 0xffffffff, 0xfffff000, 0, 0x2000));
    refused(wraps);
    reservation(UINT64_MAX, 2);
    refused(wraps);

    /* As many cells as the counts say, so that only the counts are wrong. */
    static const uint32_t counts[][2] = {{3, 2}, {2, 3}, {3, 0}, {2, 0}, {0, 0}, {UINT32_MAX, 1}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        static const uint32_t reg[5] = {0, 0x40000000, 0, 0x1000, 0};
        uint32_t sum = counts[i][0] + counts[i][1];
        memset(&tree, 0, sizeof tree);
        begin("");
        CELLS("#address-cells", counts[i][0]);
        CELLS("#size-cells", counts[i][1]);
        begin("memory");
        TEXT("device_type", "memory");
        cells("reg", sum > 0 ? sum : 5, reg);
        end();
        refused(bad_reg);
    }
}

TEST(refuses_more_reservations_than_it_keeps) {
    for (int i = 0; i <= MACHINE_MEMORY_RANGES; i++)
        reservation(0x1000u * (unsigned)i + 0x1000, 0x1000);
    refused("device tree: more reserved memory ranges than the kernel has room for");
}

TEST(refuses_a_core_without_affinity) {
    memory();
    NODE("cpus", NODE("cpu@0", TEXT("device_type", "cpu")));
    refused("device tree: the reg of a core is missing or invalid");
}

TEST(refuses_psci_it_cannot_call) {
    NODE("psci", TEXT("compatible", "arm,psci-1.0"), TEXT("method", "call"));
    refused("device tree: the psci node's method is neither hvc nor smc");
    NODE("psci", TEXT("compatible", "arm,psci"), TEXT("method", "hvc"));
    refused("device tree: the psci node lacks cpu_on");
}

TEST(refuses_redistributor_regions_out_of_bounds) {
    static const uint32_t counts[] = {0, GIC_REGIONS + 1};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        NODE("intc", TEXT("compatible", "arm,gic-v3"), CELLS("#redistributor-regions", counts[i]));
        refused("device tree: the interrupt controller has no redistributor region or too many");
    }
    NODE("intc", TEXT("compatible", "arm,gic-v3"), TEXT("#redistributor-regions", "two"),
         TEXT("#redistributor-regions", "second"));
    refused("device tree: #redistributor-regions is not a number");
}

TEST(refuses_a_chosen_that_misleads) {
    static const char no_range[] =
        "device tree: linux,initrd-start and linux,initrd-end are not a valid range";
    NODE("chosen", property("bootargs", "heap", 4));
    refused("device tree: bootargs is not a zero-terminated string");
    NODE("chosen", CELLS("linux,initrd-start", 0x44000000));
    refused(no_range);
    NODE("chosen", CELLS("linux,initrd-start", 0x44000000), CELLS("linux,initrd-end", 0x43ffffff));
    refused(no_range);
}

TEST(refuses_a_machine_without_memory_or_cores) {
    cores();
    refused("device tree: no memory");
    memory();
    refused("device tree: no cores");
}
