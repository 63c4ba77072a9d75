/* Files given to the program, and wrong use of descriptors. To be run with the files `numbers` (the
 * numbers 0 to 999, each on a line of its own), `empty`, and `one file` (one byte, 0xff). */
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/tap.h"

enum { NUMBERS_BYTES = 10 * 2 + 90 * 3 + 900 * 4 };

static void reading(void) {
    FILE *file = fopen("numbers", "r");
    ok(file, "a file is opened by its name");
    if (!file)
        return;
    int lines = 0, number, right = 0;
    char line[20];
    while (fgets(line, sizeof line, file))
        right += sscanf(line, "%d", &number) == 1 && number == lines++;
    ok(lines == 1000 && right == 1000, "every line is read");
    ok(feof(file) && !ferror(file) && fgetc(file) == EOF, "and then its end");
    ok(ftell(file) == NUMBERS_BYTES, "its position is its size");
    ok(fseek(file, 20, SEEK_SET) == 0 && !feof(file) && fscanf(file, "%d", &number) == 1 &&
           number == 10,
       "from its start");
    ok(fseek(file, -4, SEEK_END) == 0 && fscanf(file, "%d", &number) == 1 && number == 999,
       "from its end");
    rewind(file);
    ok(fseek(file, 4, SEEK_CUR) == 0 && fgetc(file) == '2' && ftell(file) == 5, "from here");
    ok(ungetc('x', file) == 'x' && fgetc(file) == 'x' && fgetc(file) == '\n', "a byte put back");
    ok(fseek(file, -1, SEEK_SET) != 0, "not before its start");
    ok(fclose(file) == 0, "it is closed");
    file = fopen("empty", "rb");
    ok(file && fgetc(file) == EOF && feof(file), "an empty file");
    if (file)
        fclose(file);
    file = fopen("one file", "rb");
    ok(file && fgetc(file) == 0xff && fgetc(file) == EOF, "a byte that is no character");
    if (file)
        fclose(file);
    file = fopen("one file", "rb");
    ok(file && fgets(line, sizeof line, file) == line && strcmp(line, "\377") == 0 &&
           !fgets(line, sizeof line, file),
       "a last line without an end");
    if (file)
        fclose(file);
}

static void twice(void) {
    FILE *first = fopen("numbers", "r"), *second = fopen("numbers", "r");
    char line[2][20] = {"", ""};
    bool good = first && second && fseek(second, 4, SEEK_SET) == 0;
    good = good && fgets(line[0], 20, first) && fgets(line[1], 20, second);
    ok(good && strcmp(line[0], "0\n") == 0 && strcmp(line[1], "2\n") == 0,
       "twice open, each has its own position");
    if (first)
        fclose(first);
    if (second)
        fclose(second);
}

static void asking(void) {
    struct stat status;
    int file = open("numbers", O_RDONLY);
    ok(file > 2 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_size == NUMBERS_BYTES,
       "fstat tells the size");
    close(file);
    ok(stat("empty", &status) == 0 && status.st_size == 0, "stat, of an empty file");
    ok(fails(stat("nothing", &status), ENOENT), "stat, of none");
    ok(fstat(1, &status) == 0 && S_ISCHR(status.st_mode) && !isatty(1) && !isatty(file),
       "the console is a terminal");
}

static void wrong_names(void) {
    static const char *const names[] = {"nothing",   "",         "/etc/passwd", "../numbers",
                                        "./numbers", "/numbers", ":tt",         "/environment"};
    bool good = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        good = good && refuses_to_open(names[i], "r", ENOENT);
    ok(good, "no other file is found: ENOENT");
    ok(refuses_to_open("numbers", "w", EACCES) && refuses_to_open("numbers", "a", EACCES) &&
           refuses_to_open("numbers", "r+", EACCES) && refuses_to_open("numbers", "wx", EEXIST),
       "a file that was given is not written: EACCES");
    ok(refuses_to_open("new", "w", EROFS) && refuses_to_open("new", "a", EROFS),
       "nor is a new one, without --dir: EROFS");
    ok(refuses_to_open("numbers", "q", EINVAL), "a mode that there is not: EINVAL");
    ok(fails(unlink("numbers"), EACCES) && fails(unlink("nothing"), ENOENT), "nothing is removed");
}

static void wrong_descriptors(void) {
    char byte = 0;
    int file = open("numbers", O_RDONLY);
    ok(fails(write(file, &byte, 1), EBADF), "writing to a file opened for reading: EBADF");
    ok(close(file) == 0 && fails(close(file), EBADF), "closing twice: EBADF");
    ok(fails(read(file, &byte, 1), EBADF) && fails(write(file, &byte, 1), EBADF) &&
           fails(lseek(file, 0, SEEK_SET), EBADF),
       "a closed descriptor: EBADF");
    ok(fails(read(-1, &byte, 1), EBADF) && fails(read(1000, &byte, 1), EBADF) &&
           fails(read(1, &byte, 1), EBADF) && fails(write(0, &byte, 1), EBADF),
       "others that are not open, or not that way: EBADF");
    ok(fails(lseek(1, 0, SEEK_CUR), ESPIPE), "the console has no position: ESPIPE");
    file = open("numbers", O_RDONLY);
    ok(fails(lseek(file, 0, 77), EINVAL) && fails(lseek(file, -1, SEEK_SET), EINVAL),
       "a position that there is not: EINVAL");
    ok(lseek(file, 1 << 20, SEEK_SET) == 1 << 20 && read(file, &byte, 1) == 0,
       "behind the end there is nothing");
    close(file);
    int files = 0;
    while (open("empty", O_RDONLY) >= 0)
        files++;
    ok(errno == EMFILE && files >= 16, "more files than there are descriptors: EMFILE");
    for (int i = 0; i < files; i++)
        close(3 + i);
    /* The next descriptor is the lowest free one, so a file takes the place of the closed standard
     * input. */
    ok(close(0) == 0 && open("numbers", O_RDONLY) == 0 && getchar() == '0',
       "the standard input from a file");
}

/* A stream whose descriptor is closed already. */
static void closed(void) {
    FILE *file = fopen("numbers", "r");
    errno = 0;
    ok(file && close(fileno(file)) == 0 && fclose(file) == EOF && errno == EBADF,
       "fclose tells that the descriptor was not open: EBADF");
}

static void devices(void) {
    uint64_t random[40] = {0}, same = 1; /* more than one getentropy */
    char bytes[3] = "xy";
    struct stat status;
    int null = open("/dev/null", O_RDWR | O_CREAT | O_TRUNC, 0666),
        zero = open("/dev/zero", O_RDONLY), full = open("/dev/full", O_RDWR);
    ok(write(null, bytes, 2) == 2 && pwrite(null, bytes, 2, 5) == 2 && read(null, bytes, 2) == 0 &&
           pread(null, bytes, 2, 0) == 0 && lseek(null, 9, SEEK_SET) == 0 &&
           fcntl(null, F_GETFL) == O_RDWR && bytes[0] == 'x',
       "/dev/null takes everything and gives nothing");
    ok(read(zero, bytes, 2) == 2 && bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 0, "/dev/zero");
    ok(fails(write(full, bytes, 1), ENOSPC) && fails(pwrite(full, bytes, 1, 0), ENOSPC) &&
           write(full, bytes, 0) == 0 && read(full, bytes, 1) == 1 && bytes[0] == 0,
       "/dev/full takes nothing and gives zeros");
    int out = open("/dev/null", O_WRONLY);
    ok(fails(write(zero, bytes, 1), EBADF) && fails(pwrite(zero, bytes, 1, 0), EBADF) &&
           fails(read(out, bytes, 1), EBADF) && fails(pread(out, bytes, 1, 0), EBADF) &&
           fcntl(zero, F_GETFL) == O_RDONLY && fcntl(out, F_GETFL) == O_WRONLY,
       "a device is used only as it was opened: EBADF");
    ok(fails(open("/dev/null", O_WRONLY | O_CREAT | O_EXCL, 0666), EEXIST) &&
           fails(open("/dev/stdout", O_WRONLY | O_CREAT | O_EXCL, 0666), EEXIST) &&
           fails(open("/dev/null", O_RDONLY | O_DIRECTORY), ENOTDIR),
       "devices exist and are no folders: EEXIST, ENOTDIR");
    FILE *file = fopen("/dev/urandom", "r");
    ok(file && fread(random, sizeof random, 1, file) == 1, "/dev/urandom fills any buffer");
    for (int i = 1; i < 40; i++)
        same += random[i] == random[0];
    ok(same == 1 && random[0], "    with different numbers");
    ok(stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode) &&
           access("/dev/null", W_OK) == 0 && refuses_to_open("/dev/nul", "r", ENOENT) &&
           refuses_to_open("/dev/", "r", ENOENT),
       "a device has a status, and others are not found");
    FILE *output = fopen("/dev/stdout", "w");
    ok(output && fputs("# /dev/stdout is the standard output\n", output) >= 0 &&
           fclose(output) == 0 && fstat(STDOUT_FILENO, &status) == 0,
       "/dev/stdout is a duplicate: closing it leaves the stream open");
    if (file)
        fclose(file);
    close(null);
    close(zero);
    close(full);
    close(out);
}

int main(void) {
    reading();
    twice();
    asking();
    wrong_names();
    devices();
    closed();
    wrong_descriptors();
    return tap_end();
}
