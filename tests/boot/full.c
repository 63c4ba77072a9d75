/* full HOW PATH: writes 2 MiB to a file, of which the host takes only a part. With HOW "told" the
 * program prints the errors of the C library, and ends with 3 if they are complete. With "closed"
 * it checks only fclose, and ends with 3 if that fails. With "unclosed" the data wait in a buffer
 * until the end, and with "careless" no result is checked: these end with 0. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = 2 << 20, PART = 4 << 10, TOLD = 3 };

/* Writes until a call fails. Returns whether one did, and then errno tells why. */
static bool fails(FILE *file) {
    static char part[PART];
    memset(part, 'x', sizeof part);
    for (int i = 0; i < BYTES / PART; i++)
        if (fwrite(part, 1, sizeof part, file) < sizeof part)
            return true;
    return false;
}

/* Prints what a call has told. Returns whether it has failed. */
static bool told(const char *call, bool failed) {
    printf("%s: %s\n", call, failed ? strerror(errno) : "all is written");
    errno = 0;
    return failed;
}

static bool all_is_told(FILE *file, const char *path) {
    bool all = told("fwrite", fails(file)) && ferror(file);
    fputc('x', file);
    all = told("fflush", fflush(file) != 0) && all;
    all = told("fsync", fsync(fileno(file)) != 0) && all;
    fclose(file);
    file = fopen(path, "a");
    if (!file || fputs("in the buffer", file) < 0)
        return false;
    return told("fclose", fclose(file) != 0) && all;
}

int main(int argc, char *argv[]) {
    FILE *file = argc == 3 ? fopen(argv[2], "w") : NULL;
    if (!file)
        return EXIT_FAILURE;
    errno = 0;
    if (strcmp(argv[1], "told") == 0)
        return all_is_told(file, argv[2]) ? TOLD : EXIT_FAILURE;
    if (strcmp(argv[1], "unclosed") == 0)
        return setvbuf(file, NULL, _IOFBF, 2 * BYTES) != 0 || fails(file);
    fails(file);
    return strcmp(argv[1], "closed") == 0 && fclose(file) != 0 ? TOLD : 0;
}
