#include "kernel/host/meters.h"

#include <stdarg.h>
#include <stdio.h>

#include "formats/record.h"
#include "kernel/host/records.h"
#include "kernel/node.h"

static bool enabled;

void meters_enable(void) {
    enabled = true;
}

struct text {
    char bytes[CUBE_RECORD_BYTES];
    size_t length;
};
/* Numbers of at most 20 digits with a comma each, and brackets. */
static_assert(CUBE_MAX_DIMENSION * (6 * 21 + 3) + 64 <= CUBE_RECORD_BYTES, "they are one record");

__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format,
                                                         ...) {
    va_list arguments;
    va_start(arguments, format);
    text->length += (size_t)vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length,
                                      format, arguments);
    va_end(arguments);
}

static void append_counted(struct text *text, const struct cube_meters *meters) {
    for (uint32_t k = 0; k < node_dimension; k++) {
        const struct cube_meter *link = &meters->link[k];
        append(text, "%s[%lu,%lu,%lu,%lu,%lu,%lu]", k ? "," : "", (unsigned long)link->packets,
               (unsigned long)link->bytes, (unsigned long)link->routed_packets,
               (unsigned long)link->routed_bytes, (unsigned long)link->slots,
               (unsigned long)link->cleared);
    }
}

void meters_record(void) {
    static struct text text; /* one core ends the machine */
    static struct cube_meters meters;
    for (uint32_t core = 0; enabled && core < node_cores; core++) {
        const struct node *node = node_at(core);
        if (!process_read(&node->process, &meters, node->process.meters, sizeof meters))
            continue; /* the program has not ended: they lie at 0 */
        text.length = 0;
        append(&text, "{\"counted\":{\"node\":%u,\"links\":[", (unsigned)node_place(node));
        append_counted(&text, &meters);
        append(&text, "]}}");
        records_print(RECORD_KERNEL, "%s", text.bytes);
    }
}
