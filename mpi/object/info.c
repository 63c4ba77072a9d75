#include "mpi/object/info.h"

#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "mpi/object/error.h"

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

bool info_is(MPI_Info info) {
    return info && info != MPI_INFO_NULL;
}

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
    for (const struct entry *entry = object(info)->first; entry; entry = entry->next)
        if (!set(copy, entry->key, entry->value)) {
            free_object(copy);
            return NULL;
        }
    return copy;
}

/* ---- Calls ---- */

#define RETURN_UNLESS_INFO(info)                                                                   \
    if (!info_is(info))                                                                            \
    return FAIL(MPI_ERR_INFO, "the info object is MPI_INFO_NULL")

#define RETURN_UNLESS_KEY(key)                                                                     \
    if (!(key) || (key)[0] == '\0' || strlen(key) >= MPI_MAX_INFO_KEY)                             \
    return FAIL(MPI_ERR_INFO_KEY, "a key has 1 to %d bytes", MPI_MAX_INFO_KEY - 1)

int MPI_Info_create(MPI_Info *info) {
    RETURN_IF_NULL(info);
    *info = info_make();
    return *info ? MPI_SUCCESS : FAIL_MEMORY();
}

/* What MPI_INFO_ENV has, and that is nothing. It may be called before MPI_Init. */
int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info) {
    (void)argc;
    (void)argv;
    return PMPI_Info_create(info);
}

int MPI_Info_set(MPI_Info info, const char *key, const char *value) {
    RETURN_UNLESS_INFO(info);
    RETURN_UNLESS_KEY(key);
    if (info == MPI_INFO_ENV)
        return FAIL(MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed");
    if (!value || strlen(value) >= MPI_MAX_INFO_VAL)
        return FAIL(MPI_ERR_INFO_VALUE, "the value of %s is too long (at most %d bytes)", key,
                    MPI_MAX_INFO_VAL - 1);
    return info_set(info, key, value) ? MPI_SUCCESS : FAIL_MEMORY();
}

int MPI_Info_delete(MPI_Info info, const char *key) {
    RETURN_UNLESS_INFO(info);
    RETURN_UNLESS_KEY(key);
    if (!info_delete(info, key))
        return FAIL(MPI_ERR_INFO_NOKEY, "the info object has no key %s", key);
    return MPI_SUCCESS;
}

/* Writes as many bytes of the value as there is room for, and always a zero byte behind them.
 * *buflen becomes the room that the whole value needs. If *buflen was 0, no byte is written. */
int MPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag) {
    RETURN_IF_NULL(buflen);
    RETURN_IF_NULL(flag);
    RETURN_UNLESS_INFO(info);
    RETURN_UNLESS_KEY(key);
    RETURN_IF_NULL_ARRAY(*buflen, value);
    const char *found = info_value(info, key);
    *flag = found ? 1 : 0;
    if (!found)
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

/* This function is deprecated. Its length is that of the value without the zero byte. */
int MPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag) {
    RETURN_IF_NULL_ARRAY(valuelen, value);
    RETURN_IF_NULL(flag);
    RETURN_UNLESS_INFO(info);
    RETURN_UNLESS_KEY(key);
    if (valuelen < 0)
        return FAIL(MPI_ERR_ARG, "valuelen is %d (expected: 0 or more)", valuelen);
    int room = valuelen + 1;
    return PMPI_Info_get_string(info, key, &room, value, flag);
}

int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag) {
    RETURN_IF_NULL(valuelen);
    RETURN_IF_NULL(flag);
    RETURN_UNLESS_INFO(info);
    RETURN_UNLESS_KEY(key);
    const char *found = info_value(info, key);
    *flag = found ? 1 : 0;
    if (found)
        *valuelen = (int)strlen(found);
    return MPI_SUCCESS;
}

int MPI_Info_get_nkeys(MPI_Info info, int *nkeys) {
    RETURN_IF_NULL(nkeys);
    RETURN_UNLESS_INFO(info);
    *nkeys = 0;
    while (info_key(info, *nkeys))
        ++*nkeys;
    return MPI_SUCCESS;
}

int MPI_Info_get_nthkey(MPI_Info info, int n, char *key) {
    RETURN_IF_NULL(key);
    RETURN_UNLESS_INFO(info);
    const char *found = info_key(info, n);
    if (!found)
        return FAIL(MPI_ERR_ARG, "the info object has no key %d", n);
    memcpy(key, found, strlen(found) + 1);
    return MPI_SUCCESS;
}

int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo) {
    RETURN_IF_NULL(newinfo);
    RETURN_UNLESS_INFO(info);
    *newinfo = info_copy(info);
    return *newinfo ? MPI_SUCCESS : FAIL_MEMORY();
}

int MPI_Info_free(MPI_Info *info) {
    RETURN_IF_NULL(info);
    RETURN_UNLESS_INFO(*info);
    if (*info == MPI_INFO_ENV)
        return FAIL(MPI_ERR_INFO, "MPI_INFO_ENV cannot be freed");
    info_release(*info);
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}
