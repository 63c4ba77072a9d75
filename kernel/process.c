#include "kernel/process.h"

#include <string.h>

#include "board/colours.h"
#include "board/registers.h"
#include "kernel/clock/turn.h"
#include "kernel/cores.h"
#include "kernel/fault_hooks.h"
#include "kernel/host/files.h"
#include "kernel/image.h"
#include "kernel/links.h"
#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/page.h"
#include "kernel/pages.h"
#include "kernel/parsers/arguments.h"
#include "kernel/table.h"
#include "kernel/windows.h"

enum {
    STACK_AT_ONCE = 64 << 10,      /* bytes: hardly a program of the cube's own needs more */
    DEFAULT_SPINS = 1000,          /* measured; tools/running/sharing.py has what suits the host */
    STATE_EL0_MASKED = 0x3c0,      /* SPSR_EL1: EL0, 64 bits, exceptions D, A, I and F masked */
    STATE_EL0_INTERRUPTED = 0x340, /* the same but I, for the timer of a limit */
};

/* ---- The address space ---- */

/* Maps the process's own windows, which it can write, and those of its neighbours, which it can
 * only read. There is no other memory that two nodes share. */
static bool map_links(struct node *node, struct process *process, struct cube_node_page *page) {
    page->alias = windows_alias();
    for (uint32_t d = 0; d < node_dimension; d++) {
        uint32_t neighbour = node->number ^ 1u << d;
        uint32_t incoming = node_dimension + d;
        page->outgoing[d] = windows_place(d);
        page->incoming[d] = windows_place(incoming);
        if (node->cut >> d & 1)
            continue;
        if (!windows_map(process, d, links_window(node->number, d), TABLE_PROCESS_DATA) ||
            !windows_map(process, incoming, links_window(neighbour, d), TABLE_PROCESS_RODATA))
            return false;
    }
    return !fault_hooks || fault_hooks->map(node, page);
}

static uint32_t page_flags(const struct node *node, const struct options *options) {
    uint32_t flags =
        (node_runs(node->number) ? 0 : CUBE_PAGE_FORWARDS) |
        (options->stats ? CUBE_PAGE_STATS : 0) | (options->explain ? CUBE_PAGE_EXPLAIN : 0) |
        (options->requests ? CUBE_PAGE_FOLDER : 0) | (options->guards ? CUBE_PAGE_GUARDS : 0) |
        options->terminals * CUBE_PAGE_TERMINAL;
    if (!options->clock)
        return flags;
    return flags | CUBE_PAGE_CLOCK | (options->one_port ? CUBE_PAGE_ONE_PORT : 0) |
           (turn_enabled ? CUBE_PAGE_TURNS : 0) | (options->profile ? CUBE_PAGE_PROFILE : 0) |
           (options->record ? CUBE_PAGE_RECORD : 0) | (options->samples ? CUBE_PAGE_SAMPLES : 0);
}

static bool map_node_page(struct node *node, struct process *process,
                          const struct options *options) {
    uint64_t frame = pages_allocate(1, PAGES_KERNEL);
    if (!frame)
        return false;
    struct cube_node_page *page = memset(memory_at(frame), 0, CUBE_PAGE_BYTES);
    page->layout = CUBE_LAYOUT;
    page->node = node->number;
    page->dimension = node_dimension;
    page->ranks = node_ranks;
    page->flags = page_flags(node, options);
    page->costs = options->costs;
    process->excess = &page->excess;
    page->spins = turn_enabled ? 0 : options->spins ? options->spins : DEFAULT_SPINS;
    page->direct_bytes = links_sizes().direct;
    page->routed_bytes = links_sizes().routed;
    page->epoch = cores_epoch;
    memcpy(page->order, node_order, sizeof page->order);
    page->notes = page->flags & (CUBE_PAGE_PROFILE | CUBE_PAGE_RECORD) ? PROCESS_NOTES : 0;
    page->files = files_share(process->table);
    page->files_bytes = files.bytes;
    return map_links(node, process, page) &&
           table_map_pages(process->table, CUBE_NODE_PAGE_ADDRESS, frame, 1, TABLE_PROCESS_RODATA);
}

/* Gives the process its own copy of a writable segment. Its pages need not be contiguous, so all
 * processes find memory if there are enough pages in all. */
static bool map_data(struct process *process, const struct elf_segment *segment) {
    size_t pages = image_own_pages(segment);
    for (size_t page = 0, some; page < pages; page += some) {
        some = pages - page;
        uint64_t address = image_segment_start(segment) + page * CUBE_PAGE_BYTES;
        uint64_t frames = pages_allocate_some(&some, PAGES_PROGRAM);
        if (!frames || !table_map_pages(process->table, address, frames, some, TABLE_PROCESS_DATA))
            return false;
        image_copy_segment(segment, page, some, frames);
    }
    return true;
}

static bool map_program(struct process *process) {
    const struct elf_image *elf = &program_image.elf;
    for (uint32_t i = 0; i < elf->segments; i++) {
        const struct elf_segment *segment = &elf->segment[i];
        uint64_t permit = segment->executable ? TABLE_PROCESS_TEXT : TABLE_PROCESS_RODATA;
        if (!(segment->writable
                  ? map_data(process, segment)
                  : table_map_pages(process->table, image_segment_start(segment),
                                    program_image.frames[i], image_segment_pages(segment), permit)))
            return false;
    }
    return true;
}

/* ---- The stack ---- */

/* Returns the bytes of the stack that are mapped at the start, below the arguments. A program that
 * needs no more neither traps for a page nor finds that memory is short. */
static uint64_t stack_bytes_at_once(const struct options *options) {
    uint64_t stack = options->stack < STACK_AT_ONCE ? options->stack : STACK_AT_ONCE;
    return page_up(stack) + page_up(arguments_bytes(options));
}

static bool make_stack(struct process *process, const struct options *options, uint32_t node,
                       struct trap_frame *frame) {
    process->stack_bottom =
        PROCESS_STACK_TOP - page_up(options->stack) - page_up(arguments_bytes(options));
    size_t some;
    for (uint64_t at = PROCESS_STACK_TOP - stack_bytes_at_once(options); at < PROCESS_STACK_TOP;
         at += some * CUBE_PAGE_BYTES) {
        some = (PROCESS_STACK_TOP - at) / CUBE_PAGE_BYTES;
        uint64_t frames = pages_allocate_some(&some, PAGES_PROGRAM);
        if (!frames || !table_map_pages(process->table, at, frames, some, TABLE_PROCESS_DATA))
            return false;
        memset(memory_at(frames), 0, some * CUBE_PAGE_BYTES);
    }
    arguments_push(process, options, node, frame);
    return true;
}

/* ---- The process ---- */

size_t process_pages(const struct options *options) {
    const struct elf_image *elf = &program_image.elf;
    size_t windows = 2 * node_dimension * windows_stride() / CUBE_PAGE_BYTES;
    size_t stack = stack_bytes_at_once(options) / CUBE_PAGE_BYTES;
    size_t pages = 1 + 1 + table_pages(1); /* the first level, the node page and its tables */
    pages += table_pages(2 * windows + board_colours);
    pages += stack + table_pages(stack);
    for (uint32_t i = 0; i < elf->segments; i++) {
        size_t segment = image_segment_pages(&elf->segment[i]);
        pages += image_own_pages(&elf->segment[i]) + table_pages(segment);
        /* Of the tables of other nodes a program touches at least what is of its neighbours. */
        if (elf->segment[i].when_touched)
            pages += segment < node_dimension + 1 ? segment : node_dimension + 1;
    }
    return pages;
}

static struct trap_frame *first_frame(const struct node *node) {
    return (struct trap_frame *)node->stack_top - 1;
}

void process_start(const struct options *options) {
    static const uint8_t zeros[CUBE_PAGE_BYTES];
    if (options->profile || options->record)
        process_when_touched(PROCESS_NOTES, CUBE_NOTES_BYTES, zeros);
}

bool process_make(struct node *node, const struct options *options) {
    struct process *process = &node->process;
    struct trap_frame *frame = memset(first_frame(node), 0, sizeof *frame);
    frame->pc = program_image.elf.entry;
    frame->state = turn_limited() ? STATE_EL0_INTERRUPTED : STATE_EL0_MASKED;
    process->heap_end = process->heap_mapped = program_image.elf.end;
    process->heap_lazy = program_image.elf.end + PROCESS_HEAP_AT_ONCE;
    process->heap_limit = program_image.elf.end + options->heap;
    process->table = table_make();
    return process->table && map_program(process) &&
           make_stack(process, options, node->number, frame) &&
           map_node_page(node, process, options);
}

void process_run(struct node *node) {
    write_ttbr0_el1(memory_physical(node->process.table));
    instruction_barrier();
    drop_translations(); /* the core's first instructions were mapped in this half */
    node->frame = (uint64_t)first_frame(node);
    if (turn_enabled)
        turn_start(node);
    else
        cores_start_together();
    process_enter(first_frame(node));
}
