/* The table of descriptors, what is given to the program under a name, and close. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "formats/initrd.h"
#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/pipes.h"
#include "libc/result.h"
#include "net/system/system.h"

struct descriptor descriptor_table[DESCRIPTORS] = {
    [STDIN_FILENO] = {.kind = CONSOLE_INPUT},
    [STDOUT_FILENO] = {.kind = CONSOLE_OUTPUT, .access = O_WRONLY, .others = STDOUT_FILENO},
    [STDERR_FILENO] = {.kind = CONSOLE_OUTPUT, .access = O_WRONLY, .others = STDERR_FILENO},
};

bool files_find_given(const char *name, struct cpio_file *file) {
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
    if (files_find_given(INITRD_INPUT, &file))
        *input = (struct descriptor){.kind = GIVEN,
                                     .data = file.data,
                                     .bytes = system_node_page()->node == 0 ? file.bytes : 0};
}

struct descriptor *descriptor_at(int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS ||
        descriptor_table[descriptor].kind == CLOSED) {
        errno = EBADF;
        return NULL;
    }
    if (descriptor_table[descriptor].kind == CONSOLE_INPUT)
        find_input(&descriptor_table[descriptor]);
    return &descriptor_table[descriptor];
}

int descriptor_lowest(int least) {
    for (; least < DESCRIPTORS; least++)
        if (descriptor_table[least].kind == CLOSED)
            return least;
    return fail(EMFILE);
}

int close(int descriptor) {
    struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    enum descriptor_kind kind = open->kind;
    intptr_t closed = 0;
    open->kind = CLOSED;
    if (kind == REACHED)
        closed = folder_of(FOLDER_CLOSE, open->others, 0, 0);
    else if (kind == PIPE)
        pipe_close(open->pipe, open->access);
    return (int)result(open->error ? -open->error : closed);
}
