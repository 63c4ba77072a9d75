#include "libc/folder.h"

#include <errno.h>
#include <stdlib.h>

#include "net/system/system.h"

bool folder_exists(void) {
    return system_node_page()->flags & CUBE_PAGE_FOLDER;
}

/* Sends a request whose answer is written to *room. */
static intptr_t ask_for(struct cube_request request, void *room, size_t bytes) {
    request.room = (uintptr_t)room;
    request.room_bytes = bytes;
    return folder_ask(&request);
}

intptr_t folder_at(enum folder_operation operation, int64_t argument, const char *path) {
    return folder_ask_at((struct cube_request){.operation = operation, .argument = {argument}},
                         path);
}

intptr_t folder_of(enum folder_operation operation, intptr_t descriptor, int64_t first,
                   int64_t second) {
    return folder_ask(&(struct cube_request){
        .operation = operation, .descriptor = descriptor, .argument = {first, second}});
}

intptr_t folder_open(const char *path, uint32_t flags, uint32_t mode) {
    return folder_ask_at((struct cube_request){.operation = FOLDER_OPEN, .argument = {flags, mode}},
                         path);
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
    return folder_ask(&(struct cube_request){.operation = FOLDER_WRITE,
                                             .descriptor = descriptor,
                                             .send = (uintptr_t)buffer,
                                             .send_bytes = bytes});
}

intptr_t folder_status(intptr_t descriptor, struct folder_status *status) {
    return ask_for((struct cube_request){.operation = FOLDER_STATUS, .descriptor = descriptor},
                   status, sizeof *status);
}

intptr_t folder_status_at(const char *path, bool follow, struct folder_status *status) {
    return folder_ask_at((struct cube_request){.operation = FOLDER_STATUS_AT,
                                               .argument = {follow},
                                               .room = (uintptr_t)status,
                                               .room_bytes = sizeof *status},
                         path);
}

intptr_t folder_space(intptr_t descriptor, struct folder_space *space) {
    return ask_for((struct cube_request){.operation = FOLDER_SPACE, .descriptor = descriptor},
                   space, sizeof *space);
}

intptr_t folder_space_at(const char *path, struct folder_space *space) {
    return folder_ask_at((struct cube_request){.operation = FOLDER_SPACE_AT,
                                               .room = (uintptr_t)space,
                                               .room_bytes = sizeof *space},
                         path);
}

intptr_t folder_list(intptr_t descriptor, const char *after, struct folder_entry *entries,
                     size_t count) {
    return ask_for((struct cube_request){.operation = FOLDER_LIST,
                                         .descriptor = descriptor,
                                         .send = (uintptr_t)after,
                                         .send_bytes = strnlen(after, FOLDER_NAME_BYTES)},
                   entries, count * sizeof *entries);
}

intptr_t folder_at_both(enum folder_operation operation, const char *first, const char *second) {
    size_t first_bytes = strnlen(first, FOLDER_PATH_BYTES),
           second_bytes = strnlen(second, FOLDER_PATH_BYTES);
    char *both = malloc(first_bytes + second_bytes + 1);
    if (!both)
        return -ENOMEM;
    memcpy(both, first, first_bytes);
    memcpy(both + first_bytes, second, second_bytes);
    intptr_t answer = folder_ask(&(struct cube_request){.operation = operation,
                                                        .argument = {(int64_t)first_bytes},
                                                        .send = (uintptr_t)both,
                                                        .send_bytes = first_bytes + second_bytes});
    free(both);
    return answer;
}
