/* The kernel from its first instruction in C to its first process. */
#include "board/clock.h"
#include "board/host.h"
#include "board/interrupts.h"
#include "board/uart.h"
#include "kernel/again.h"
#include "kernel/clock/turn.h"
#include "kernel/console.h"
#include "kernel/cores.h"
#include "kernel/ending.h"
#include "kernel/fault_hooks.h"
#include "kernel/faults/faults.h"
#include "kernel/host/files.h"
#include "kernel/host/folder.h"
#include "kernel/host/meters.h"
#include "kernel/host/questions.h"
#include "kernel/host/records.h"
#include "kernel/image.h"
#include "kernel/links.h"
#include "kernel/memory.h"
#include "kernel/memory_map.h"
#include "kernel/needs.h"
#include "kernel/node.h"
#include "kernel/pages.h"
#include "kernel/parsers/fdt.h"
#include "kernel/parsers/options.h"
#include "kernel/parts/agree.h"
#include "kernel/parts/bell.h"
#include "kernel/parts/meet.h"
#include "kernel/parts/part.h"
#include "kernel/parts/watcher.h"
#include "kernel/process.h"
#include "kernel/reports/called.h"
#include "kernel/sleep.h"
#include "kernel/timer/look.h"
#include "kernel/timer/sample.h"

static struct machine machine;
static struct options options;

/* Called before the first atomic instruction, and so before the first lock. A kernel that is
 * compiled for Armv8.0 has none. */
static void check_instructions(void) {
#ifdef __ARM_FEATURE_ATOMICS
    enum { ATOMIC_SHIFT = 20 }; /* ID_AA64ISAR0_EL1.Atomic */
    static const char message[] = "graycube: these cores lack the atomic instructions of Armv8.1; "
                                  "a cortex-a76 has them\n";
    if (read_id_aa64isar0_el1() >> ATOMIC_SHIFT & 0xf)
        return;
    uart_write(message, sizeof message - 1);
    host_exit(STATUS_USAGE);
#endif
}

static void read_device_tree(uint64_t tree) {
    const char *reason = fdt_read(memory_map_device_tree(tree), DEVICE_TREE_BYTES, &machine);
    uart_start(memory_map_device);
    check_instructions();
    if (reason)
        ending_fail(STATUS_PANIC, "cannot start: %s", reason);
}

static void read_options(void) {
    bool good = options_parse(machine.bootargs, &options);
    part_self = options.part;
    if (options.clock && options.costs.instruction)
        turn_enable();
    if (turn_enabled)
        turn_limit(options.limit);
    if (!good)
        ending_fail(STATUS_USAGE, "%s", options.message);
    if (options.tag)
        console_tag_lines();
    if (options.parts > 1 && options.ending)
        console_share(turn_enabled ? turn_printed : part_turn); /* cuberun merges the consoles */
    if (options.ending)
        ending_open(options.ending);
    if (options.errors && !console_open_errors(options.errors))
        ending_fail(STATUS_USAGE, "option errors=%u: cannot open descriptor %u of the host",
                    (unsigned)options.errors, (unsigned)options.errors);
    if (options.results && !records_open(options.results))
        ending_fail(STATUS_USAGE, "option results=%u: cannot open descriptor %u of the host",
                    (unsigned)options.results, (unsigned)options.results);
    if (options.stats)
        meters_enable();
    if (options.requests && !folder_start(options.requests, options.answers))
        ending_fail(STATUS_USAGE,
                    "options requests=%u answers=%u: cannot open these descriptors of the host",
                    (unsigned)options.requests, (unsigned)options.answers);
    questions_start(options.questions, options.replies);
}

static void check_cores(void) {
    uint32_t cores = machine.cores - (options.parts > 1); /* a part's last core watches */
    if (cores > MACHINE_CORES || __builtin_popcount(cores) != 1)
        ending_fail(STATUS_USAGE, "the machine has %u cores (expected: a power of two, up to %u)",
                    (unsigned)cores, MACHINE_CORES);
    const char *reason = part_choose(&options, &machine, cores);
    if (reason)
        ending_fail(STATUS_USAGE, "%s", reason);
    uint32_t nodes = cores * part_count;
    if (options.ranks > nodes)
        ending_fail(STATUS_USAGE, "option ranks=%u: the cube has only %u nodes",
                    (unsigned)options.ranks, (unsigned)nodes);
    called_by_rank(options.ranks > 0);
    nodes_count(nodes, options.ranks ? options.ranks : nodes, cores * part_self, cores);
    if (options.mapped && options.mapped != node_dimension)
        ending_fail(STATUS_USAGE, "option map=: %u dimensions, but this cube of %u nodes has %u",
                    (unsigned)options.mapped, (unsigned)node_count, (unsigned)node_dimension);
    if (options.mapped)
        nodes_order(options.order);
    links_choose(node_dimension, options.direct, options.routed);
}

static void check_links(void) {
    const char *reason = faults_read(options.clock, options.explain);
    if (reason)
        ending_fail(STATUS_IMAGE, "%s", reason);
}

static void start_memory(uint64_t tree) {
    if (!memory_map_start(&machine, tree))
        ending_fail(STATUS_USAGE, "not enough memory for page tables (increase --memory)");
}

static void start_interrupts(void) {
    const char *reason = interrupts_start(&machine, memory_map_device);
    if (reason)
        ending_fail(STATUS_PANIC, "%s", reason);
}

/* Adds up the memory of start-up, so that the user is told if it is short. */
static void check_memory(void) {
    const struct elf_image *elf = &program_image.elf;
    needs_pages(1, nodes_record_pages());
    uint32_t stacks = node_cores + (part_count > 1); /* a part's watcher has one, too */
    needs_pages(stacks, nodes_stack_pages());
    needs_pages(nodes_table_pages(stacks), 1);
    needs_pages((size_t)node_cores * part_inside, links_window_pages());
    for (uint32_t i = 0; i < elf->segments; i++)
        needs_pages(1, image_shared_pages(&elf->segment[i]));
    needs_pages(files_pages(), 1);
    if (fault_hooks)
        fault_hooks->needs();
    needs_pages(node_cores * process_pages(&options), 1);
    needs_check(&machine, options.memory);
}

static void start_shared_parts(void) {
    const char *reason = part_start(links_window_pages());
    if (reason)
        ending_fail(STATUS_USAGE, "%s", reason);
    if (!nodes_start() || !links_start(!turn_enabled) || !image_load_shared() || !files_start() ||
        (fault_hooks && !fault_hooks->start()))
        needs_unmet();
    if (part_count > 1 && !bell_open(options.bells))
        ending_fail(STATUS_USAGE, "option bells=%u: cannot open these descriptors of the host",
                    (unsigned)options.bells);
}

/* Does what every core does. */
static _Noreturn void run_node(struct node *node) {
    cores_start_children(&machine, node);
    cores_start_this(node);
    if (!process_make(node, &options))
        needs_unmet();
    process_run(node);
}

/* boot/start.S calls this on the boot core, with the distance of the kernel's addresses from
 * physical ones and the physical address of the device tree. The firmware starts other cores at
 * `entry`, and the boot core once more at `again`. */
_Noreturn void kernel_main(uint64_t distance, uint64_t tree, const void *entry, const void *again);

/* boot/start.S calls this on every other core, with its node. */
_Noreturn void kernel_secondary(struct node *node);

void kernel_main(uint64_t distance, uint64_t tree, const void *entry, const void *again) {
    memory_distance = distance;
    node_become(&boot_node); /* a place to print from */
    read_device_tree(tree);  /* what the machine consists of; from here on messages are seen */
    read_options();          /* what the user wants of it */
    check_cores();           /* whether their number makes a cube */
    start_memory(tree);      /* all of it mapped, the free part known */
    image_find(&machine);    /* the program */
    check_links();           /* those that are dead or fail */
    check_memory();          /* enough for all that follows */
    start_shared_parts();    /* records, kernel stacks, windows, text, files */
    start_interrupts();      /* doorbells */
    clock_start(memory_map_device);            /* the date */
    cores_epoch = meet_parts(clock_epoch());   /* all parts of the cube are as far as this */
    sleep_start(node_cores, part_count > 1);   /* all nodes count as awake */
    look_start(options.tick, options.threads); /* nodes that compute forward */
    node_become(cores_boot_node(&machine, entry));
    process_start(&options);                                  /* room for notes */
    sample_start(options.samples, options.costs.instruction); /* where time goes */
    if (options.again && turn_enabled && node_cores > 1 && part_count == 1)
        again_enable(&machine, tree, again);
    agree_start(turn_enabled ? turn_end_wait : sleep_ring);
    watcher_start(&machine);
    run_node(node_self()); /* the other nodes come here from kernel_secondary */
}

void kernel_secondary(struct node *node) {
    node_become(node);
    if (watcher_is(node))
        watcher_run();
    run_node(node);
}
