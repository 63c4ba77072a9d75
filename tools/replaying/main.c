/* The model of tools/replay, which reads the command line and prints for people:
 *
 *     replay recording|messages|goal TS TH TW GAP <FILE
 *
 * A cost of "-" is that of the file, or 0. Prints what formats/replay.schema.json describes, or of
 * messages what recording.h says. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "tools/replaying/replaying.h"

_Noreturn void fail(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    exit(status);
}

void *grown(void *array, size_t count, size_t bytes) {
    if (count & (count - 1))
        return array;
    void *larger = realloc(array, (count ? 2 * count : 1) * bytes);
    if (!larger)
        fail(EX_OSERR, "not enough memory");
    return larger;
}

void *zeros(size_t count, size_t bytes) {
    void *memory = calloc(count, bytes);
    if (!memory)
        fail(EX_OSERR, "not enough memory");
    return memory;
}

void release(void *memory) {
    free(memory);
}

static void set(uint64_t *cost, const char *word) {
    if (strcmp(word, "-") != 0)
        *cost = strtoull(word, NULL, 10);
}

static void print(struct network *network) {
    size_t links = 0, all = (size_t)network->dimension << network->dimension;
    uint64_t waits = 0, waited = 0;
    for (size_t i = 0; i < all; i++) {
        links += network->links[i].packets > 0;
        waits += network->links[i].waits;
        waited = time_sum(waited, network->links[i].waited);
    }
    printf("{\"packets\": %" PRIu32 ", \"steps\": %" PRIu32
           ", \"links\": %zu, \"contention\": %" PRIu32 ", \"waits\": %" PRIu64
           ", \"waited\": %" PRIu64 ", \"end\": %" PRIu64 ", \"waiting\": [",
           network->count, network->steps, links, network_contention(network), waits, waited,
           network->end);
    const char *comma = "";
    for (size_t i = 0; i < all; i++) {
        const struct link *link = &network->links[i];
        if (link->waits == 0)
            continue;
        printf("%s\n{\"node\": %zu, \"port\": %zu, \"packets\": %" PRIu32 ", \"bytes\": %" PRIu64
               ", \"waits\": %" PRIu64 ", \"waited\": %" PRIu64 ", \"longest\": %" PRIu64 "}",
               comma, i / network->dimension, i % network->dimension, link->packets, link->bytes,
               link->waits, link->waited, link->longest);
        comma = ",";
    }
    printf("]}\n");
}

int main(int count, char *words[]) {
    static struct lines lines = {.file = NULL, .form = "recording"};
    struct network network = {0};
    struct goal *goal = NULL;
    uint64_t start = 0;
    if (count != 6)
        fail(EX_USAGE, "not the form and four costs (expected: a call by tools/replay)");
    lines.file = stdin;
    setvbuf(stdin, NULL, _IOFBF, LINE_BYTES);
    if (strcmp(words[1], "messages") == 0) {
        recording_print_messages(&lines);
        return fflush(stdout) != 0;
    }
    if (strcmp(words[1], "goal") == 0) {
        lines.form = "GOAL file";
        goal = goal_read(&lines, &network);
    } else {
        recording_read(&lines, &network);
    }
    set(&start, words[2]);
    set(&network.hop, words[3]);
    set(&network.byte, words[4]);
    set(&network.gap, words[5]);
    if (goal)
        goal_run(goal, start);
    else
        network_run(&network);
    print(&network);
    if (fflush(stdout) != 0 || ferror(stdin))
        fail(EX_IOERR, "%s", strerror(errno));
    return 0;
}
