/* Finds an attribute, info object or name that is lost, changed or copied wrongly (MPI 5.0,
 * chapters 7 and 10). */
#include "corners.h"

/* ---- Attributes ---- */

/* The values with which `forget` was called, and whether both functions below have to fail. */
static _Thread_local char called[200];
static _Thread_local int fails;

static int copy(MPI_Comm comm, int keyval, void *extra, void *value, void *copied, int *flag) {
    (void)comm;
    (void)keyval;
    *(void **)copied = (char *)value + 1;
    *flag = extra ? 1 : 0;
    return fails ? MPI_ERR_OTHER : MPI_SUCCESS;
}

/* While an attribute is deleted, it can still be read. */
static int forget(MPI_Comm comm, int keyval, void *value, void *extra) {
    void *found = NULL;
    int flag;
    (void)extra;
    MPI_Comm_get_attr(comm, keyval, &found, &flag);
    check(flag && found == value);
    snprintf(called + strlen(called), sizeof called - strlen(called), "%ld ", (long)value);
    return fails ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int was_called(const char *wanted) {
    int is = strcmp(called, wanted) == 0;
    called[0] = 0;
    return is;
}

CORNER(attributes) {
    int keyvals[3], flag, gone;
    void *value;
    MPI_Comm one, other = MPI_COMM_NULL;
    MPI_Comm_dup(comm, &one);
    MPI_Comm_set_errhandler(one, MPI_ERRORS_RETURN);
    for (int i = 0; i < 3; i++) { /* attributes of the second key are not copied */
        MPI_Comm_create_keyval(copy, forget, &keyvals[i], i == 1 ? NULL : &fails);
        MPI_Comm_set_attr(one, keyvals[i], (void *)(100L * i));
    }
    MPI_Comm_set_attr(one, keyvals[1], (void *)109L);
    check(was_called("100 "));
    MPI_Comm_dup(one, &other);
    MPI_Comm_get_attr(other, keyvals[1], &value, &flag);
    check(!flag);
    MPI_Comm_get_attr(other, keyvals[2], &value, &flag);
    check(flag && value == (void *)201L);
    MPI_Comm_free(&other);
    check(was_called("201 1 ")); /* the newest first */
    gone = keyvals[0];
    MPI_Comm_free_keyval(&gone); /* the attribute keeps it */
    check(gone == MPI_KEYVAL_INVALID);
    MPI_Comm_delete_attr(one, keyvals[2]);
    check(was_called("200 "));
    fails = 1;
    check(MPI_Comm_dup(one, &other) != MPI_SUCCESS && other == MPI_COMM_NULL);
    check(MPI_Comm_delete_attr(one, keyvals[1]) != MPI_SUCCESS);
    check(MPI_Comm_set_attr(one, keyvals[1], NULL) != MPI_SUCCESS);
    check(MPI_Comm_free(&one) != MPI_SUCCESS && one != MPI_COMM_NULL);
    fails = called[0] = 0;
    MPI_Comm_get_attr(one, keyvals[1], &value, &flag);
    check(flag && value == (void *)109L);
    check(MPI_Comm_set_attr(one, MPI_TAG_UB, NULL) != MPI_SUCCESS);
    MPI_Comm_free(&one);
    check(was_called("109 0 "));
    MPI_Comm_free_keyval(&keyvals[1]);
    MPI_Comm_free_keyval(&keyvals[2]);
}

/* ---- Attributes whose functions change other attributes of the object, a type ---- */

enum { KEYS = 4 };

/* The keys. The functions of the second one delete both neighbours in the list of attributes, and
 * set the last one. */
static _Thread_local int keys[KEYS], deleted;

static void change_others(MPI_Datatype type) {
    MPI_Type_delete_attr(type, keys[0]);
    MPI_Type_delete_attr(type, keys[2]);
    MPI_Type_set_attr(type, keys[3], &keys[3]);
}

/* An attribute that is being deleted stays as it is. */
static int delete_of_type(MPI_Datatype type, int keyval, void *value, void *extra) {
    (void)value, (void)extra;
    deleted++;
    if (keyval != keys[1])
        return MPI_SUCCESS;
    refused(MPI_ERR_KEYVAL, MPI_Type_delete_attr(type, keyval));
    refused(MPI_ERR_KEYVAL, MPI_Type_set_attr(type, keyval, NULL));
    change_others(type);
    return MPI_SUCCESS;
}

static int copy_of_type(MPI_Datatype type, int keyval, void *extra, void *value, void *copied,
                        int *flag) {
    (void)extra;
    *(void **)copied = value;
    *flag = 1;
    if (keyval == keys[1])
        change_others(type);
    return MPI_SUCCESS;
}

/* Deletes the attributes that a type has, and sets the first three. */
static void set_three(MPI_Datatype type) {
    for (int k = 1; k < KEYS; k++)
        MPI_Type_delete_attr(type, keys[k]);
    for (int k = 0; k < KEYS - 1; k++)
        MPI_Type_set_attr(type, keys[k], NULL);
}

/* Checks which attributes a type has: one digit for each. */
static void has(MPI_Datatype type, const char *digits) {
    for (int k = 0; k < KEYS; k++) {
        void *value;
        int flag;
        MPI_Type_get_attr(type, keys[k], &value, &flag);
        check(flag == (digits[k] == '1'));
    }
}

CORNER(change_while_called) {
    MPI_Datatype type, copied;
    MPI_Type_contiguous(2, MPI_INT, &type);
    for (int k = 0; k < KEYS; k++)
        MPI_Type_create_keyval(copy_of_type, delete_of_type, &keys[k], NULL);
    set_three(type);
    check(MPI_Type_delete_attr(type, keys[1]) == 0);
    has(type, "0001");
    set_three(type);
    check(MPI_Type_set_attr(type, keys[1], NULL) == 0);
    has(type, "0101");
    set_three(type);
    check(MPI_Type_dup(type, &copied) == 0);
    has(type, "0101");
    has(copied, "1100");
    deleted = 0;
    check(MPI_Type_free(&copied) == 0 && deleted == 3); /* the first three functions */
    for (int k = 0; k < KEYS; k++)
        MPI_Type_free_keyval(&keys[k]);
    MPI_Type_free(&type);
}

/* ---- Info ---- */

CORNER(infos) {
    int count, flag, length;
    char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
    MPI_Info info, copied;
    MPI_Info_create(&info);
    MPI_Info_set(info, "a", "1");
    MPI_Info_set(info, "b", "2");
    MPI_Info_set(info, "c", "3");
    MPI_Info_set(info, "b", "22"); /* the key stays where it was */
    MPI_Info_dup(info, &copied);
    MPI_Info_delete(info, "a");
    MPI_Info_get_nkeys(info, &count);
    MPI_Info_get_nthkey(info, 0, key);
    check(count == 2 && strcmp(key, "b") == 0);
    MPI_Info_get_nkeys(copied, &count);
    MPI_Info_get_nthkey(copied, 1, key);
    check(count == 3 && strcmp(key, "b") == 0);
    length = 2;
    MPI_Info_get_string(copied, "b", &length, value, &flag);
    check(flag && strcmp(value, "2") == 0 && length == 3);
    MPI_Info_get(info, "b", 1, value, &flag);
    check(flag && strcmp(value, "2") == 0);
    refused(MPI_ERR_INFO, MPI_Info_set(MPI_INFO_NULL, "a", "1"));
    MPI_Info_get_string(copied, "d", &length, value, &flag);
    check(!flag);
    memset(key, 'k', sizeof key);
    key[MPI_MAX_INFO_KEY - 1] = 0;
    memset(value, 'v', sizeof value);
    value[MPI_MAX_INFO_VAL - 1] = 0;
    check(MPI_Info_set(info, key, value) == MPI_SUCCESS);
    MPI_Info_get_valuelen(info, key, &length, &flag);
    check(flag && length == MPI_MAX_INFO_VAL - 1);
    refused(MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "a"));
    refused(MPI_ERR_INFO_KEY, MPI_Info_set(info, "", ""));
    check(MPI_Info_get_nthkey(info, 9, key) != MPI_SUCCESS);
    MPI_Info_free(&info);
    MPI_Info_free(&copied);
    check(info == MPI_INFO_NULL);
}

/* ---- Communicators that a resource selects ---- */

/* The size of the part that a hint selects, or 0 if it selects none. */
static int part_size(MPI_Comm comm, int split_type, const char *key, const char *value) {
    int found = 0;
    MPI_Comm part;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    check(MPI_Comm_split_type(comm, split_type, 0, info, &part) == MPI_SUCCESS);
    MPI_Info_free(&info);
    if (part != MPI_COMM_NULL) {
        MPI_Comm_size(part, &found);
        MPI_Comm_free(&part);
    }
    return found;
}

CORNER(split_types) {
    static const char set[] = "mpi_pset_name", resource[] = "mpi_hw_resource_type";
    check(part_size(comm, MPI_COMM_TYPE_SHARED, "x", "y") == 1);
    check(part_size(comm, MPI_COMM_TYPE_HW_GUIDED, resource, "mpi_shared_memory") == 1);
    check(part_size(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, resource, "mpi_shared_memory") == 1);
    check(part_size(comm, MPI_COMM_TYPE_HW_GUIDED, resource, "core") == 0);
    check(part_size(comm, MPI_COMM_TYPE_HW_GUIDED, set, "mpi://WORLD") == 0);
    check(part_size(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, set, "mpi://world") == size);
    check(part_size(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, set, "mpi://SELF") == 1);
    check(part_size(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, set, "other") == 0);
    check(part_size(comm, MPI_UNDEFINED, set, "mpi://WORLD") == 0);
}

/* ---- Names ---- */

CORNER(names) {
    int length;
    char given[MPI_MAX_OBJECT_NAME + 9], found[MPI_MAX_OBJECT_NAME];
    MPI_Comm made;
    MPI_Datatype type;
    MPI_Comm_dup(comm, &made);
    MPI_Comm_get_name(made, found, &length);
    check(length == 0 && found[0] == 0);
    memset(given, 'x', sizeof given);
    given[sizeof given - 1] = 0;
    MPI_Comm_set_name(made, given); /* the name is cut */
    MPI_Comm_get_name(made, found, &length);
    check(length == MPI_MAX_OBJECT_NAME - 1 && strlen(found) == (size_t)length);
    MPI_Comm_free(&made);
    MPI_Type_dup(MPI_INT, &type);
    MPI_Type_get_name(type, found, &length);
    check(length == 0);
    MPI_Type_free(&type);
    MPI_Type_get_name(MPI_2INT, found, &length);
    check(strcmp(found, "MPI_2INT") == 0);
}
