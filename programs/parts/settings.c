#include "programs/parts/settings.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/parts/options.h"

enum {
    MOST_REPETITIONS = 1000000,
    MOST_BYTES = 1 << 30,
};

/* Reads the options. Returns null, or an error, or "" if the user asks for the help text. */
static const char *read_options(int argc, char *argv[], struct settings *settings) {
    int option;
    uint64_t number;
    opterr = 0; /* getopt prints nothing: node 0 alone reports errors */
    while ((option = getopt(argc, argv, settings->sized ? "hr:m:" : "hr:")) != -1) {
        if (option == 'h')
            return "";
        if (option == '?')
            return "unknown option, or an option without a number";
        if (option == 'm') {
            if (!options_number(optarg, 0, MOST_BYTES, &number))
                return "-m: invalid number of bytes (expected: 0 to 1024M)";
            settings->bytes = number;
        } else {
            if (!options_number(optarg, 1, MOST_REPETITIONS, &number))
                return "-r: invalid number of repetitions (expected: 1 to 1000000)";
            settings->repetitions = (unsigned)number;
        }
    }
    return optind < argc ? "unexpected word (expected: an option)" : NULL;
}

bool settings_read(int argc, char *argv[], const char *purpose, struct settings *settings,
                   int *status) {
    struct settings defaults = *settings;
    const char *wrong = read_options(argc, argv, settings);
    if (!wrong)
        return true;
    *status = wrong[0] == '\0' ? EXIT_SUCCESS : STATUS_USAGE;
    if (cube_node() != 0)
        return false;
    FILE *out = wrong[0] == '\0' ? stdout : stderr;
    if (wrong[0] != '\0')
        fprintf(out, "%s\n", wrong);
    fprintf(out, "%s\n", purpose);
    if (settings->sized)
        fprintf(out, "  -m BYTES        size of a block, K and M allowed (%zu)\n", defaults.bytes);
    fprintf(out, "  -r REPETITIONS  number of runs (%u)\n", defaults.repetitions);
    return false;
}
