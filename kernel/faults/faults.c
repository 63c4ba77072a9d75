#include "kernel/faults/faults.h"

#include <errno.h>

#include "kernel/fault_hooks.h"
#include "kernel/faults/dead.h"
#include "kernel/faults/failed.h"
#include "kernel/faults/failures.h"
#include "kernel/host/files.h"
#include "kernel/links.h"
#include "kernel/needs.h"
#include "kernel/node.h"
#include "kernel/parts/stage.h"
#include "kernel/reports/killed.h"

/* ---- The start ---- */

static void needs(void) {
    needs_pages(dead_pages(), 1);
    needs_pages(failed_windows(), links_window_pages());
    needs_pages(failed_any(), 1);
}

static bool start(void) {
    return dead_start() && failed_start();
}

static bool map(struct node *node, struct cube_node_page *page) {
    return dead_map(node, page, failed_any()) && failed_map(node, page);
}

/* ---- Waits ---- */

static bool news(struct node *node, bool waits) {
    return failed_any() && failed_news(node, waits);
}

/* Takes in what the process says of its routed rings. That replaces the words about them, except
 * where links may fail but no nodes. */
static int64_t before_wait(struct node *node) {
    struct sleeper *sleeper = &node->sleeper;
    if (news(node, true))
        return -ESTALE;
    bool instead = node->process.rings != 0 && (!failed_any() || failed_nodes());
    for (uint32_t word = 0; word < CUBE_WORDS; word++)
        sleeper->wait.words[word] &= (uint16_t)~node->cut;
    if (instead)
        sleeper->wait.words[CUBE_WORD_ROUTED_TAIL] = sleeper->wait.words[CUBE_WORD_ROUTED_HEAD] = 0;
    if (node->process.rings &&
        !process_read(&node->process, &sleeper->rings, node->process.rings, sizeof sleeper->rings))
        return -EFAULT;
    return 0;
}

static bool rings_changed(const struct node *node) {
    const struct cube_rings *rings = &node->sleeper.rings;
    if (!node->process.rings)
        return false;
    for (uint32_t d = 0; d < node_dimension; d++) {
        if (node->cut >> d & 1)
            continue;
        const struct cube_window *window = links_window(node->number ^ 1u << d, d);
        const _Atomic uint32_t *const tail[] = {&window->routed_tail, &window->second_tail};
        const _Atomic uint32_t *const head[] = {&window->routed_head, &window->second_head};
        for (uint32_t ring = failed_any() ? CUBE_RINGS - 1 : 0; ring < CUBE_RINGS; ring++)
            if (atomic_load_explicit(tail[ring], memory_order_relaxed) != rings->tail[ring][d] ||
                ((rings->full[ring] >> d & 1) &&
                 atomic_load_explicit(head[ring], memory_order_relaxed) != rings->head[ring][d]))
                return true;
    }
    return false;
}

/* ---- System calls ---- */

static int64_t rings(struct node *node, uint64_t address) {
    uint64_t last = address + sizeof(struct cube_rings) - 1;
    size_t run;
    if (last < address || !process_room(&node->process, address, &run) ||
        !process_room(&node->process, last, &run))
        return -EINVAL;
    node->process.rings = address;
    return 0;
}

static int64_t failed(struct node *node, const struct trap_frame *frame) {
    int64_t set = failed_tell(node, frame->x[0]);
    if (failed_ends_run(node))
        killed_end(node, frame, frame->x[0]);
    return set;
}

/* ---- Reports ---- */

static bool learn(uint32_t set) {
    return failures && failures_learn(set);
}

/* Returns the bytes that the process of *node claims to have sent again. */
static uint64_t sent_again(const struct node *node) {
    uint64_t again, place = node->process.unreceived + offsetof(struct cube_unreceived, again);
    bool counts = node->process.finished && node->process.unreceived;
    return counts && process_read(&node->process, &again, place, sizeof again) ? again : 0;
}

static void print(struct stage_state *state) {
    if (!failures)
        return;
    failures_print();
    for (uint32_t core = 0; core < node_cores; core++)
        state->again += sent_again(node_at(core));
}

const char *faults_read(bool clock, bool explain) {
    static const struct fault_hooks hooks = {
        .needs = needs,
        .start = start,
        .map = map,
        .runs = dead_runs,
        .before_wait = before_wait,
        .news = news,
        .rings_changed = rings_changed,
        .rings = rings,
        .failed = failed,
        .here = failures_here,
        .learn = learn,
        .has_failed = failures_has_failed,
        .print = print,
    };
    const char *reason = dead_read(files.dead, files.dead_bytes);
    if (!reason)
        reason = failed_read(files.failing, files.failing_bytes, clock, explain);
    if (!reason && (dead_any() || failed_any())) {
        fault_hooks = &hooks;
        links_add_ring();
    }
    return reason;
}
