#include "kernel/parsers/options.h"

#include <stdio.h>
#include <string.h>

#define KIB 1024ull
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

enum option {
    HEAP,
    STACK,
    MEMORY,
    DIRECT,
    ROUTED,
    RANKS,
    SPINS,
    TICK,
    THREADS,
    TAG,
    STATS,
    EXPLAIN,
    SAMPLES,
    GUARDS,
    TERMINALS,
    CLOCK,
    START,
    HOP,
    BYTE,
    INSTRUCTION,
    PORTS,
    PROFILE,
    RECORD,
    ENDING,
    ERRORS,
    RESULTS,
    REQUESTS,
    ANSWERS,
    QUESTIONS,
    REPLIES,
    MAP,
    PARTS,
    PART,
    SHARED,
    BELLS,
    SECRET,
    LIMIT,
    OPTION_COUNT
};
enum kind { SIZE, RING, COUNT, FLAG, CHOICE, ORDER };

/* The bounds keep every region inside the addresses that a process has for it, and give each half
 * of a ring room for at least a header and a payload. */
static const struct {
    const char *name;
    enum kind kind;
    uint64_t least, most, otherwise;
    const char *wanted;
} rules[OPTION_COUNT] = {
    [HEAP] = {"heap", SIZE, 4 * KIB, 64 * GIB, 16 * MIB, "a size from 4K to 64G"},
    [STACK] = {"stack", SIZE, 4 * KIB, 1 * GIB, 8 * MIB, "a size from 4K to 1G"},
    [MEMORY] = {"memory", SIZE, MIB, UINT64_MAX, 0, "a size from 1M on"},
    [DIRECT] = {"direct", RING, 256, 16 * MIB, 0, "a power of two from 256 to 16M"},
    [ROUTED] = {"routed", RING, 256, 16 * MIB, 0, "a power of two from 256 to 16M"},
    [RANKS] = {"ranks", COUNT, 1, CUBE_MAX_NODES, 0, "a number from 1 to 4096"},
    [SPINS] = {"spins", COUNT, 1, UINT32_MAX, 0, "a number from 1 to 4294967295"},
    [TICK] = {"tick", COUNT, 0, 1000000, 500, "a number from 0 to 1000000"},
    [THREADS] = {"threads", COUNT, 1, 512, 1, "a number from 1 to 512"},
    [TAG] = {"tag", FLAG, 0, 0, 0, NULL},
    [STATS] = {"stats", FLAG, 0, 0, 0, NULL},
    [EXPLAIN] = {"explain", FLAG, 0, 0, 0, NULL},
    [SAMPLES] = {"samples", FLAG, 0, 0, 0, NULL},
    [GUARDS] = {"guards", FLAG, 0, 0, 0, NULL},
    [TERMINALS] = {"terminals", COUNT, 0, 7, 0, "a number from 0 to 7"},
    [CLOCK] = {"clock", CHOICE, 0, 1, 0, "on or off"},
    [START] = {"ts", COUNT, 0, UINT32_MAX, 0, "a number from 0 to 4294967295"},
    [HOP] = {"th", COUNT, 0, UINT32_MAX, 0, "a number from 0 to 4294967295"},
    [BYTE] = {"tw", COUNT, 0, UINT32_MAX, 0, "a number from 0 to 4294967295"},
    [INSTRUCTION] = {"ti", COUNT, 0, UINT32_MAX, 0, "a number from 0 to 4294967295"},
    [PORTS] = {"ports", CHOICE, 0, 1, 0, "one or all"},
    [PROFILE] = {"profile", CHOICE, 0, 1, 0, "on or off"},
    [RECORD] = {"record", CHOICE, 0, 1, 0, "on or off"},
    [ENDING] = {"ending", COUNT, 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    [ERRORS] = {"errors", COUNT, 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    [RESULTS] = {"results", COUNT, 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    [REQUESTS] = {"requests", COUNT, 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    [ANSWERS] = {"answers", COUNT, 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    [QUESTIONS] = {"questions", COUNT, 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    [REPLIES] = {"replies", COUNT, 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    [PARTS] = {"parts", COUNT, 1, 16, 1, "a number from 1 to 16"},
    [PART] = {"part", COUNT, 0, 15, 0, "a number from 0 to 15"},
    [SHARED] = {"shared", SIZE, 2 * MIB, 1024 * GIB, 0, "a size from 2M to 1024G"},
    [BELLS] = {"bells", COUNT, 3, INT32_MAX, 0, "a descriptor from 3 to 2147483647"},
    [SECRET] = {"secret", COUNT, 0, UINT64_MAX, 0, "a number from 0 on"},
    [LIMIT] = {"limit", COUNT, 1, INT64_MAX, 0, "a number from 1 on"},
    [MAP] = {"map", ORDER, 0, 0, 0, "an order of the dimensions from 0 on, like 0,2,1"},
};

/* The words of each option that is a CHOICE: the first stands for 0, the second for 1. */
static const char *const words[OPTION_COUNT][2] = {
    [CLOCK] = {"off", "on"},
    [PORTS] = {"all", "one"},
    [PROFILE] = {"off", "on"},
    [RECORD] = {"off", "on"},
};

struct parser {
    struct options *options;
    bool given[OPTION_COUNT];
    uint64_t value[OPTION_COUNT];
};

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

/* Reads which of the two words of the choice `text` is. Returns false when it is neither. */
static bool read_choice(const char *text, enum option option, uint64_t *number) {
    *number = strcmp(text, words[option][1]) == 0;
    return *number || strcmp(text, words[option][0]) == 0;
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

/* Reads an order of the dimensions of a cube: all of them, with commas between. Returns false when
 * `text` is no such order. */
static bool read_order(const char *text, struct options *options) {
    uint32_t size = 0, seen = 0;
    do {
        uint32_t dimension = read_dimension(&text);
        if (size == CUBE_MAX_DIMENSION || dimension == CUBE_MAX_DIMENSION)
            return false;
        options->order[size++] = (uint8_t)dimension;
        seen |= 1u << dimension;
    } while (*text++ == ',');
    options->mapped = size;
    return text[-1] == 0 && seen == (1u << size) - 1;
}

/* Reads the value of an option into the options or, where it is a number, into *number. Returns
 * false when the option cannot have this value. */
static bool read_value(const char *text, enum option option, struct options *options,
                       uint64_t *number) {
    switch (rules[option].kind) {
    case ORDER:
        return read_order(text, options);
    case CHOICE:
        return read_choice(text, option, number);
    default:
        return read_number(text, rules[option].kind != COUNT, number);
    }
}

static bool set_option(struct parser *parser, enum option option, const char *word,
                       const char *value) {
    char *message = parser->options->message;
    size_t room = sizeof parser->options->message;
    if (parser->given[option]) {
        snprintf(message, room, "option " WORD ": %s is given twice", word, rules[option].name);
        return false;
    }
    parser->given[option] = true;
    if (rules[option].kind == FLAG) {
        if (value)
            snprintf(message, room, "option " WORD ": %s takes no value", word, rules[option].name);
        return !value;
    }
    if (!value || !*value) {
        snprintf(message, room, "option " WORD " requires a value (expected: %s=VALUE, %s)", word,
                 rules[option].name, rules[option].wanted);
        return false;
    }
    uint64_t number = 0;
    bool good = read_value(value, option, parser->options, &number) &&
                number >= rules[option].least && number <= rules[option].most;
    if (rules[option].kind == RING && (number & (number - 1)) != 0)
        good = false;
    if (!good)
        snprintf(message, room, "option " WORD ": %s must be %s", word, rules[option].name,
                 rules[option].wanted);
    parser->value[option] = number;
    return good;
}

static bool read_option(struct parser *parser, const char *word) {
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (strlen(rules[option].name) == length && memcmp(rules[option].name, word, length) == 0)
            return set_option(parser, option, word, equals ? equals + 1 : NULL);
    }
    snprintf(
        parser->options->message, sizeof parser->options->message,
        "unknown option " WORD
        "; there are heap= stack= memory= direct= routed= ranks= spins= tick= threads= tag stats "
        "explain samples guards terminals= clock= ts= th= tw= ti= ports= profile= record= ending= "
        "errors= results= requests= answers= questions= replies= map= parts= part= shared= bells= "
        "secret= limit=, "
        "and -- before the program's words",
        word);
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
    for (enum option option = 0; option < OPTION_COUNT; option++)
        parser.value[option] = rules[option].otherwise;

    size_t length = strlen(line);
    if (length >= sizeof options->words) {
        snprintf(options->message, sizeof options->message,
                 "the command line is too long: %zu characters, at most %d", length,
                 OPTIONS_LINE_BYTES - 1);
        return false;
    }
    memcpy(options->words, line, length + 1);
    bool good = read_words(&parser);
    options->part = (uint32_t)parser.value[PART]; /* the part that says what is wrong */
    if (!good)
        return false;
    options->heap = parser.value[HEAP];
    options->stack = parser.value[STACK];
    options->memory = parser.value[MEMORY];
    options->direct = (uint32_t)parser.value[DIRECT];
    options->routed = (uint32_t)parser.value[ROUTED];
    options->ranks = (uint32_t)parser.value[RANKS];
    options->spins = (uint32_t)parser.value[SPINS];
    options->tick = (uint32_t)parser.value[TICK];
    options->threads = (uint32_t)parser.value[THREADS];
    options->tag = parser.given[TAG];
    options->stats = parser.given[STATS];
    options->explain = parser.given[EXPLAIN];
    options->samples = parser.given[SAMPLES];
    options->guards = parser.given[GUARDS];
    options->terminals = (uint32_t)parser.value[TERMINALS];
    options->clock = parser.value[CLOCK];
    options->one_port = parser.value[PORTS];
    options->profile = parser.value[PROFILE];
    options->record = parser.value[RECORD];
    options->ending = (uint32_t)parser.value[ENDING];
    options->errors = (uint32_t)parser.value[ERRORS];
    options->results = (uint32_t)parser.value[RESULTS];
    options->requests = (uint32_t)parser.value[REQUESTS];
    options->answers = (uint32_t)parser.value[ANSWERS];
    options->questions = (uint32_t)parser.value[QUESTIONS];
    options->replies = (uint32_t)parser.value[REPLIES];
    options->parts = (uint32_t)parser.value[PARTS];
    options->shared = parser.value[SHARED];
    options->secret = parser.value[SECRET];
    options->secrets = parser.given[SECRET];
    options->limit = parser.value[LIMIT];
    options->bells = (uint32_t)parser.value[BELLS];
    options->costs = (struct cube_costs){
        .start = (uint32_t)parser.value[START],
        .hop = (uint32_t)parser.value[HOP],
        .byte = (uint32_t)parser.value[BYTE],
        .instruction = (uint32_t)parser.value[INSTRUCTION],
    };
    return true;
}
