#include "mpi/object/info.h"

#include <stdlib.h>
#include <string.h>

#include "compiler.h"

/* A key and its value, in one piece of memory: the value follows the zero byte of the key. */
struct entry {
    struct entry *next;
    const char *value;
    char key[];
};

struct MPI_ABI_Info {
    struct entry *first;
};

/* The object of MPI_INFO_ENV. It has no keys, for the program's start (section 10.1) has nothing to
 * say that a program could use. */
static NODE_LOCAL struct MPI_ABI_Info environment;

static struct MPI_ABI_Info *object(MPI_Info info) {
    return info == MPI_INFO_ENV ? &environment : info;
}

/* Returns the place that points to a key's entry in an object's list, or the one at the list's end.
 */
static struct entry **place(struct MPI_ABI_Info *info, const char *key) {
    struct entry **entry = &info->first;
    while (*entry && strcmp((*entry)->key, key) != 0)
        entry = &(*entry)->next;
    return entry;
}

const char *info_value(MPI_Info info, const char *key) {
    const struct entry *entry = *place(object(info), key);
    return entry ? entry->value : NULL;
}

static bool set(struct MPI_ABI_Info *info, const char *key, const char *value) {
    size_t key_bytes = strlen(key) + 1, value_bytes = strlen(value) + 1;
    struct entry *made = malloc(sizeof *made + key_bytes + value_bytes);
    if (!made)
        return false;
    memcpy(made->key, key, key_bytes);
    made->value = memcpy(made->key + key_bytes, value, value_bytes);
    struct entry **entry = place(info, key), *old = *entry;
    made->next = old ? old->next : NULL;
    *entry = made;
    free(old);
    return true;
}

bool info_set(MPI_Info info, const char *key, const char *value) {
    return set(object(info), key, value);
}

MPI_Info info_make(void) {
    return calloc(1, sizeof(struct MPI_ABI_Info));
}

bool info_delete(MPI_Info info, const char *key) {
    struct entry **entry = place(object(info), key), *found = *entry;
    if (!found)
        return false;
    *entry = found->next;
    free(found);
    return true;
}

const char *info_key(MPI_Info info, int number) {
    const struct entry *entry = number < 0 ? NULL : object(info)->first;
    while (number-- > 0 && entry)
        entry = entry->next;
    return entry ? entry->key : NULL;
}

static void free_object(struct MPI_ABI_Info *info) {
    for (struct entry *entry = info->first, *next; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
    free(info);
}

void info_release(MPI_Info info) {
    if (info != MPI_INFO_NULL)
        free_object(info);
}

MPI_Info info_copy(MPI_Info info) {
    MPI_Info copy = info_make();
    if (!copy)
        return NULL;
    const struct entry *entry = info == MPI_INFO_NULL ? NULL : object(info)->first;
    for (; entry; entry = entry->next)
        if (!set(copy, entry->key, entry->value)) {
            free_object(copy);
            return NULL;
        }
    return copy;
}
