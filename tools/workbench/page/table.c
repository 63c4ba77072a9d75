/* An algorithm of one's own whose table (tools/workbench/table.h) is read from the standard input:
 * tools/page/table.js writes it. The first three lines are name, operation and source; the numbers
 * follow, each behind a blank. */
#include "tools/workbench/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "tools/workbench/apart.h"

enum { LINE_BYTES = 256, FIRST_ROOM = 1024 };

static void read_line(char text[LINE_BYTES]) {
    if (!fgets(text, LINE_BYTES, stdin))
        exit(EXIT_FAILURE);
    text[strcspn(text, "\n")] = '\0';
}

/* Reads all numbers. Nobody frees them. */
static const uint32_t *read_numbers(void) {
    uint32_t *numbers = NULL;
    size_t count = 0, room = 0;
    for (int next = getchar(); next != EOF; next = getchar()) {
        if (count == room) {
            room = room > 0 ? 2 * room : FIRST_ROOM;
            numbers = realloc(numbers, room * sizeof *numbers);
            if (!numbers) {
                fprintf(stderr, "out of memory\n");
                exit(EXIT_FAILURE);
            }
        }
        uint32_t value = 0;
        for (; next >= '0' && next <= '9'; next = getchar())
            value = 10 * value + (uint32_t)(next - '0');
        numbers[count++] = value;
    }
    return numbers;
}

const struct algorithm *apart_start(const char *tool, const char *path) {
    static char name[LINE_BYTES], operation[LINE_BYTES], source[LINE_BYTES];
    (void)tool, (void)path;
    read_line(name);
    read_line(operation);
    read_line(source);
    const struct cube_own_algorithm *own =
        table_algorithm(name, operation, source[0] ? source : NULL, read_numbers());
    int error = catalogue_add_own(own);
    if (error != 0) {
        catalogue_refuse_own(own, error);
        exit(EXIT_FAILURE);
    }
    return catalogue_own(0);
}
