#include "libc/folder.h"

#include <string.h>

#include "cube_system_call.h"
#include "net/system.h"

bool folder_exists(void) {
    return system_node_page()->flags & CUBE_PAGE_FOLDER;
}

static intptr_t ask(const struct cube_request *request) {
    return system_call(CUBE_SYS_FOLDER, (uintptr_t)request, 0, 0);
}

/* Asks for something that answers with the bytes of *room. */
static intptr_t ask_for(struct cube_request request, void *room, size_t bytes) {
    request.room = (uintptr_t)room;
    request.room_bytes = bytes;
    return ask(&request);
}

/* How many bytes of a path are sent: of one that is too long so many that cuberun says so. */
static size_t path_bytes(const char *path) {
    return strnlen(path, FOLDER_PATH_BYTES);
}

intptr_t folder_at(enum folder_operation operation, int64_t argument, const char *path) {
    return ask(&(struct cube_request){.operation = operation,
                                      .argument = {argument},
                                      .send = (uintptr_t)path,
                                      .send_bytes = path_bytes(path)});
}

intptr_t folder_of(enum folder_operation operation, intptr_t descriptor, int64_t first,
                   int64_t second) {
    return ask(&(struct cube_request){
        .operation = operation, .descriptor = descriptor, .argument = {first, second}});
}

intptr_t folder_open(const char *path, uint32_t flags, uint32_t mode) {
    return ask(&(struct cube_request){.operation = FOLDER_OPEN,
                                      .argument = {flags, mode},
                                      .send = (uintptr_t)path,
                                      .send_bytes = path_bytes(path)});
}

intptr_t folder_read(intptr_t descriptor, void *buffer, size_t bytes) {
    if (bytes > CUBE_REQUEST_BYTES)
        bytes = CUBE_REQUEST_BYTES;
    return ask_for((struct cube_request){.operation = FOLDER_READ, .descriptor = descriptor},
                   buffer, bytes);
}

intptr_t folder_write(intptr_t descriptor, const void *buffer, size_t bytes) {
    if (bytes > CUBE_REQUEST_BYTES)
        bytes = CUBE_REQUEST_BYTES;
    return ask(&(struct cube_request){.operation = FOLDER_WRITE,
                                      .descriptor = descriptor,
                                      .send = (uintptr_t)buffer,
                                      .send_bytes = bytes});
}

intptr_t folder_status(intptr_t descriptor, struct folder_status *status) {
    return ask_for((struct cube_request){.operation = FOLDER_STATUS, .descriptor = descriptor},
                   status, sizeof *status);
}

intptr_t folder_status_at(const char *path, bool follow, struct folder_status *status) {
    return ask_for((struct cube_request){.operation = FOLDER_STATUS_AT,
                                         .argument = {follow},
                                         .send = (uintptr_t)path,
                                         .send_bytes = path_bytes(path)},
                   status, sizeof *status);
}

intptr_t folder_list(intptr_t descriptor, const char *after, struct folder_entry *entries,
                     size_t count) {
    return ask_for((struct cube_request){.operation = FOLDER_LIST,
                                         .descriptor = descriptor,
                                         .send = (uintptr_t)after,
                                         .send_bytes = strnlen(after, FOLDER_NAME_BYTES)},
                   entries, count * sizeof *entries);
}

intptr_t folder_rename(const char *from, const char *to) {
    size_t from_bytes = path_bytes(from), to_bytes = path_bytes(to);
    char paths[2 * FOLDER_PATH_BYTES];
    memcpy(paths, from, from_bytes);
    memcpy(paths + from_bytes, to, to_bytes);
    return ask(&(struct cube_request){.operation = FOLDER_RENAME,
                                      .argument = {(int64_t)from_bytes},
                                      .send = (uintptr_t)paths,
                                      .send_bytes = from_bytes + to_bytes});
}
