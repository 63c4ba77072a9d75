#include "kernel/timer/detour.h"
#include "kernel/fault_hooks.h"

#include <errno.h>
#include <string.h>

#include "board/interrupts.h"
#include "board/registers.h"
#include "kernel/clock/turn.h"
#include "kernel/links.h"
#include "kernel/node.h"
#include "kernel/table.h"
#include "kernel/timer/look.h"

enum {
    INSTRUCTION_BYTES = 4,
    STACK_ALIGNMENT = 16,           /* procedure call standard, 6.4.5 */
    STATE_INTERRUPTS_MASKED = 0x80, /* SPSR_EL1.I */
    STATE_FLAGS_SHIFT = 28,         /* SPSR_EL1: the condition flags and what follows them */
};

static bool is_text(const struct process *process, uint64_t address) {
    if (address >= PROCESS_END || address % INSTRUCTION_BYTES)
        return false;
    uint64_t entry = table_entry(process->table, address);
    return entry & TABLE_VALID && entry & TABLE_EL0 && !(entry & TABLE_NO_EXECUTE_EL0);
}

int64_t detour_allow(struct node *node, struct trap_frame *frame) {
    struct detour *detour = &node->detour;
    if (!is_text(&node->process, frame->x[0]) || frame->x[1] % STACK_ALIGNMENT)
        return -EINVAL;
    detour->entry = frame->x[0];
    detour->stack = frame->x[1];
    if (turn_enabled || (node_dimension < 2 && frame->x[2] == 0) || !look_wanted())
        return 0;
    detour->allowed = true;
    frame->state &= ~(uint64_t)STATE_INTERRUPTS_MASKED;
    look_later(node);
    return 0;
}

/* Notes the routed tails. Returns whether one has moved since the process last dealt with all that
 * had arrived. Relaxed: the process reads the tails again, with acquire, before it reads a slot. */
static bool has_news(struct node *node) {
    struct detour *detour = &node->detour;
    bool news = fault_hooks && fault_hooks->news(node, false);
    for (uint32_t d = 0; d < node_dimension; d++) {
        if (node->cut >> d & 1)
            continue;
        const struct cube_window *window = links_window(node->number ^ 1u << d, d);
        /* The second ring's tail stays 0 unless links are dead. One that moves changes the sum. */
        detour->found[d] = atomic_load_explicit(&window->routed_tail, memory_order_relaxed) +
                           atomic_load_explicit(&window->second_tail, memory_order_relaxed);
        news |= detour->found[d] != detour->seen[d];
    }
    return news;
}

/* Makes the process leave for its function. The function finds x29 unchanged, and in x30 the
 * address at which the process was. So its frame record leads a backtrace on to that place. */
static void leave(struct detour *detour, struct trap_frame *frame) {
    detour->at = *frame;
    detour->away = true;
    frame->x[0] = frame->pc;
    frame->x[1] = frame->x[30];
    frame->x[30] = frame->pc;
    frame->pc = detour->entry;
    frame->sp = detour->stack;
    frame->state &= (UINT64_C(1) << STATE_FLAGS_SHIFT) - 1;
}

void detour_interrupt(struct node *node, struct trap_frame *frame) {
    struct detour *detour = &node->detour;
    uint64_t now = read_cntvct_el0();
    if (now >= detour->next) {
        detour->more = frame->pc == detour->place ? 2 * (now - detour->next) : 0;
        detour->place = frame->pc;
        look_later(node); /* before the acknowledgement, so that the timer no longer asks for an
                             interrupt */
        if (!detour->away && has_news(node))
            leave(detour, frame);
    }
    interrupts_acknowledge(); /* it may also be a doorbell that came when the process was awake
                                 again */
}

int64_t detour_end(struct node *node, struct trap_frame *frame) {
    struct detour *detour = &node->detour;
    if (!detour->away || frame->x[0] > 1)
        return -EINVAL;
    if (frame->x[0])
        look_soon(node);
    else
        memcpy(detour->seen, detour->found, sizeof detour->seen);
    detour->away = false;
    *frame = detour->at;
    return (int64_t)frame->x[0];
}
