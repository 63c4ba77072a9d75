/* The option parser: accepted options, written and parsed again, are unchanged. */
#include <inttypes.h>
#include <string.h>

#include "kernel/parsers/options.h"
#include "tests/fuzz/fuzz.h"

static struct options first, second;

/* The numbers that 0 leaves to others: then they are not written down. */
#define NUMBER(name)                                                                               \
    { #name, &first.name, &second.name }
static const struct {
    const char *name;
    const uint32_t *first, *second;
} numbers[] = {NUMBER(direct), NUMBER(routed),  NUMBER(ranks),     NUMBER(spins),
               NUMBER(ending), NUMBER(results), NUMBER(questions), NUMBER(replies)};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* Writes first's options as a command line, every word in quotes. */
static void write_line(char *line, size_t room) {
    int at = snprintf(line, room, "heap=%" PRIu64 " stack=%" PRIu64, first.heap, first.stack);
    for (int i = 0; i < NUMBERS; i++)
        if (*numbers[i].first)
            at += snprintf(line + at, room - (size_t)at, " %s=%" PRIu32, numbers[i].name,
                           *numbers[i].first);
    at += snprintf(line + at, room - (size_t)at, " tick=%" PRIu32 " threads=%" PRIu32, first.tick,
                   first.threads);
    at += snprintf(line + at, room - (size_t)at, "%s%s%s%s", first.tag ? " tag" : "",
                   first.stats ? " stats" : "", first.explain ? " explain" : "",
                   first.samples ? " samples" : "");
    for (uint32_t k = 0; k < first.mapped; k++)
        at += snprintf(line + at, room - (size_t)at, "%s%u", k == 0 ? " map=" : ",",
                       (unsigned)first.order[k]);
    at += snprintf(line + at, room - (size_t)at,
                   " clock=%s ts=%" PRIu32 " th=%" PRIu32 " tw=%" PRIu32 " ti=%" PRIu32
                   " ports=%s profile=%s record=%s --",
                   first.clock ? "on" : "off", first.costs.start, first.costs.hop, first.costs.byte,
                   first.costs.instruction, first.one_port ? "one" : "all",
                   first.profile ? "on" : "off", first.record ? "on" : "off");
    for (int i = 0; i < first.arguments; i++)
        at += snprintf(line + at, room - (size_t)at, " \"%s\"", first.argument[i]);
    assert((size_t)at < room);
}

static void check_written_again(void) {
    char line[2 * OPTIONS_LINE_BYTES];
    write_line(line, sizeof line);
    if (strlen(line) >= OPTIONS_LINE_BYTES)
        return; /* the quotes made it too long */
    assert(options_parse(line, &second));
    assert(first.heap == second.heap && first.stack == second.stack);
    for (int i = 0; i < NUMBERS; i++)
        assert(*numbers[i].first == *numbers[i].second);
    assert(first.tick == second.tick && first.threads == second.threads);
    assert(first.tag == second.tag && first.stats == second.stats &&
           first.explain == second.explain && first.samples == second.samples);
    assert(first.clock == second.clock && first.one_port == second.one_port);
    assert(first.profile == second.profile && first.record == second.record);
    assert(memcmp(&first.costs, &second.costs, sizeof first.costs) == 0);
    assert(first.mapped == second.mapped && first.mapped <= CUBE_MAX_DIMENSION);
    for (uint32_t k = 0; k < first.mapped; k++)
        assert(first.order[k] == second.order[k] && first.order[k] < first.mapped);
    assert(first.arguments == second.arguments);
    for (int i = 0; i < first.arguments; i++)
        assert(strcmp(first.argument[i], second.argument[i]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    char *line = malloc(bytes + 1);
    assert(line);
    memcpy(line, data, bytes);
    line[bytes] = 0;
    memset(&first, 0xff, sizeof first);
    bool good = options_parse(line, &first);
    free(line);
    if (!good) {
        assert(first.message[0] && memchr(first.message, 0, sizeof first.message));
        return 0;
    }
    fuzz_accepted++;
    assert(first.arguments >= 0 && first.arguments <= OPTIONS_ARGUMENTS);
    for (int i = 0; i < first.arguments; i++)
        assert(fuzz_inside(first.words, sizeof first.words, first.argument[i],
                           strlen(first.argument[i]) + 1));
    check_written_again();
    return 0;
}
