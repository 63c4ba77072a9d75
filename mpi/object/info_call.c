/* The calls about info objects (MPI 5.0, chapter 10). */
#include <string.h>

#include "mpi/object/error.h"
#include "mpi/object/info.h"

#define RETURN_UNLESS_INFO(...) INFO_AND_POINTERS(__VA_ARGS__, "")
#define INFO_AND_POINTERS(info, ...)                                                               \
    RETURN_IF_NULL(__VA_ARGS__);                                                                   \
    if (!info_is(info))                                                                            \
    return FAIL(MPI_ERR_INFO, "the info object is MPI_INFO_NULL")

#define RETURN_UNLESS_KEY(key)                                                                     \
    if (!(key) || (key)[0] == '\0' || strlen(key) >= MPI_MAX_INFO_KEY)                             \
    return FAIL(MPI_ERR_INFO_KEY, "invalid key (expected: 1 to %d bytes)", MPI_MAX_INFO_KEY - 1)

int MPI_Info_create(MPI_Info *info) {
    RETURN_IF_NULL(info);
    *info = info_make();
    return *info ? MPI_SUCCESS : FAIL_MEMORY();
}

/* What MPI_INFO_ENV has, and that is nothing. It may be called before MPI_Init. */
int MPI_Info_create_env(UNUSED int argc, UNUSED char *argv[], MPI_Info *info) {
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
    RETURN_UNLESS_INFO(info, buflen, flag);
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
    RETURN_UNLESS_INFO(info, flag);
    RETURN_UNLESS_KEY(key);
    if (valuelen < 0)
        return FAIL(MPI_ERR_ARG, "valuelen is %d (expected: 0 or more)", valuelen);
    int room = valuelen + 1;
    return PMPI_Info_get_string(info, key, &room, value, flag);
}

int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag) {
    RETURN_UNLESS_INFO(info, valuelen, flag);
    RETURN_UNLESS_KEY(key);
    const char *found = info_value(info, key);
    *flag = found ? 1 : 0;
    if (found)
        *valuelen = (int)strlen(found);
    return MPI_SUCCESS;
}

int MPI_Info_get_nkeys(MPI_Info info, int *nkeys) {
    RETURN_UNLESS_INFO(info, nkeys);
    *nkeys = 0;
    while (info_key(info, *nkeys))
        ++*nkeys;
    return MPI_SUCCESS;
}

int MPI_Info_get_nthkey(MPI_Info info, int n, char *key) {
    RETURN_UNLESS_INFO(info, key);
    const char *found = info_key(info, n);
    if (!found)
        return FAIL(MPI_ERR_ARG, "the info object has no key %d", n);
    memcpy(key, found, strlen(found) + 1);
    return MPI_SUCCESS;
}

int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo) {
    RETURN_UNLESS_INFO(info, newinfo);
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

int info_call_set(const char *call, MPI_Comm raises, MPI_Info *hints, MPI_Info info) {
    if (!info_is(info))
        return error_raise(raises, call, MPI_ERR_INFO, "the info object is MPI_INFO_NULL");
    MPI_Info made = *hints == MPI_INFO_NULL ? info_make() : *hints;
    const char *key;
    bool set = made;
    if (made)
        *hints = made;
    for (int i = 0; set && (key = info_key(info, i)); i++)
        set = info_set(made, key, info_value(info, key));
    return set ? MPI_SUCCESS : error_raise(raises, call, MPI_ERR_NO_MEM, FULL_HEAP);
}

int info_call_get(const char *call, MPI_Comm raises, MPI_Info hints, MPI_Info *info_used) {
    *info_used = info_copy(hints);
    return *info_used ? MPI_SUCCESS : error_raise(raises, call, MPI_ERR_NO_MEM, FULL_HEAP);
}
