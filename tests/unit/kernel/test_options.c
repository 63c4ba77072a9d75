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

TEST(has_defaults) {
    memset(&options, 0xff, sizeof options);
    accepted("");
    assert_int_equal(options.heap, 16 << 20);
    assert_int_equal(options.stack, 8 << 20);
    assert_int_equal(options.direct, 0);
    assert_int_equal(options.routed, 0);
    assert_int_equal(options.ranks, 0);
    assert_int_equal(options.spins, 0);
    assert_int_equal(options.tick, 500);
    assert_int_equal(options.threads, 1);
    assert_false(options.tag);
    assert_false(options.stats);
    assert_false(options.clock);
    assert_false(options.one_port);
    assert_false(options.profile);
    assert_false(options.record);
    assert_false(options.secrets);
    assert_int_equal(options.limit, 0);
    assert_int_equal(options.ending, 0);
    assert_int_equal(options.errors, 0);
    assert_int_equal(options.results, 0);
    assert_int_equal(options.requests, 0);
    assert_int_equal(options.mapped, 0);
    assert_int_equal(options.costs.start, 0);
    assert_int_equal(options.costs.instruction, 0);
    assert_int_equal(options.arguments, 0);
    assert_int_equal(options.parts, 1);
    assert_int_equal(options.part, 0);
}

TEST(reads_every_option) {
    accepted(
        " heap=2G\tstack=8192  memory=9M direct=64K routed=256 ranks=4096 spins=4294967295 tick=70 "
        "threads=3 tag stats ending=6 errors=10 results=7 requests=8 answers=9 "
        "questions=10 replies=11 parts=16 part=15 shared=2M bells=12");
    assert_int_equal(options.parts, 16);
    assert_int_equal(options.part, 15);
    assert_int_equal(options.shared, 2 << 20);
    assert_int_equal(options.bells, 12);
    assert_int_equal(options.requests, 8);
    assert_int_equal(options.answers, 9);
    assert_int_equal(options.questions, 10);
    assert_int_equal(options.replies, 11);
    assert_int_equal(options.heap, UINT64_C(2) << 30);
    assert_int_equal(options.stack, 8192);
    assert_int_equal(options.memory, 9 << 20);
    assert_int_equal(options.direct, 64 << 10);
    assert_int_equal(options.routed, 256);
    assert_int_equal(options.ranks, 4096);
    assert_int_equal(options.spins, UINT32_MAX);
    assert_int_equal(options.tick, 70);
    assert_int_equal(options.threads, 3);
    assert_true(options.tag);
    assert_true(options.stats);
    assert_int_equal(options.ending, 6);
    assert_int_equal(options.errors, 10);
    assert_int_equal(options.results, 7);
    assert_int_equal(options.arguments, 0);
}

TEST(reads_the_clocks_options) {
    accepted("clock=on ts=1 th=2 tw=3 ti=4 ports=one profile=on record=on samples");
    assert_true(options.clock);
    assert_true(options.one_port);
    assert_true(options.profile);
    assert_true(options.record);
    assert_true(options.samples);
    assert_int_equal(options.costs.start, 1);
    assert_int_equal(options.costs.hop, 2);
    assert_int_equal(options.costs.byte, 3);
    assert_int_equal(options.costs.instruction, 4);
    accepted("clock=off ts=0 th=4294967295 ports=all record=off");
    assert_false(options.clock);
    assert_false(options.one_port);
    assert_false(options.record);
    assert_false(options.samples);
    assert_int_equal(options.costs.hop, UINT32_MAX);
}

TEST(reads_an_order) {
    static const uint8_t all[CUBE_MAX_DIMENSION] = {8, 0, 11, 7, 1, 10, 6, 2, 9, 5, 3, 4};
    accepted("secret=0 limit=9223372036854775807");
    assert_true(options.secrets);
    assert_int_equal(options.limit, INT64_MAX);
    accepted("map=8,0,11,7,1,10,6,2,9,5,3,4");
    assert_int_equal(options.mapped, CUBE_MAX_DIMENSION);
    assert_memory_equal(options.order, all, sizeof all);
    accepted("map=0");
    assert_int_equal(options.mapped, 1);
    accepted("map=1,0 tag");
    assert_int_equal(options.mapped, 2);
    assert_int_equal(options.order[0], 1);
    assert_int_equal(options.order[1], 0);
}

TEST(takes_the_bounds_themselves) {
    accepted("heap=4K stack=4K direct=256 routed=256 spins=1");
    assert_int_equal(options.heap, 4096);
    assert_int_equal(options.spins, 1);
    accepted("heap=64G stack=1G direct=16M routed=16M");
    assert_int_equal(options.heap, UINT64_C(64) << 30);
    assert_int_equal(options.direct, 16 << 20);
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
    "samples guards terminals= clock= ts= th= tw= ti= ports= profile= record= ending= errors= "    \
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
        {"map=0,1,2,3,4,5,6,7,8,9,10,11,12", "map", order}, /* more than a cube has */
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
        {"parts=0", "parts", "must be a number from 1 to 16"},
        {"part=16", "part", "must be a number from 0 to 15"},
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
