/* Tests files that leave the machine. Every node writes its own file, and tries what is not
 * allowed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tap.h"

enum { NUMBERS = 5000 };

static char name[80];

static void writing(void) {
    snprintf(name, sizeof name, "node %d", cube_node());
    FILE *file = fopen(name, "w");
    ok(file != NULL, "a file is created");
    if (!file)
        return;
    for (int i = 0; i < NUMBERS; i++)
        fprintf(file, "%d\n", i * cube_node());
    fflush(file);
    struct stat status;
    ok(fstat(fileno(file), &status) == 0 && status.st_size == ftell(file) && ftell(file) > NUMBERS,
       "its size is what was written");
    ok(fgetc(file) == EOF, "it cannot be read");
    ok(fclose(file) == 0, "it is closed");
}

static bool refuses(const char *new_name, const char *mode, int error) {
    errno = 0;
    FILE *file = fopen(new_name, mode);
    if (file)
        fclose(file);
    return !file && errno == error;
}

/* Writes a line to a file, and closes it. */
static bool write_line(const char *own, const char *mode, const char *line) {
    FILE *file = fopen(own, mode);
    if (!file)
        return false;
    bool written = fputs(line, file) >= 0;
    return fclose(file) == 0 && written;
}

static void again(void) {
    char own[80];
    snprintf(own, sizeof own, "again-%d", cube_node());
    FILE *file = fopen(own, "w");
    ok(file && fputs("this is gone\n", file) >= 0, "another file");
    ok(refuses(own, "w", EBUSY), "it is open: EBUSY");
    if (file)
        fclose(file);
    ok(refuses(own, "wx", EEXIST), "it is there: EEXIST");
    ok(write_line(own, "w", "this is gone, too\n"), "it is written anew");
    int anew = open(own, O_WRONLY | O_CREAT | O_APPEND | O_TRUNC, 0666);
    ok(write(anew, "first\n", 6) == 6 && close(anew) == 0, "also where all goes to its end");
    ok(write_line(own, "a", "second\n"), "and more behind it");
    ok(refuses(own, "r", ENOENT), "it has left the machine: ENOENT");
}

/* Node 0 has created the file before all others try to. */
static void of_another(void) {
    bool written = cube_node() == 0 && write_line("shared", "w", "node 0's\n");
    cube_barrier();
    if (cube_node() == 0)
        ok(written, "node 0 has the name");
    else
        ok(refuses("shared", "w", EEXIST) && refuses("shared", "a", EEXIST),
           "that name is node 0's: EEXIST");
    cube_barrier();
    /* All nodes try at once, and one of them gets the file. */
    int file_of_one = open("race", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    char all = file_of_one >= 0;
    if (file_of_one >= 0)
        close(file_of_one);
    for (int d = 0; d < cube_dim(); d++) {
        char theirs = 0;
        cube_link_send(d, &all, 1);
        cube_link_recv(d, &theirs, 1);
        all = (char)(all + theirs);
    }
    ok(all == 1, "of those who open the same name at once, one gets it");
}

static void wrong_names(void) {
    static const char *const names[] = {
        "",          ".",         "..",       "/",         "/tmp/escaped", "../escaped",
        "a/escaped", ":tt",       ":escaped", ".escaped",  "..\\escaped",  "a\nescaped",
        "\x7f",      "/dev/null", "a/..",     "./escaped", "/proc/self",   "escaped/",
    };
    bool good = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        good = good && refuses(names[i], "w", EINVAL) && refuses(names[i], "a", EINVAL);
    ok(good, "names that are not bare are refused: EINVAL");
    char longest[65];
    memset(longest, 'x', sizeof longest);
    longest[64] = 0;
    ok(refuses(longest, "w", ENAMETOOLONG), "nor are those too long: ENAMETOOLONG");
}

static void to_the_limit(void) {
    int files = 0;
    char own[80];
    do {
        snprintf(own, sizeof own, "many-%d-%d", cube_node(), files);
        int file = open(own, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (file < 0)
            break;
        close(file);
        files++;
    } while (files < 1000);
    ok(errno == EMFILE && files > 40 && files < 1000, "as many as a node may create: EMFILE");
    FILE *file = fopen(name, "a");
    ok(file && fputs("the end", file) >= 0, "those that it has can still be written");
    /* This file is not closed: it is written when the program ends. */
}

int main(void) {
    writing();
    again();
    of_another();
    wrong_names();
    to_the_limit();
    return tap_end();
}
