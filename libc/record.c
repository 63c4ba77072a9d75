#include "libc/record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "cube.h"
#include "net/system.h"

#define RECORD_SEPARATOR "\x1e"

/* A link's part has six numbers of at most 20 digits and fewer than 80 other characters. In all
 * less than the longest line that the console prints whole. */
enum { RECORD_BYTES = 128 + CUBE_DIMENSIONS * 200 };

struct text {
    char bytes[RECORD_BYTES];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format,
                                                         ...) {
    va_list arguments;
    va_start(arguments, format);
    text->length += (size_t)vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length,
                                      format, arguments);
    va_end(arguments);
}

void record_write(uint64_t cycles, uint64_t time) {
    static struct text text;
    struct cube_stats stats;
    cube_stats(&stats);
    append(&text,
           RECORD_SEPARATOR "{\"node\":%d,\"dimension\":%d,\"steps\":%" PRIu32 ",\"links\":[",
           cube_node(), cube_dim(), stats.steps);
    for (int d = 0; d < cube_dim(); d++) {
        const struct cube_link_stats *link = &stats.link[d];
        append(&text,
               "%s{\"dimension\":%d,\"packets\":%" PRIu64 ",\"bytes\":%" PRIu64
               ",\"routed_packets\":%" PRIu64 ",\"routed_bytes\":%" PRIu64 ",\"slots\":%" PRIu64
               "}",
               d ? "," : "", d, link->packets, link->bytes, link->routed_packets,
               link->routed_bytes, link->slots);
    }
    append(&text, "],\"cycles\":%" PRIu64, cycles);
    if (cube_timed())
        append(&text, ",\"clock\":%" PRIu64 ",\"excess\":%" PRIu64, time,
               (uint64_t)system_node_page()->excess);
    append(&text, "}\n");
    write(1, text.bytes, text.length);
}
