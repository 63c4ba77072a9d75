/* Finds an option of the kernel command line that means another thing, and a mistake that passes or
 * is told by another message. */
#include <stdio.h>
#include <string.h>

#include "kernel/parsers/options.h"
#include "tests/unit/test.h"

static struct options options;

static void accepted(const char *line) {
    if (!options_parse(line, &options))
        fail_msg("'%s' was refused: %s", line, options.message);
}

static void refused(const char *line, const char *message) {
    if (options_parse(line, &options))
        fail_msg("'%s' was accepted", line);
    assert_string_equal(options.message, message);
}

/* Members of the options with what they are after a line. Numbers are little-endian on the host. */
struct member {
    const char *name;
    size_t at, bytes;
    uint64_t value;
};
#define IS(member, value)                                                                          \
    { #member, offsetof(struct options, member), sizeof options.member, (uint64_t)(value) }
#define READS(line, ...)                                                                           \
    reads(line, (const struct member[]){__VA_ARGS__},                                              \
          sizeof((const struct member[]){__VA_ARGS__}) / sizeof(struct member))

static void reads(const char *line, const struct member members[], size_t count) {
    accepted(line);
    for (size_t i = 0; i < count; i++) {
        uint64_t value = 0;
        memcpy(&value, (const char *)&options + members[i].at, members[i].bytes);
        if (value != members[i].value)
            fail_msg("'%s': %s is %lu", line, members[i].name, (unsigned long)value);
    }
}

TEST(has_defaults) {
    memset(&options, 0xff, sizeof options);
    READS("", IS(heap, 16 << 20), IS(stack, 8 << 20), IS(direct, 0), IS(routed, 0), IS(ranks, 0),
          IS(spins, 0), IS(tick, 500), IS(threads, 1), IS(tag, false), IS(stats, false),
          IS(clock, false), IS(one_port, false), IS(profile, false), IS(record, false),
          IS(secrets, false), IS(limit, 0), IS(ending, 0), IS(errors, 0), IS(results, 0),
          IS(requests, 0), IS(mapped, 0), IS(costs.start, 0), IS(costs.instruction, 0),
          IS(arguments, 0), IS(parts, 1), IS(part, 0));
}

TEST(reads_every_option) {
    READS(" heap=2G\tstack=8192  memory=9M direct=64K routed=256 ranks=4096 spins=4294967295 ",
          IS(heap, UINT64_C(2) << 30), IS(stack, 8192), IS(memory, 9 << 20), IS(direct, 64 << 10),
          IS(routed, 256), IS(ranks, 4096), IS(spins, UINT32_MAX), IS(tag, false));
    READS("tick=70 threads=3 tag stats ending=6 errors=10 results=7 requests=8 answers=9 "
          "questions=10 replies=11 parts=32 part=31 shared=2M bells=12",
          IS(tick, 70), IS(threads, 3), IS(tag, true), IS(stats, true), IS(ending, 6),
          IS(errors, 10), IS(results, 7), IS(requests, 8), IS(answers, 9), IS(questions, 10),
          IS(replies, 11), IS(parts, 32), IS(part, 31), IS(shared, 2 << 20), IS(bells, 12),
          IS(arguments, 0));
    READS("clock=on ts=1 th=2 tw=3 ti=4 ports=one profile=on record=on samples", IS(clock, true),
          IS(one_port, true), IS(profile, true), IS(record, true), IS(samples, true),
          IS(costs.start, 1), IS(costs.hop, 2), IS(costs.byte, 3), IS(costs.instruction, 4));
    READS("clock=off ts=0 th=4294967295 ports=all record=off", IS(clock, false),
          IS(one_port, false), IS(record, false), IS(samples, false), IS(costs.hop, UINT32_MAX));
    READS("secret=0 limit=9223372036854775807", IS(secrets, true), IS(limit, INT64_MAX));
    READS("map=8,0,11,7,1,10,6,2,9,5,3,4,12", IS(mapped, CUBE_MAX_DIMENSION), IS(order[0], 8),
          IS(order[1], 0), IS(order[2], 11), IS(order[3], 7), IS(order[4], 1), IS(order[5], 10),
          IS(order[6], 6), IS(order[7], 2), IS(order[8], 9), IS(order[9], 5), IS(order[10], 3),
          IS(order[11], 4), IS(order[12], 12));
    READS("map=0", IS(mapped, 1));
    READS("map=1,0 tag", IS(mapped, 2), IS(order[0], 1), IS(order[1], 0));
}

TEST(takes_the_bounds_themselves) {
    READS("heap=4K stack=4K direct=256 routed=256 spins=1", IS(heap, 4096), IS(spins, 1));
    READS("heap=64G stack=1G direct=16M routed=16M", IS(heap, UINT64_C(64) << 30),
          IS(direct, 16 << 20));
}

TEST(gives_the_program_what_follows_the_dashes) {
    accepted("tag -- -m 64 heap=9Q -- tag");
    assert_true(options.tag);
    assert_int_equal(options.arguments, 5);
    assert_string_equal(options.argument[0], "-m");
    assert_string_equal(options.argument[1], "64");
    assert_string_equal(options.argument[2], "heap=9Q");
    assert_string_equal(options.argument[3], "--");
    assert_string_equal(options.argument[4], "tag");
    accepted("--");
    assert_int_equal(options.arguments, 0);
}

TEST(quotes_keep_spaces) {
    accepted("\"heap=1M\" -- \"two words\" in\" the \"middle \"\" last");
    assert_int_equal(options.heap, 1 << 20);
    assert_int_equal(options.arguments, 4);
    assert_string_equal(options.argument[0], "two words");
    assert_string_equal(options.argument[1], "in the middle");
    assert_string_equal(options.argument[2], "");
    assert_string_equal(options.argument[3], "last");
}

TEST(words_stay_in_the_options) {
    char line[] = "-- word";
    accepted(line);
    memset(line, 0, sizeof line);
    assert_string_equal(options.argument[0], "word");
    assert_true(options.argument[0] > options.words &&
                options.argument[0] < options.words + sizeof options.words);
}

#define OPTIONS                                                                                    \
    "heap= stack= memory= direct= routed= ranks= spins= tick= threads= tag stats explain "         \
    "samples guards again terminals= clock= ts= th= tw= ti= ports= profile= record= ending= "      \
    "errors= "                                                                                     \
    "results= requests= answers= questions= replies= map= parts= part= shared= bells= secret= "    \
    "limit=, and -- before the program's words"

TEST(refuses_unknown_words) {
    static const char *const words[] = {"hepa=16M", "16M", "=", "heap2=1M", "hea=1M", "Tag", "-n"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char message[sizeof options.message];
        snprintf(message, sizeof message, "unknown option '%s'; there are " OPTIONS, words[i]);
        refused(words[i], message);
    }
    refused("\"\"", "unknown option ''; there are " OPTIONS);
}

/* An option, its name, and what of it is wrong. */
TEST(refuses_each_mistake) {
    static const char cost[] = "must be a number from 0 to 4294967295",
                      count[] = "must be a number from 1 to 4294967295",
                      order[] = "must be an order of the dimensions from 0 on, like 0,2,1",
                      size[] = "must be a size from 4K to 64G",
                      ring[] = "must be a power of two from 256 to 16M",
                      descriptor[] = "must be a descriptor from 3 to 2147483647";
    static const struct {
        const char *option, *name, *mistake;
    } cases[] = {
        {"map=1", "map", order},       /* not from 0 on */
        {"map=0,2", "map", order},     /* one is left out */
        {"map=0,0", "map", order},     /* twice the same */
        {"map=0,1,2,2", "map", order}, /* the same behind all that there have to be */
        {"map=0,1,2,3,4,5,6,7,8,9,10,11,12,13", "map", order}, /* more than a cube has */
        {"map=0,1,2,3,4,5,6,7,8,9,11", "map", order},
        {"map=,0,1", "map", order},
        {"map=0,1,", "map", order},
        {"map=0,,1", "map", order},
        {"map=0;1", "map", order},
        {"map=01", "map", order},
        {"map=0,-1", "map", order},
        {"map=0,:", "map", order},
        {"map=one", "map", order},
        {"heap=0", "heap", size},
        {"heap=4095", "heap", size},
        {"heap=65G", "heap", size},
        {"heap=16Q", "heap", size},
        {"heap=16k", "heap", size},
        {"heap=K", "heap", size},
        {"heap=1KK", "heap", size},
        {"heap=0x10", "heap", size},
        {"heap=-1", "heap", size},
        {"heap=1.5M", "heap", size},
        {"heap=1 6M", "heap", size},
        {"heap=1,6", "heap", size},
        {"heap=18446744073709559808", "heap", size}, /* 8192 modulo 2^64 */
        {"heap=18014398509481992K", "heap", size},   /* 8192 modulo 2^64 */
        {"ts=-1", "ts", cost},
        {"tw=4294967296", "tw", cost},
        {"th=1K", "th", cost},
        {"ports=two", "ports", "must be one or all"},
        {"clock=1", "clock", "must be on or off"},
        {"stack=2G", "stack", "must be a size from 4K to 1G"},
        {"direct=300", "direct", ring},
        {"routed=128", "routed", ring},
        {"direct=32M", "direct", ring},
        {"direct=0", "direct", ring},
        {"spins=0", "spins", count},
        {"spins=1K", "spins", count},
        {"spins=4294967296", "spins", count},
        {"ending=2", "ending", descriptor},
        {"errors=2", "errors", descriptor},
        {"results=2", "results", descriptor},
        {"parts=33", "parts", "must be a number from 1 to 32"},
        {"part=32", "part", "must be a number from 0 to 31"},
        {"shared=1M", "shared", "must be a size from 2M to 1024G"},
        {"bells=2", "bells", descriptor},
        {"tag=1", "tag", "takes no value"},
        {"stats=", "stats", "takes no value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[64], message[sizeof options.message];
        snprintf(line, sizeof line, "\"%s\"", cases[i].option); /* which may have a space */
        snprintf(message, sizeof message, "option '%s': %s %s", cases[i].option, cases[i].name,
                 cases[i].mistake);
        refused(line, message);
    }
    refused(
        "map",
        "option 'map' requires a value (expected: map=VALUE, an order of the dimensions from 0 on, "
        "like 0,2,1)");
    refused("map=0 map=0", "option 'map=0': map is given twice");
    refused("ti",
            "option 'ti' requires a value (expected: ti=VALUE, a number from 0 to 4294967295)");
    refused("clock", "option 'clock' requires a value (expected: clock=VALUE, on or off)");
    refused("heap", "option 'heap' requires a value (expected: heap=VALUE, a size from 4K to 64G)");
    refused("heap=",
            "option 'heap=' requires a value (expected: heap=VALUE, a size from 4K to 64G)");
    refused("heap=1M heap=1M", "option 'heap=1M': heap is given twice");
    refused("tag stats tag", "option 'tag': tag is given twice");
    refused("-- a \"b c", "the quote that starts in 'b c' is not closed");
    refused("\"", "the quote that starts in '' is not closed");
}

TEST(counts_the_programs_words) {
    char line[OPTIONS_LINE_BYTES] = "--";
    for (int i = 0; i < OPTIONS_ARGUMENTS; i++)
        strcat(line, " w");
    accepted(line);
    assert_int_equal(options.arguments, OPTIONS_ARGUMENTS);
    strcat(line, " x");
    refused(line, "more than 64 words for the program: 'x' is one too many");
}

TEST(measures_the_line) {
    char line[OPTIONS_LINE_BYTES + 1] = "-- ";
    memset(line + 3, 'w', OPTIONS_LINE_BYTES - 4);
    accepted(line);
    assert_int_equal(strlen(options.argument[0]), OPTIONS_LINE_BYTES - 4);
    line[OPTIONS_LINE_BYTES - 1] = 'w';
    refused(line, "the command line is too long: 2048 characters, at most 2047");
}

/* A word of any length leaves room for the rest of its message. */
TEST(shortens_long_words) {
    char line[1024] = {0};
    memset(line, 'u', sizeof line - 1);
    assert_false(options_parse(line, &options));
    assert_non_null(strstr(options.message, "and -- before the program's words"));
    snprintf(line, sizeof line, "spins=%0900d", 0);
    assert_false(options_parse(line, &options));
    assert_non_null(strstr(options.message, "spins must be a number from 1 to 4294967295"));
}
