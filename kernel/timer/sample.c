#include "kernel/timer/sample.h"

#include <errno.h>
#include <stdio.h>

#include "board/interrupts.h"
#include "board/registers.h"
#include "kernel/clock/turn.h"
#include "kernel/host/records.h"
#include "kernel/node.h"
#include "kernel/reports/backtrace.h"

enum {
    FIRST = 512,              /* instructions from one of the first samples to the next */
    FEW_NODES = 16,           /* with more nodes samples are rarer: at each one all cores look */
    AT_FIRST = 512,           /* samples until their distance doubles */
    MOST_DOUBLED = 40,        /* doublings, at most */
    ADDRESSES = 48,           /* of a sample: the place, what x30 says, callers */
    DIGITS = 21,              /* of an address, with a comma */
    NANOSECONDS = 1000000000, /* in a second; an instruction takes one where they are counted */
    STATE_INTERRUPTS_MASKED = 0x80, /* SPSR_EL1.I */
};

/* The instructions by which a process reads its clock (net/clock/time.h): `ldr x, [y]` and `mrs x,
 * pmccntr_el0` (Arm ARM, C6.2 and D17.5), and where their registers are. Number 31 is no register.
 */
#define LOAD           0xf9400000u
#define READ_COUNTER   0xd53b9d00u
#define REGISTER       31u
#define BASE_SHIFT     5
#define LOAD_REGISTERS (REGISTER | REGISTER << BASE_SHIFT)
enum {
    INSTRUCTION_BYTES = 4,
    MOST_LOOKS = 1 << 20, /* of other cores since the process has loaded the excess */
};

/* The timer is never set for less: the other cores look whether it is their turn when it is set,
 * and none of them may be stopped in the midst of a look (kernel/clock/turn_word.h). Nor may it
 * come before the process goes on: it would not get far. */
enum { LEAST = 512, LEAST_OF_CORE = 16 };

static bool wanted;
static uint64_t instruction; /* what one costs by the clocks */

void sample_start(bool are_wanted, uint32_t cost) {
    wanted = are_wanted;
    instruction = cost;
}

/* ---- Records ---- */

static void record(const struct node *node, const struct trap_frame *frame, enum cube_sample kind,
                   uint64_t time, uint64_t weight) {
    static const char *const kinds[CUBE_SAMPLES] = {"work", "receiving", "waiting"};
    uint64_t address[ADDRESSES + 1];
    char text[ADDRESSES * DIGITS + 1];
    size_t count = backtrace_addresses(&node->process, frame, address, ADDRESSES), length = 0;
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%lu", i ? "," : "",
                                   (unsigned long)address[i]);
    records_print(node_place(node),
                  "{\"sample\":{\"kind\":\"%s\",\"time\":%lu,\"weight\":%lu,\"stack\":[%s]}}",
                  kinds[kind], (unsigned long)time, (unsigned long)weight, text);
}

int64_t sample_told(struct node *node, const struct trap_frame *frame) {
    if (!wanted || frame->x[0] >= CUBE_SAMPLES)
        return -EINVAL;
    enum cube_sample kind = (enum cube_sample)frame->x[0];
    record(node, frame, kind, frame->x[1], frame->x[2]);
    if (kind == CUBE_SAMPLE_WORK) { /* the clock has not yet been set to this time */
        node->sampler.told += frame->x[2];
        node->sampler.next += frame->x[2];
    }
    return 0;
}

/* ---- The timer ---- */

static void start_timer(uint64_t instructions) {
    uint64_t least = LEAST + LEAST_OF_CORE * node_cores;
    if (instructions < least)
        instructions = least;
    timer_start(read_cntvct_el0() + instructions * read_cntfrq_el0() / NANOSECONDS);
}

/* Returns how much work there is from one sample to the next. The random numbers are those of
 * Numerical Recipes' quick generator. */
static uint64_t distance(struct sampler *sampler) {
    uint32_t doubled = sampler->taken++ / AT_FIRST;
    uint64_t usual = (uint64_t)FIRST << (doubled < MOST_DOUBLED ? doubled : MOST_DOUBLED);
    if (node_count > FEW_NODES)
        usual *= node_count / FEW_NODES;
    sampler->random = sampler->random * 1664525u + 1013904223u;
    return (usual / 2 + usual * (sampler->random >> 16) / (UINT16_MAX + 1)) * instruction;
}

/* Reads how much work the process has done when it has executed N instructions, and what its
 * clock shows. Returns false if it is about to set the clock back; or if the watch has ended, or
 * there is nothing to read, and then no timer is to be set any more. */
static bool read_work(struct node *node, uint64_t executed, uint64_t *work, uint64_t *time) {
    struct sampler *sampler = &node->sampler;
    uint64_t offset, waited;
    uint32_t hidden;
    if (!process_read(&node->process, &offset, sampler->offset, sizeof offset) ||
        !process_read(&node->process, &waited, sampler->waited, sizeof waited) ||
        !process_read(&node->process, &hidden, sampler->hidden, sizeof hidden)) {
        sampler->state = SAMPLER_OFF;
        return false;
    }
    if (hidden & CUBE_WATCH_ENDS)
        sampler->state = SAMPLER_OFF;
    *time = offset + instruction * executed;
    *work = *time - waited;
    return hidden == 0;
}

/* Lets the timer interrupt the process when its next sample is due. */
static void start_after(const struct sampler *sampler, uint64_t work) {
    uint64_t left = sampler->next - work;
    start_timer((int64_t)left > 0 ? left / instruction : 0);
}

/* Looks again as soon as it can, unless there is nothing to look at any more. */
static void start_soon(const struct sampler *sampler) {
    if (sampler->state != SAMPLER_OFF)
        start_timer(0);
}

int64_t sample_watch(struct node *node, struct trap_frame *frame) {
    struct sampler *sampler = &node->sampler;
    uint64_t work, time;
    if (!wanted || !turn_enabled || sampler->state != SAMPLER_OFF)
        return -EINVAL;
    *sampler = (struct sampler){.offset = frame->x[0],
                                .waited = frame->x[1],
                                .hidden = frame->x[2],
                                .random = node->number,
                                .state = SAMPLER_TRIES};
    read_work(node, 0, &work, &time);
    if (sampler->state == SAMPLER_OFF)
        return -EINVAL;
    sampler->next = distance(sampler);
    frame->state &= ~(uint64_t)STATE_INTERRUPTS_MASKED;
    return 0;
}

void sample_stop(const struct node *node) {
    if (node->sampler.state != SAMPLER_OFF)
        timer_stop();
}

void sample_go_on(struct node *node, uint64_t executed) {
    uint64_t work, time;
    if (node->sampler.state == SAMPLER_OFF)
        return;
    if (node->process.finished)
        node->sampler.state = SAMPLER_OFF;
    else if (node->sampler.state == SAMPLER_TRIES)
        timer_start(read_cntvct_el0()); /* two interrupts, before any instruction of the process */
    else if (read_work(node, executed, &work, &time))
        start_after(&node->sampler, work);
    else
        start_soon(&node->sampler);
}

/* Finds out how many instructions an interrupt takes that are counted: those between two that found
 * the process at the same place. */
static void try(struct sampler *sampler, uint64_t place, uint64_t executed) {
    if (sampler->place == place) {
        sampler->trap = executed - sampler->paused;
        sampler->state = SAMPLER_ON;
    }
    sampler->place = place;
    sampler->paused = executed;
}

/* Makes the process go back to where it has loaded the excess if it was about to read the counter.
 * Returns how many instructions it executes again. */
static uint64_t go_back(const struct node *node, struct trap_frame *frame) {
    struct {
        uint32_t load, read;
    } code;
    if (!process_read(&node->process, &code, frame->pc - INSTRUCTION_BYTES, sizeof code) ||
        (code.load & ~LOAD_REGISTERS) != LOAD || (code.read & ~REGISTER) != READ_COUNTER)
        return 0;
    uint32_t loaded = code.load & REGISTER, base = code.load >> BASE_SHIFT & REGISTER;
    uint64_t excess = atomic_load_explicit(node->process.excess, memory_order_relaxed);
    if (loaded == REGISTER || base == REGISTER || excess - frame->x[loaded] > MOST_LOOKS)
        return 0;
    frame->x[base] = CUBE_NODE_PAGE_ADDRESS + offsetof(struct cube_node_page, excess);
    frame->pc -= INSTRUCTION_BYTES;
    return 1;
}

/* Takes a sample if the process has worked enough since the last one. */
static void look(struct node *node, const struct trap_frame *frame, uint64_t executed) {
    struct sampler *sampler = &node->sampler;
    uint64_t work, time;
    if (!read_work(node, executed, &work, &time)) {
        start_soon(sampler);
        return;
    }
    if ((int64_t)(work - sampler->next) >= 0) {
        record(node, frame, CUBE_SAMPLE_WORK, time, work - sampler->told);
        sampler->told = work;
        sampler->next = work + distance(sampler);
    }
    start_after(sampler, work);
}

uint64_t sample_interrupt(struct node *node, struct trap_frame *frame, uint64_t executed) {
    struct sampler *sampler = &node->sampler;
    timer_stop();
    interrupts_acknowledge();
    if (sampler->state == SAMPLER_TRIES)
        try(sampler, frame->pc, executed);
    if (sampler->state == SAMPLER_TRIES) {
        timer_start(read_cntvct_el0());
        return 0;
    }
    uint64_t again = go_back(node, frame);
    if (sampler->state == SAMPLER_ON)
        look(node, frame, executed - sampler->trap); /* the last, for it sets the timer */
    return sampler->trap + again;
}
