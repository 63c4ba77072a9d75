#include "kernel/parsers/options.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define KIB 1024ull
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

enum kind { SIZE, RING, COUNT, FLAG, ON_OR_OFF, ONE_OR_ALL, ORDER };

struct rule {
    const char *name;
    enum kind kind;
    size_t place, bytes; /* of the member of struct options: 8, 4, or 1 for a bool */
    uint64_t least, most, otherwise;
    const char *wanted;
};

#define MEMBER(member) offsetof(struct options, member), sizeof((struct options *)0)->member

/* The bounds keep every region inside the addresses that a process has for it, and give each half
 * of a ring room for at least a header and a payload. */
/* clang-format off */
static const struct rule rules[] = {
    {"heap", SIZE, MEMBER(heap), 4 * KIB, 64 * GIB, 16 * MIB, "a size from 4K to 64G"},
    {"stack", SIZE, MEMBER(stack), 4 * KIB, 1 * GIB, 8 * MIB, "a size from 4K to 1G"},
    {"memory", SIZE, MEMBER(memory), MIB, UINT64_MAX, 0, "a size from 1M on"},
    {"direct", RING, MEMBER(direct), 256, 16 * MIB, 0, "a power of two from 256 to 16M"},
    {"routed", RING, MEMBER(routed), 256, 16 * MIB, 0, "a power of two from 256 to 16M"},
    {"ranks", COUNT, MEMBER(ranks), 1, CUBE_MAX_NODES, 0, "a number of nodes"},
    {"spins", COUNT, MEMBER(spins), 1, UINT32_MAX, 0, "a number from 1 to 4294967295"},
    {"tick", COUNT, MEMBER(tick), 0, 1000000, 500, "a number from 0 to 1000000"},
    {"threads", COUNT, MEMBER(threads), 1, 512, 1, "a number from 1 to 512"},
    {.name = "tag", .kind = FLAG, MEMBER(tag)},
    {.name = "stats", .kind = FLAG, MEMBER(stats)},
    {.name = "explain", .kind = FLAG, MEMBER(explain)},
    {.name = "samples", .kind = FLAG, MEMBER(samples)},
    {.name = "guards", .kind = FLAG, MEMBER(guards)},
    {.name = "again", .kind = FLAG, MEMBER(again)},
    {"terminals", COUNT, MEMBER(terminals), 0, 7, 0, "a number from 0 to 7"},
    {"clock", ON_OR_OFF, MEMBER(clock), 0, 1, 0, "on or off"},
    {"ts", COUNT, MEMBER(costs.start), 0, UINT32_MAX, 0, "a number from 0 to 4294967295"},
    {"th", COUNT, MEMBER(costs.hop), 0, UINT32_MAX, 0, "a number from 0 to 4294967295"},
    {"tw", COUNT, MEMBER(costs.byte), 0, UINT32_MAX, 0, "a number from 0 to 4294967295"},
    {"ti", COUNT, MEMBER(costs.instruction), 0, UINT32_MAX, 0, "a number from 0 to 4294967295"},
    {"ports", ONE_OR_ALL, MEMBER(one_port), 0, 1, 0, "one or all"},
    {"profile", ON_OR_OFF, MEMBER(profile), 0, 1, 0, "on or off"},
    {"record", ON_OR_OFF, MEMBER(record), 0, 1, 0, "on or off"},
    {"ending", COUNT, MEMBER(ending), 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    {"errors", COUNT, MEMBER(errors), 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    {"results", COUNT, MEMBER(results), 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    {"requests", COUNT, MEMBER(requests), 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    {"answers", COUNT, MEMBER(answers), 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    {"questions", COUNT, MEMBER(questions), 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    {"replies", COUNT, MEMBER(replies), 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    {"map", ORDER, MEMBER(mapped), 0, 0, 0, "an order of the dimensions from 0 on, like 0,2,1"},
    {"parts", COUNT, MEMBER(parts), 1, 32, 1, "a number from 1 to 32"},
    {"part", COUNT, MEMBER(part), 0, 31, 0, "a number from 0 to 31"},
    {"shared", SIZE, MEMBER(shared), 2 * MIB, 1024 * GIB, 0, "a size from 2M to 1024G"},
    {"bells", COUNT, MEMBER(bells), 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    {"secret", COUNT, MEMBER(secret), 0, UINT64_MAX, 0, "a number from 0 on"},
    {"limit", COUNT, MEMBER(limit), 1, INT64_MAX, 0, "a number from 1 on"},
};
/* clang-format on */

/* Of choices: the first word stands for 0, the second for 1. */
static const char *const words[][2] = {[ON_OR_OFF] = {"off", "on"}, [ONE_OR_ALL] = {"all", "one"}};

enum { OPTION_COUNT = sizeof rules / sizeof rules[0] };

struct parser {
    struct options *options;
    bool given[OPTION_COUNT];
};

static void store(struct options *options, const struct rule *rule, uint64_t number) {
    void *member = (char *)options + rule->place;
    if (rule->bytes == sizeof number)
        *(uint64_t *)member = number;
    else if (rule->bytes == sizeof(uint32_t))
        *(uint32_t *)member = (uint32_t)number;
    else
        *(bool *)member = number;
}

/* How a message shows a word: at most 48 of its characters. */
#define WORD "'%.48s'"

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Cuts the next word off the front of *rest, in place, and takes its quotes out. Returns null at
 * the line's end. Sets *open if a quote was not closed. */
static char *next_word(char **rest, bool *open) {
    char *from = *rest;
    while (is_space(*from))
        from++;
    if (!*from)
        return NULL;
    char *word = from;
    char *to = from;
    *open = false;
    for (; *from && (*open || !is_space(*from)); from++) {
        if (*from == '"')
            *open = !*open;
        else
            *to++ = *from;
    }
    *rest = *from ? from + 1 : from;
    *to = 0;
    return word;
}

/* Reads a decimal number, which may end in K, M or G if it is a size. Returns false when `text` is
 * no such number, or when the number has more than 64 bits. */
static bool read_number(const char *text, bool is_size, uint64_t *number) {
    uint64_t value = 0;
    if (!*text)
        return false;
    for (; *text >= '0' && *text <= '9'; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    uint64_t unit = 1;
    if (is_size && *text) {
        unit = *text == 'K' ? KIB : *text == 'M' ? MIB : *text == 'G' ? GIB : 0;
        text++;
    }
    if (*text || unit == 0 || value > UINT64_MAX / unit)
        return false;
    *number = value * unit;
    return true;
}

/* Reads which of the two words of a choice `text` is. Returns false when it is neither. */
static bool read_choice(const char *text, enum kind kind, uint64_t *number) {
    *number = strcmp(text, words[kind][1]) == 0;
    return *number || strcmp(text, words[kind][0]) == 0;
}

/* Reads the number of a dimension, without leading zeros. Returns CUBE_MAX_DIMENSION when there is
 * none at *text, and else sets *text to what follows it. */
static uint32_t read_dimension(const char **text) {
    static_assert(CUBE_MAX_DIMENSION <= 20, "the first of two digits is 1");
    const char *at = *text;
    uint32_t tens = at[0] == '1' && at[1] >= '0' && at[1] <= '9' ? 10 : 0;
    at += tens / 10;
    if (*at < '0' || *at > '9' || tens + (uint32_t)(*at - '0') >= CUBE_MAX_DIMENSION)
        return CUBE_MAX_DIMENSION;
    *text = at + 1;
    return tens + (uint32_t)(*at - '0');
}

/* Reads an order of the dimensions of a cube: all of them, with commas between. *number becomes how
 * many they are. Returns false when `text` is no such order. */
static bool read_order(const char *text, struct options *options, uint64_t *number) {
    uint32_t size = 0, seen = 0;
    do {
        uint32_t dimension = read_dimension(&text);
        if (size == CUBE_MAX_DIMENSION || dimension == CUBE_MAX_DIMENSION)
            return false;
        options->order[size++] = (uint8_t)dimension;
        seen |= 1u << dimension;
    } while (*text++ == ',');
    *number = size;
    return text[-1] == 0 && seen == (1u << size) - 1;
}

static bool number_fits(const struct rule *rule, uint64_t number) {
    bool is_power = (number & (number - 1)) == 0;
    return number >= rule->least && number <= rule->most && (is_power || rule->kind != RING);
}

/* Reads the value of an option. Returns false when the option cannot have this value. */
static bool read_value(const char *text, const struct rule *rule, struct options *options,
                       uint64_t *number) {
    switch (rule->kind) {
    case ORDER:
        return read_order(text, options, number);
    case ON_OR_OFF:
    case ONE_OR_ALL:
        return read_choice(text, rule->kind, number);
    default:
        return read_number(text, rule->kind != COUNT, number) && number_fits(rule, *number);
    }
}

static bool set_option(struct parser *parser, size_t option, const char *word, const char *value) {
    struct options *options = parser->options;
    const struct rule *rule = &rules[option];
    size_t room = sizeof options->message;
    uint64_t number = 1;
    bool good = true;
    if (parser->given[option]) {
        snprintf(options->message, room, "option " WORD ": %s is given twice", word, rule->name);
        return false;
    }
    parser->given[option] = true;
    if (rule->kind == FLAG) {
        good = !value;
        if (value)
            snprintf(options->message, room, "option " WORD ": %s takes no value", word,
                     rule->name);
    } else if (!value || !*value) {
        snprintf(options->message, room,
                 "option " WORD " requires a value (expected: %s=VALUE, %s)", word, rule->name,
                 rule->wanted);
        return false;
    } else {
        good = read_value(value, rule, options, &number);
        if (!good)
            snprintf(options->message, room, "option " WORD ": %s must be %s", word, rule->name,
                     rule->wanted);
    }
    store(options, rule, number);
    if (rule->place == offsetof(struct options, secret))
        options->secrets = true;
    return good;
}

static bool read_option(struct parser *parser, const char *word) {
    char *message = parser->options->message;
    size_t room = sizeof parser->options->message, used;
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    for (size_t option = 0; option < OPTION_COUNT; option++)
        if (strlen(rules[option].name) == length && memcmp(rules[option].name, word, length) == 0)
            return set_option(parser, option, word, equals ? equals + 1 : NULL);
    used = (size_t)snprintf(message, room, "unknown option " WORD "; there are", word);
    for (size_t option = 0; option < OPTION_COUNT && used < room; option++)
        used += (size_t)snprintf(message + used, room - used, " %s%s", rules[option].name,
                                 rules[option].kind == FLAG ? "" : "=");
    if (used < room)
        snprintf(message + used, room - used, ", and -- before the program's words");
    return false;
}

static bool read_words(struct parser *parser) {
    struct options *options = parser->options;
    char *rest = options->words;
    bool open = false, program = false;
    const char *word;
    while ((word = next_word(&rest, &open))) {
        if (open) {
            snprintf(options->message, sizeof options->message,
                     "the quote that starts in " WORD " is not closed", word);
            return false;
        }
        if (!program && strcmp(word, "--") == 0) {
            program = true;
        } else if (!program) {
            if (!read_option(parser, word))
                return false;
        } else if (options->arguments == OPTIONS_ARGUMENTS) {
            snprintf(options->message, sizeof options->message,
                     "more than %d words for the program: " WORD " is one too many",
                     OPTIONS_ARGUMENTS, word);
            return false;
        } else {
            options->argument[options->arguments++] = word;
        }
    }
    return true;
}

bool options_parse(const char *line, struct options *options) {
    struct parser parser = {.options = options};
    memset(options, 0, sizeof *options);
    for (size_t option = 0; option < OPTION_COUNT; option++)
        store(options, &rules[option], rules[option].otherwise);

    size_t length = strlen(line);
    if (length >= sizeof options->words) {
        snprintf(options->message, sizeof options->message,
                 "the command line is too long: %zu characters, at most %d", length,
                 OPTIONS_LINE_BYTES - 1);
        return false;
    }
    memcpy(options->words, line, length + 1);
    return read_words(&parser);
}
