/* Reading folders: those in the folder that cuberun --dir names. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/result.h"

struct cube_directory {
    int descriptor;
    long next; /* the number of the entry that readdir returns next */
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
    if (directory)
        *directory = (DIR){.descriptor = descriptor};
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

/* Returns null at the end, where errno stays as it was, and where cuberun refuses. */
struct dirent *readdir(DIR *directory) {
    struct folder_entry entry;
    const struct descriptor *open = descriptor_at(directory->descriptor);
    if (!open || result(folder_list(open->others, directory->next, &entry)) <= 0)
        return NULL;
    directory->next++;
    directory->entry.d_ino = (ino_t)entry.inode;
    memcpy(directory->entry.d_name, entry.name, sizeof entry.name);
    return &directory->entry;
}

void rewinddir(DIR *directory) {
    directory->next = 0;
}

long telldir(DIR *directory) {
    return directory->next;
}

void seekdir(DIR *directory, long place) {
    directory->next = place;
}

int dirfd(DIR *directory) {
    return directory->descriptor;
}

int closedir(DIR *directory) {
    int descriptor = directory->descriptor;
    free(directory);
    return close(descriptor);
}
