/* Attributes: values that programs cache on communicators, datatypes and windows under keys of
 * their own (MPI 5.0, section 7.7). */
#ifndef MPI_ATTRIBUTE_H
#define MPI_ATTRIBUTE_H

#include <stdbool.h>

#include "mpi.h"

/* What a key is for. The functions of keys for windows go as those for datatypes: both kinds get a
 * handle, which is a pointer, a number and pointers. */
enum attribute_object { ATTRIBUTE_COMM = 1, ATTRIBUTE_TYPE, ATTRIBUTE_WIN };

/* An attribute of an object; the newest comes first, and is deleted first (section 7.7.2). */
struct attribute {
    struct attribute *next;
    int keyval;
    void *value;
    bool deleting; /* the user's function that deletes it, or its old value, is being called */
};

/* Returns a new key, or MPI_KEYVAL_INVALID without memory. Only the functions for this kind of
 * object are used. */
int keyval_create(enum attribute_object object, MPI_Comm_copy_attr_function *copy_comm,
                  MPI_Comm_delete_attr_function *delete_comm,
                  MPI_Type_copy_attr_function *copy_type,
                  MPI_Type_delete_attr_function *delete_type, void *extra_state);

/* Whether this is a key that the user has made for such objects. A key that was freed remains one
 * as long as an object has an attribute of it. */
bool keyval_is(enum attribute_object object, int keyval);

/* Frees a key for the user. It is gone as soon as no object has an attribute of it. */
void keyval_free(int keyval);

/* Returns the attribute of a key, or null. */
struct attribute *attribute_find(struct attribute *attributes, int keyval);

/* An object with attributes: a communicator, or a datatype or a window. */
struct attribute_owner {
    enum attribute_object object;
    MPI_Comm comm;
    MPI_Datatype type;
};
#define OWNER_COMM(comm) ((struct attribute_owner){ATTRIBUTE_COMM, comm, NULL})
#define OWNER_TYPE(type) ((struct attribute_owner){ATTRIBUTE_TYPE, NULL, type})
#define OWNER_WIN(win)   ((struct attribute_owner){ATTRIBUTE_WIN, NULL, (MPI_Datatype)(win)})

/* Set one attribute, delete one that there is, copy all and delete all attributes of an object.
 * They call the user's functions, which may set, delete and read attributes of the same object.
 * They return the error of the first function that fails, MPI_ERR_NO_MEM, MPI_ERR_KEYVAL for an
 * attribute whose own delete function is being called, or MPI_SUCCESS. */
int attribute_set(struct attribute **attributes, struct attribute_owner owner, int keyval,
                  void *value);
int attribute_delete(struct attribute **attributes, struct attribute_owner owner, int keyval);
int attributes_copy(struct attribute *const *from, struct attribute_owner owner,
                    struct attribute **to);
int attributes_delete(struct attribute **attributes, struct attribute_owner owner);

#endif
