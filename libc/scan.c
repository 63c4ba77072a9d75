/* Lists of a folder's entries. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "libc/result.h"

typedef int compare(const struct dirent **, const struct dirent **);

int alphasort(const struct dirent **one, const struct dirent **other) {
    return strcmp((*one)->d_name, (*other)->d_name);
}

static void release(struct dirent **list, int count) {
    while (count > 0)
        free(list[--count]);
    free(list);
}

/* Adds a copy of an entry to a list. Returns whether there was memory for it. */
static int add(struct dirent ***list, int *count, const struct dirent *entry) {
    struct dirent **grown = realloc(*list, ((size_t)*count + 1) * sizeof(struct dirent *));
    if (!grown)
        return 0;
    *list = grown;
    if (!(grown[*count] = malloc(sizeof *entry)))
        return 0;
    memcpy(grown[(*count)++], entry, sizeof *entry);
    return 1;
}

/* Returns how many entries there are in *list, which the caller frees, each and the list; or -1. */
int scandir(const char *path, struct dirent ***list, int (*select)(const struct dirent *),
            compare *order) {
    DIR *folder = opendir(path);
    if (!folder)
        return -1;
    struct dirent **found = NULL;
    int count = 0, complete = 1;
    const struct dirent *entry;
    while (complete && (errno = 0, entry = readdir(folder)))
        if (!select || select(entry))
            complete = add(&found, &count, entry);
    int error = complete ? errno : ENOMEM;
    closedir(folder);
    if (error) {
        release(found, count);
        return fail(error);
    }
    if (order && count > 0)
        qsort(found, (size_t)count, sizeof(struct dirent *),
              (int (*)(const void *, const void *))order);
    *list = found;
    return count;
}
