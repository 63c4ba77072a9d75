/* Paths that match a pattern (POSIX, glob). */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct search {
    int flags;
    int (*told)(const char *, int);
    glob_t *found;
    char path[PATH_MAX];
};

/* Adds a path to what was found. Returns 0 or GLOB_NOSPACE. */
static int add(glob_t *found, const char *path) {
    size_t before = (size_t)(found->gl_flags & GLOB_DOOFFS ? found->gl_offs : 0);
    size_t places = before + (size_t)found->gl_pathc + 2;
    char **grown = realloc(found->gl_pathv, places * sizeof *grown);
    if (!grown)
        return GLOB_NOSPACE;
    if (found->gl_pathc == 0)
        memset(grown, 0, before * sizeof *grown);
    found->gl_pathv = grown;
    char *copy = strdup(path);
    if (!copy)
        return GLOB_NOSPACE;
    grown[places - 2] = copy;
    grown[places - 1] = NULL;
    found->gl_pathc++;
    found->gl_matchc++;
    return 0;
}

static bool is_magic(const char *from, size_t bytes, int flags) {
    for (size_t i = 0; i < bytes; i++) {
        if (from[i] == '\\' && !(flags & GLOB_NOESCAPE) && i + 1 < bytes)
            i++;
        else if (strchr("*?[", from[i]))
            return true;
    }
    return false;
}

/* Appends a name of the pattern without its backslashes. Returns the path's new length, or 0 where
 * it is too long. */
static size_t append(struct search *search, size_t length, const char *name, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        if (name[i] == '\\' && !(search->flags & GLOB_NOESCAPE) && i + 1 < bytes)
            i++;
        if (length + 1 >= sizeof search->path)
            return 0;
        search->path[length++] = name[i];
    }
    search->path[length] = 0;
    return length;
}

/* A path that is complete: adds it if it is there. */
static int complete(struct search *search, size_t length) {
    struct stat status;
    if (lstat(search->path, &status) < 0)
        return 0;
    if (search->flags & GLOB_MARK && search->path[length - 1] != '/' && length + 1 < PATH_MAX &&
        stat(search->path, &status) == 0 && S_ISDIR(status.st_mode))
        strcpy(search->path + length, "/");
    int added = add(search->found, search->path);
    search->path[length] = 0;
    return added;
}

static int match(struct search *search, size_t length, const char *pattern);

/* Goes on for each name of the folder at the path that the pattern's next name matches. */
static int match_names(struct search *search, size_t length, const char *pattern, size_t bytes) {
    char name[NAME_MAX + 1];
    if (bytes > NAME_MAX)
        return 0;
    memcpy(name, pattern, bytes);
    name[bytes] = 0;
    DIR *folder = opendir(length > 0 ? search->path : ".");
    if (!folder) {
        bool ends = search->told && search->told(search->path, errno) != 0;
        return ends || search->flags & GLOB_ERR ? GLOB_ABORTED : 0;
    }
    int flags = FNM_PERIOD | (search->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0), result = 0;
    const struct dirent *entry;
    while (result == 0 && (entry = readdir(folder))) {
        size_t more = strlen(entry->d_name);
        if (fnmatch(name, entry->d_name, flags) != 0 || length + more + 1 >= PATH_MAX)
            continue;
        memcpy(search->path + length, entry->d_name, more + 1);
        result = match(search, length + more, pattern + bytes);
    }
    closedir(folder);
    return result;
}

/* The path, `length` bytes, matches all of the pattern before this. */
static int match(struct search *search, size_t length, const char *pattern) {
    while (*pattern == '/') {
        if (!(length = append(search, length, pattern++, 1)))
            return 0;
    }
    if (!*pattern)
        return length > 0 ? complete(search, length) : 0;
    size_t bytes = strcspn(pattern, "/");
    if (is_magic(pattern, bytes, search->flags)) {
        int result = match_names(search, length, pattern, bytes);
        search->path[length] = 0;
        return result;
    }
    length = append(search, length, pattern, bytes);
    return length > 0 ? match(search, length, pattern + bytes) : 0;
}

static int compare(const void *one, const void *other) {
    return strcmp(*(char *const *)one, *(char *const *)other);
}

int glob(const char *restrict pattern, int flags, int (*told)(const char *, int),
         glob_t *restrict found) {
    struct search search = {.flags = flags, .told = told, .found = found};
    if (!(flags & GLOB_APPEND)) {
        found->gl_pathc = 0;
        found->gl_pathv = NULL;
    }
    found->gl_flags = flags;
    found->gl_matchc = 0;
    int first = found->gl_pathc, result = match(&search, 0, pattern);
    if (result == 0 && found->gl_matchc == 0)
        result = flags & GLOB_NOCHECK ? add(found, pattern) : GLOB_NOMATCH;
    int before = flags & GLOB_DOOFFS ? found->gl_offs : 0;
    if (result == 0 && !(flags & GLOB_NOSORT))
        qsort(found->gl_pathv + before + first, (size_t)(found->gl_pathc - first),
              sizeof *found->gl_pathv, compare);
    return result;
}

void globfree(glob_t *found) {
    int before = found->gl_flags & GLOB_DOOFFS ? found->gl_offs : 0;
    for (int i = 0; i < found->gl_pathc; i++)
        free(found->gl_pathv[before + i]);
    free(found->gl_pathv);
    found->gl_pathv = NULL;
    found->gl_pathc = 0;
}
