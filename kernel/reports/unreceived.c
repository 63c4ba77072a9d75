/* Processes may write anything into windows and counts. No value makes this file read beyond the
 * rings and the memory of the process. */
#include "kernel/reports/unreceived.h"

#include "kernel/console.h"
#include "kernel/fault_hooks.h"
#include "kernel/links.h"
#include "kernel/node.h"
#include "kernel/reports/called.h"
#include "kernel/windows.h"

enum { LINES_SHOWN = 16 };

/* Counts a line of the report. Returns whether it is one of those that are printed. */
static bool begin_line(struct stage_state *state) {
    if (!state->headed)
        console_print("graycube: all programs have ended, but packets were never received: the "
                      "nodes' calls do not match\n");
    state->headed = true;
    return state->lines++ < LINES_SHOWN;
}

static void end_lines(uint32_t lines, const char *what) {
    if (lines > LINES_SHOWN)
        console_print("graycube: and %u more %s\n", (unsigned)(lines - LINES_SHOWN), what);
}

static const char *plural(uint64_t number) {
    return number == 1 ? "" : "s";
}

/* Returns what lies between two counts of slots of a window's direct ring. Follows the pieces, one
 * after the other, as long as they make sense. */
static struct cube_messages ring_contents(const struct cube_window *window, uint32_t head,
                                          uint32_t tail) {
    struct cube_messages contents = {0, 0};
    uint32_t capacity = links_sizes().direct / CUBE_SLOT_BYTES;
    while (head != tail && tail - head <= capacity) {
        uint32_t place = head % capacity;
        const struct cube_piece *piece =
            (const struct cube_piece *)(window->end_of_page + (size_t)place * CUBE_SLOT_BYTES);
        const struct cube_header header = piece->header;
        uint64_t bytes = header.bytes;
        uint64_t slots = (sizeof header + bytes + CUBE_SLOT_BYTES - 1) / CUBE_SLOT_BYTES;
        if (slots > tail - head || slots > capacity - place)
            break;
        contents.messages += bytes == header.remaining;
        contents.bytes += bytes;
        head += (uint32_t)slots;
    }
    return contents;
}

/* Whether the last packet of a window's direct ring says that its owner has died: then nobody lacks
 * what was not received. */
static bool is_of_dead(const struct cube_window *window, uint32_t tail) {
    uint32_t place = (tail - 1) % (links_sizes().direct / CUBE_SLOT_BYTES);
    const struct cube_piece *last =
        (const struct cube_piece *)(window->end_of_page + (size_t)place * CUBE_SLOT_BYTES);
    return fault_hooks && last->header.operation == CUBE_OPERATION_FAILED;
}

/* Prints what *node has not received on a dimension. Both nodes have finished, and wrote head and
 * tail before. */
static void report_link(const struct node *node, uint32_t dimension, struct stage_state *state) {
    uint32_t neighbour = node->number ^ 1u << dimension;
    if (fault_hooks &&
        (fault_hooks->has_failed(node->number) || fault_hooks->has_failed(neighbour)))
        return;
    /* As the process sees it: where the link has failed, that is its own copy. */
    size_t run;
    const struct cube_window *in = (const struct cube_window *)process_bytes(
        &node->process, windows_place(node_dimension + dimension), &run);
    const struct cube_window *out = links_own[node->core][dimension];
    uint32_t tail = atomic_load_explicit(&in->direct_tail, memory_order_relaxed);
    uint32_t head = atomic_load_explicit(&out->direct_head, memory_order_relaxed);
    if (tail == head || is_of_dead(in, tail) || !begin_line(state))
        return;
    struct cube_messages left = ring_contents(in, head, tail);
    console_print("graycube: %s has not received all that %s sent (dimension %u): %lu "
                  "packet%s, %lu bytes in the link's ring\n",
                  called(node->number).text, called(neighbour).text, (unsigned)dimension,
                  (unsigned long)left.messages, plural(left.messages), (unsigned long)left.bytes);
}

static struct cube_messages messages_at(const struct node *node, size_t offset) {
    struct cube_messages messages;
    uint64_t address = node->process.unreceived + offset;
    if (!process_read(&node->process, &messages, address, sizeof messages))
        messages = (struct cube_messages){0, 0};
    return messages;
}

/* Whether *node has been told that the program of a source has died. */
static bool has_died(const struct node *node, uint32_t source) {
    uint64_t set, place = offsetof(struct cube_unreceived, failed[source / 64]);
    return fault_hooks &&
           process_read(&node->process, &set, node->process.unreceived + place, sizeof set) &&
           (set >> source % 64 & 1);
}

/* Prints what lies in the inboxes of *node. */
static void report_inboxes(const struct node *node, struct stage_state *state) {
    if (!messages_at(node, offsetof(struct cube_unreceived, all)).messages)
        return;
    for (uint32_t i = 0; i < node_count; i++) {
        struct cube_messages left = messages_at(node, offsetof(struct cube_unreceived, from[i]));
        if (left.messages && !has_died(node, i) && begin_line(state))
            console_print("graycube: %s has not received %lu message%s of %s: %lu bytes "
                          "in its inbox\n",
                          called(node->number).text, (unsigned long)left.messages,
                          plural(left.messages), called(i).text, (unsigned long)left.bytes);
    }
}

void unreceived_links(struct stage_state *state) {
    for (uint32_t core = 0; core < node_cores; core++)
        for (uint32_t d = 0; d < node_dimension; d++)
            report_link(node_at(core), d, state);
}

void unreceived_inboxes(struct stage_state *state) {
    for (uint32_t core = 0; core < node_cores; core++)
        report_inboxes(node_at(core), state);
}

bool unreceived_report(stage_function *everywhere) {
    struct stage_state links = {.stage = STAGE_LINKS};
    everywhere(&links);
    end_lines(links.lines, "links");
    struct stage_state inboxes = {.stage = STAGE_INBOXES, .headed = links.headed};
    everywhere(&inboxes);
    end_lines(inboxes.lines, "pairs of nodes");
    return links.lines + inboxes.lines > 0;
}
