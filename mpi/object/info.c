#include "mpi/object/info.h"

#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

/* A key and its value, in one piece of memory: the value follows the key's zero. */
struct entry {
    struct entry *next;
    const char *value;
    char key[];
};

struct MPI_ABI_Info {
    struct entry *first;
};

/* The environment of the start (section 10.1) has nothing that a program could use. */
static NODE_LOCAL struct MPI_ABI_Info environment;

bool info_is(MPI_Info info) {
    return info != NULL && info != MPI_INFO_NULL;
}

static struct MPI_ABI_Info *object(MPI_Info info) {
    return info == MPI_INFO_ENV ? &environment : info;
}

/* The place that points to a key's entry, or to the list's end. */
static struct entry **place(MPI_Info info, const char *key) {
    struct entry **entry = &object(info)->first;
    while (*entry != NULL && strcmp((*entry)->key, key) != 0)
        entry = &(*entry)->next;
    return entry;
}

const char *info_value(MPI_Info info, const char *key) {
    const struct entry *entry = *place(info, key);
    return entry == NULL ? NULL : entry->value;
}

/* Sets a key, at its old place or at the end. Returns whether there was memory. */
static bool set(MPI_Info info, const char *key, const char *value) {
    size_t key_bytes = strlen(key) + 1, value_bytes = strlen(value) + 1;
    struct entry *made = malloc(sizeof *made + key_bytes + value_bytes);
    if (made == NULL)
        return false;
    memcpy(made->key, key, key_bytes);
    made->value = memcpy(made->key + key_bytes, value, value_bytes);
    struct entry **entry = place(info, key), *old = *entry;
    made->next = old == NULL ? NULL : old->next;
    *entry = made;
    free(old);
    return true;
}

void info_release(MPI_Info info) {
    if (info == MPI_INFO_NULL)
        return;
    for (struct entry *entry = info->first, *next; entry != NULL; entry = next) {
        next = entry->next;
        free(entry);
    }
    free(info);
}

MPI_Info info_copy(MPI_Info info) {
    MPI_Info copy = calloc(1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    for (const struct entry *entry = object(info)->first; entry != NULL; entry = entry->next)
        if (!set(copy, entry->key, entry->value)) {
            info_release(copy);
            return NULL;
        }
    return copy;
}

#define CHECK_INFO(info)                                                                           \
    if (!info_is(info))                                                                            \
    return FAIL(MPI_ERR_INFO, "the info object is MPI_INFO_NULL")

#define CHECK_KEY(key)                                                                             \
    if ((key) == NULL || (key)[0] == '\0' || strlen(key) >= MPI_MAX_INFO_KEY)                      \
    return FAIL(MPI_ERR_INFO_KEY, "a key has 1 to %d bytes", MPI_MAX_INFO_KEY - 1)

MPI_CALL(int, Info_create, MPI_Info *info) {
    *info = calloc(1, sizeof **info);
    return *info != NULL ? MPI_SUCCESS : FAIL_MEMORY();
}

MPI_CALL(int, Info_set, MPI_Info info, const char *key, const char *value) {
    CHECK_INFO(info);
    CHECK_KEY(key);
    if (info == MPI_INFO_ENV)
        return FAIL(MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed");
    if (value == NULL || strlen(value) >= MPI_MAX_INFO_VAL)
        return FAIL(MPI_ERR_INFO_VALUE, "the value of %s has to have at most %d bytes", key,
                    MPI_MAX_INFO_VAL - 1);
    return set(info, key, value) ? MPI_SUCCESS : FAIL_MEMORY();
}

MPI_CALL(int, Info_delete, MPI_Info info, const char *key) {
    CHECK_INFO(info);
    CHECK_KEY(key);
    struct entry **entry = place(info, key), *found = *entry;
    if (found == NULL)
        return FAIL(MPI_ERR_INFO_NOKEY, "the info object has no key %s", key);
    *entry = found->next;
    free(found);
    return MPI_SUCCESS;
}

/* As many bytes of the value as there is room for, and always a zero. *buflen becomes what all of
 * the value needs; where it was 0, no byte is written. */
MPI_CALL(int, Info_get_string, MPI_Info info, const char *key, int *buflen, char *value,
         int *flag) {
    CHECK_INFO(info);
    CHECK_KEY(key);
    const char *found = info_value(info, key);
    *flag = found != NULL;
    if (found == NULL)
        return MPI_SUCCESS;
    size_t bytes = strlen(found) + 1;
    if (*buflen > 0) {
        size_t room = bytes < (size_t)*buflen ? bytes : (size_t)*buflen;
        memcpy(value, found, room - 1);
        value[room - 1] = '\0';
    }
    *buflen = (int)bytes;
    return MPI_SUCCESS;
}

/* Deprecated: the length is that of the value without its zero. */
MPI_CALL(int, Info_get, MPI_Info info, const char *key, int valuelen, char *value, int *flag) {
    CHECK_INFO(info);
    CHECK_KEY(key);
    if (valuelen < 0)
        return FAIL(MPI_ERR_ARG, "valuelen is %d, and has to be 0 or more", valuelen);
    int room = valuelen + 1;
    return PMPI_Info_get_string(info, key, &room, value, flag);
}

MPI_CALL(int, Info_get_valuelen, MPI_Info info, const char *key, int *valuelen, int *flag) {
    CHECK_INFO(info);
    CHECK_KEY(key);
    const char *found = info_value(info, key);
    *flag = found != NULL;
    if (found != NULL)
        *valuelen = (int)strlen(found);
    return MPI_SUCCESS;
}

MPI_CALL(int, Info_get_nkeys, MPI_Info info, int *nkeys) {
    CHECK_INFO(info);
    *nkeys = 0;
    for (const struct entry *entry = object(info)->first; entry != NULL; entry = entry->next)
        ++*nkeys;
    return MPI_SUCCESS;
}

MPI_CALL(int, Info_get_nthkey, MPI_Info info, int n, char *key) {
    CHECK_INFO(info);
    const struct entry *entry = n < 0 ? NULL : object(info)->first;
    for (int i = 0; i < n && entry != NULL; i++)
        entry = entry->next;
    if (entry == NULL)
        return FAIL(MPI_ERR_ARG, "the info object has no key %d", n);
    memcpy(key, entry->key, strlen(entry->key) + 1);
    return MPI_SUCCESS;
}

MPI_CALL(int, Info_dup, MPI_Info info, MPI_Info *newinfo) {
    CHECK_INFO(info);
    *newinfo = info_copy(info);
    return *newinfo != NULL ? MPI_SUCCESS : FAIL_MEMORY();
}

MPI_CALL(int, Info_free, MPI_Info *info) {
    CHECK_INFO(*info);
    if (*info == MPI_INFO_ENV)
        return FAIL(MPI_ERR_INFO, "MPI_INFO_ENV cannot be freed");
    info_release(*info);
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}
