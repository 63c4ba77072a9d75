/* Reading folders: those in the folder that cuberun --dir names. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/result.h"

enum { PAGE = 30 }; /* entries are asked for at once: 8 KiB of them */

struct cube_directory {
    int descriptor;
    long begun;      /* the number of the page's first entry */
    int next, count; /* of the page: the entry that readdir returns next, and how many there are */
    struct folder_entry page[PAGE];
    struct dirent entry;
};

DIR *fdopendir(int descriptor) {
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return NULL;
    if (open->kind != REACHED) {
        errno = ENOTDIR;
        return NULL;
    }
    DIR *directory = malloc(sizeof *directory);
    if (directory) {
        directory->descriptor = descriptor;
        rewinddir(directory);
    }
    return directory;
}

DIR *opendir(const char *path) {
    int descriptor = open(path, O_RDONLY | O_DIRECTORY);
    if (descriptor < 0)
        return NULL;
    DIR *directory = fdopendir(descriptor);
    if (!directory)
        close(descriptor);
    return directory;
}

/* Asks for the entries behind those of the page. Returns whether there are any. */
static bool turn_page(DIR *directory) {
    const struct descriptor *open = descriptor_at(directory->descriptor);
    const char *last = directory->count ? directory->page[directory->count - 1].name : "";
    ssize_t found = open ? result(folder_list(open->others, last, directory->page, PAGE)) : -1;
    if (found <= 0)
        return false;
    directory->begun += directory->count;
    directory->count = (int)found;
    directory->next = 0;
    return true;
}

/* Returns null at the end, where errno stays as it was, and where cuberun refuses. */
struct dirent *readdir(DIR *directory) {
    if (directory->next == directory->count && !turn_page(directory))
        return NULL;
    const struct folder_entry *found = &directory->page[directory->next++];
    directory->entry.d_ino = (ino_t)found->inode;
    memcpy(directory->entry.d_name, found->name, sizeof found->name);
    return &directory->entry;
}

void rewinddir(DIR *directory) {
    directory->begun = 0;
    directory->next = directory->count = 0;
}

long telldir(DIR *directory) {
    return directory->begun + directory->next;
}

void seekdir(DIR *directory, long place) {
    if (place < directory->begun)
        rewinddir(directory);
    while (place > directory->begun + directory->count && turn_page(directory))
        ;
    long next = place - directory->begun;
    if (next >= 0 && next <= directory->count)
        directory->next = (int)next;
}

int dirfd(DIR *directory) {
    return directory->descriptor;
}

int closedir(DIR *directory) {
    int descriptor = directory->descriptor;
    free(directory);
    return close(descriptor);
}
