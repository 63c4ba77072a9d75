/* Requests to the folder of cuberun --dir. Each function makes one request of formats/folder.h and
 * returns its result, or a negative errno: -EROFS without a folder, or if it is read-only. Paths
 * are zero-terminated. */
#ifndef LIBC_FOLDER_H
#define LIBC_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include "cube_system_call.h"
#include "formats/folder.h"
#include "libc/descriptors.h"

/* Whether there is such a folder. */
bool folder_exists(void);

/* Makes a request, and returns its result. */
static inline intptr_t folder_ask(const struct cube_request *request) {
    return system_call(CUBE_SYS_FOLDER, (uintptr_t)request, 0, 0);
}

/* Makes a request for a path. The other members of *request are given. */
static inline intptr_t folder_ask_at(struct cube_request request, const char *path) {
    request.send = (uintptr_t)path;
    request.send_bytes = strnlen(path, FOLDER_PATH_BYTES); /* of one that is too long so many that
                                                              cuberun says so */
    return folder_ask(&request);
}

/* Asks for something that takes a path and a number. */
intptr_t folder_at(enum folder_operation operation, int64_t argument, const char *path);

/* Asks for something of an open file or folder that takes two numbers. */
intptr_t folder_of(enum folder_operation operation, intptr_t descriptor, int64_t first,
                   int64_t second);

/* Opens a path. `flags` is a set of enum folder_open, `mode` the permissions of a new file. Returns
 * a descriptor. */
intptr_t folder_open(const char *path, uint32_t flags, uint32_t mode);

/* Both read or write at most `bytes` bytes, and return how many they have read or written. */
intptr_t folder_read(intptr_t descriptor, void *buffer, size_t bytes);
intptr_t folder_write(intptr_t descriptor, const void *buffer, size_t bytes);

/* Both fill in *status: folder_status for a descriptor, folder_status_at for a path. `follow` says
 * whether a link at the path's end is followed. */
intptr_t folder_status(intptr_t descriptor, struct folder_status *status);
intptr_t folder_status_at(const char *path, bool follow, struct folder_status *status);

/* Both fill in *space: for a descriptor, or for a path. */
intptr_t folder_space(intptr_t descriptor, struct folder_space *space);
intptr_t folder_space_at(const char *path, struct folder_space *space);

/* Fills in entries of the open folder, at most `count`: those that follow the one named `after`, or
 * the first ones if that is empty. Returns their number, 0 at the end. */
intptr_t folder_list(intptr_t descriptor, const char *after, struct folder_entry *entries,
                     size_t count);

/* Makes a request with two paths, or with a link's content and path: FOLDER_RENAME and
 * FOLDER_MAKE_LINK. */
intptr_t folder_at_both(enum folder_operation operation, const char *first, const char *second);

/* Returns an error if a path cannot be changed: EACCES for a given file, EROFS without a folder; or
 * 0. */
static inline int folder_refusal(const char *path) {
    struct cpio_file file;
    if (files_find_given(path, &file))
        return EACCES;
    return folder_exists() ? 0 : EROFS;
}

#endif
