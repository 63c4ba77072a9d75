#include "settings.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

enum {
    STATUS_USAGE = 2,
    MOST_REPETITIONS = 1000000,
};
static const size_t most_bytes = (size_t)1 << 30;

void *allocate(size_t count, size_t bytes) {
    void *memory = calloc(count + 1, bytes); /* one more, so that a count of 0 does not give null */
    if (memory == NULL) {
        fprintf(stderr, "node %d: no memory for %zu x %zu bytes: give cuberun more with --heap\n",
                cube_node(), count, bytes);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void must(int error, const char *what) {
    if (error == 0)
        return;
    fprintf(stderr, "node %d: %s failed: %s\n", cube_node(), what, strerror(-error));
    exit(EXIT_FAILURE);
}

/* Reads a number from `least` to `most`, which may end in K or M. */
static bool read_number(const char *text, size_t least, size_t most, size_t *number) {
    char *end;
    if (text[0] < '0' || text[0] > '9')
        return false;
    unsigned long value = strtoul(text, &end, 10);
    unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : 0;
    if (end[shift != 0] != '\0' || value > most >> shift)
        return false;
    *number = (size_t)value << shift;
    return *number >= least;
}

/* Reads the options. Returns null, or a text that says what is wrong, or "" if the help text is
 * asked for. */
static const char *read_options(int argc, char *argv[], struct settings *settings) {
    int option;
    size_t number;
    opterr = 0; /* getopt prints nothing: node 0 alone reports errors */
    while ((option = getopt(argc, argv, settings->sized ? "hr:m:" : "hr:")) != -1) {
        if (option == 'h')
            return "";
        if (option == '?')
            return "an option is unknown, or lacks its number";
        if (option == 'm') {
            if (!read_number(optarg, 0, most_bytes, &settings->bytes))
                return "-m takes a number of bytes, 0 to 1024M";
        } else {
            if (!read_number(optarg, 1, MOST_REPETITIONS, &number))
                return "-r takes a number of repetitions, 1 to 1000000";
            settings->repetitions = (unsigned)number;
        }
    }
    return optind < argc ? "there is a word that is not an option" : NULL;
}

bool settings_read(int argc, char *argv[], const char *purpose, struct settings *settings,
                   int *status) {
    struct settings defaults = *settings;
    const char *wrong = read_options(argc, argv, settings);
    if (wrong == NULL)
        return true;
    *status = wrong[0] == '\0' ? EXIT_SUCCESS : STATUS_USAGE;
    if (cube_node() != 0)
        return false;
    FILE *out = wrong[0] == '\0' ? stdout : stderr;
    if (wrong[0] != '\0')
        fprintf(out, "%s\n", wrong);
    fprintf(out, "%s\n", purpose);
    if (settings->sized)
        fprintf(out, "  -m BYTES        of a block, K and M allowed (%zu)\n", defaults.bytes);
    fprintf(out, "  -r REPETITIONS  how often it runs (%u)\n", defaults.repetitions);
    return false;
}
