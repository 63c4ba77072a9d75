/* Descriptors. They stand for the console, for the files given to the program (cuberun --file),
 * which it reads where they lie in its memory, and for the files that it writes (cuberun --out). */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cube_system_call.h"
#include "formats/cpio.h"
#include "formats/initrd.h"
#include "net/system.h"
#include "net/wait.h"

enum {
    DESCRIPTORS = 64,
    LOOKS_A_SECOND = 4000, /* for input, which comes more slowly than that */
};

enum kind { CLOSED, CONSOLE_INPUT, CONSOLE_OUTPUT, GIVEN, WRITTEN };

struct descriptor {
    enum kind kind;
    uintptr_t kernels;   /* CONSOLE_OUTPUT and WRITTEN: the kernel's descriptor */
    const uint8_t *data; /* GIVEN: the bytes of the file */
    size_t bytes;        /* GIVEN and WRITTEN: the size of the file */
    size_t position;     /* GIVEN: where the next byte to be read is */
};

static struct descriptor table[DESCRIPTORS] = {
    [STDIN_FILENO] = {.kind = CONSOLE_INPUT},
    [STDOUT_FILENO] = {.kind = CONSOLE_OUTPUT, .kernels = STDOUT_FILENO},
    [STDERR_FILENO] = {.kind = CONSOLE_OUTPUT, .kernels = STDERR_FILENO},
};

static int fail(int error) {
    errno = error;
    return -1;
}

/* Returns the result of a system call as the C library does: a negative one becomes -1 and errno.
 */
static ssize_t result(intptr_t number) {
    return number < 0 ? fail((int)-number) : number;
}

static bool find_given(const char *name, struct cpio_file *file) {
    const struct cube_node_page *page = system_node_page();
    const uint8_t *archive = (const uint8_t *)(uintptr_t)page->files;
    const char *reason;
    size_t offset = 0;
    while (page->files_bytes && cpio_next(archive, page->files_bytes, &offset, file, &reason) == 1)
        if (strcmp(file->name, name) == 0)
            return true;
    return false;
}

/* If cuberun's input is a file, that file has been given to the program and is read instead of the
 * console. */
static void find_input(struct descriptor *input) {
    struct cpio_file file;
    if (find_given(INITRD_INPUT, &file))
        *input = (struct descriptor){.kind = GIVEN,
                                     .data = file.data,
                                     .bytes = system_node_page()->node == 0 ? file.bytes : 0};
}

static struct descriptor *open_descriptor(int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS || table[descriptor].kind == CLOSED) {
        errno = EBADF;
        return NULL;
    }
    if (table[descriptor].kind == CONSOLE_INPUT)
        find_input(&table[descriptor]);
    return &table[descriptor];
}

/* ---- Opening ---- */

/* Opens a file for writing. What is written can neither be read back nor be changed. */
static int create(struct descriptor *descriptor, const char *name, int flags) {
    if ((flags & O_ACCMODE) != O_WRONLY || !(flags & O_CREAT) ||
        !(flags & (O_TRUNC | O_APPEND | O_EXCL)))
        return fail(EINVAL);
    uintptr_t how = (flags & O_APPEND && !(flags & O_TRUNC) ? CUBE_CREATE_APPEND : 0) |
                    (flags & O_EXCL ? CUBE_CREATE_NEW : 0);
    intptr_t created = system_call(CUBE_SYS_CREATE, (uintptr_t)name, strlen(name), how);
    if (created < 0)
        return fail((int)-created);
    *descriptor = (struct descriptor){.kind = WRITTEN, .kernels = (uintptr_t)created};
    return 0;
}

int open(const char *name, int flags, ...) {
    struct cpio_file file;
    int free = 0;
    while (free < DESCRIPTORS && table[free].kind != CLOSED)
        free++;
    if (free == DESCRIPTORS)
        return fail(EMFILE);
    bool given = name[0] != '/' && find_given(name, &file);
    if ((flags & O_ACCMODE) == O_RDONLY) {
        if (!given)
            return fail(ENOENT);
        table[free] = (struct descriptor){.kind = GIVEN, .data = file.data, .bytes = file.bytes};
        return free;
    }
    if (given)
        return fail(flags & O_EXCL ? EEXIST : EACCES);
    return create(&table[free], name, flags) < 0 ? -1 : free;
}

int close(int descriptor) {
    struct descriptor *open = open_descriptor(descriptor);
    if (!open)
        return -1;
    enum kind kind = open->kind;
    open->kind = CLOSED;
    return kind == WRITTEN ? (int)result(system_call(CUBE_SYS_CLOSE, open->kernels, 0, 0)) : 0;
}

/* ---- Reading and writing ---- */

static uint64_t time_of_next_look(void) {
    uint64_t frequency;
    __asm__("mrs %0, cntfrq_el0" : "=r"(frequency));
    return system_ticks() + frequency / LOOKS_A_SECOND;
}

static ssize_t read_console(void *buffer, size_t bytes) {
    intptr_t got;
    while ((got = system_call(CUBE_SYS_READ, STDIN_FILENO, (uintptr_t)buffer, bytes)) == -EAGAIN)
        wait_until("read", time_of_next_look());
    return result(got);
}

static ssize_t read_given(struct descriptor *file, void *buffer, size_t bytes) {
    size_t left = file->position < file->bytes ? file->bytes - file->position : 0;
    if (bytes > left)
        bytes = left;
    memcpy(buffer, file->data + file->position, bytes);
    file->position += bytes;
    return (ssize_t)bytes;
}

ssize_t read(int descriptor, void *buffer, size_t bytes) {
    struct descriptor *open = open_descriptor(descriptor);
    if (!open)
        return -1;
    if (open->kind == CONSOLE_INPUT)
        return read_console(buffer, bytes);
    return open->kind == GIVEN ? read_given(open, buffer, bytes) : fail(EBADF);
}

ssize_t write(int descriptor, const void *buffer, size_t bytes) {
    struct descriptor *open = open_descriptor(descriptor);
    if (!open)
        return -1;
    if (open->kind != CONSOLE_OUTPUT && open->kind != WRITTEN)
        return fail(EBADF);
    ssize_t written = result(system_call(CUBE_SYS_WRITE, open->kernels, (uintptr_t)buffer, bytes));
    if (written > 0)
        open->bytes += (size_t)written;
    return written;
}

/* Moves the position of a file that is read. What is written always goes to the end of its file, so
 * a file that is written can only be asked where its end is. */
off_t lseek(int descriptor, off_t offset, int whence) {
    struct descriptor *open = open_descriptor(descriptor);
    if (!open)
        return -1;
    if (open->kind != GIVEN && open->kind != WRITTEN)
        return fail(ESPIPE);
    size_t position = open->kind == GIVEN ? open->position : open->bytes;
    off_t base = 0;
    if (whence == SEEK_CUR)
        base = (off_t)position;
    else if (whence == SEEK_END)
        base = (off_t)open->bytes;
    else if (whence != SEEK_SET)
        return fail(EINVAL);
    if (offset > LONG_MAX - base || offset < -base)
        return fail(EINVAL);
    if (open->kind == WRITTEN && (size_t)(base + offset) != position)
        return fail(ESPIPE);
    open->position = (size_t)(base + offset);
    return base + offset;
}

/* ---- Asking ---- */

int fstat(int descriptor, struct stat *status) {
    const struct descriptor *open = open_descriptor(descriptor);
    if (!open)
        return -1;
    memset(status, 0, sizeof *status);
    status->st_nlink = 1;
    status->st_size = (off_t)open->bytes;
    status->st_blksize = CUBE_PAGE_BYTES;
    if (open->kind == GIVEN)
        status->st_mode = S_IFREG | S_IRUSR | S_IRGRP | S_IROTH;
    else
        status->st_mode = (open->kind == WRITTEN ? S_IFREG : S_IFCHR) | S_IRUSR | S_IWUSR;
    return 0;
}

int stat(const char *restrict name, struct stat *restrict status) {
    int descriptor = open(name, O_RDONLY);
    if (descriptor < 0)
        return -1;
    fstat(descriptor, status);
    return close(descriptor);
}

/* Whether a descriptor is the console. The C library buffers a terminal's output by the line. */
int isatty(int descriptor) {
    const struct descriptor *open = open_descriptor(descriptor);
    if (!open)
        return 0;
    if (open->kind == CONSOLE_INPUT || open->kind == CONSOLE_OUTPUT)
        return 1;
    errno = ENOTTY;
    return 0;
}

/* No file can be removed: a given file is read-only, and a written one has left the machine. */
int unlink(const char *name) {
    struct stat status;
    return stat(name, &status) < 0 ? -1 : fail(EACCES);
}
