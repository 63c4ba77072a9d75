/* Attributes: values that programs cache on communicators, datatypes and windows under keys of
 * their own (MPI 5.0, section 7.7). */
#ifndef MPI_ATTRIBUTE_H
#define MPI_ATTRIBUTE_H

#include <stdbool.h>

#include "compiler.h"
#include "mpi.h"

/* The kind of objects of a key. */
enum attribute_object { ATTRIBUTE_COMM = 1, ATTRIBUTE_TYPE, ATTRIBUTE_WIN };

/* An attribute of an object; the newest comes first, and is deleted first (section 7.7.2). */
struct attribute {
    struct attribute *next;
    int keyval;
    void *value;
    bool deleting;  /* the user's function that deletes it, or its old value, is being called */
    bool is_number; /* set in Fortran; C gets the address of the value (section 19.3.7) */
};

/* The functions of a key. All take a handle, which is a pointer, a number and pointers, so those
 * for datatypes stand for those of every kind of object. */
typedef MPI_Type_copy_attr_function attribute_copies;
typedef MPI_Type_delete_attr_function attribute_deletes;

/* Returns a new key, or MPI_KEYVAL_INVALID without memory. */
int keyval_create(enum attribute_object object, attribute_copies *copies,
                  attribute_deletes *deletes, void *extra_state);

/* Whether this is a key that the user has made for such objects. A key that was freed remains one
 * as long as an object has an attribute of it. */
bool keyval_is(enum attribute_object object, int keyval);

/* Frees a key for the user. It is gone as soon as no object has an attribute of it. */
void keyval_free(int keyval);

/* Returns the attribute of a key, or null. */
struct attribute *attribute_find(struct attribute *attributes, int keyval);

/* Set one attribute, delete one that there is, copy all and delete all attributes of the object
 * with the handle `owner`. They call the user's functions, which may set, delete and read
 * attributes of the same object. They return the error of the first function that fails,
 * MPI_ERR_NO_MEM, MPI_ERR_KEYVAL for an attribute whose own delete function is being called, or
 * MPI_SUCCESS. */
int attribute_set(struct attribute **attributes, void *owner, int keyval, void *value);
int attribute_delete(struct attribute **attributes, void *owner, int keyval);
int attributes_copy(struct attribute *const *from, void *owner, struct attribute **to);
int attributes_delete(struct attribute **attributes, void *owner);

/* ---- The calls of MPI, which are alike for all kinds of objects ---- */

/* Make and free a key in the function `call`, and raise an error if it fails. */
int keyval_call_create(const char *call, enum attribute_object object, attribute_copies *copies,
                       attribute_deletes *deletes, int *keyval, void *extra_state);
int keyval_call_free(const char *call, enum attribute_object object, int *keyval);

/* An attribute in the function `call`, which raises errors on `raises`. */
struct attribute_call {
    const char *call;
    MPI_Comm raises;
    enum attribute_object object;
    void *owner;
    struct attribute **attributes;
    int keyval;
};
/* Whether Fortran sets or gets the attribute: its caller sets this, and clears it after the call.
 */
extern NODE_LOCAL bool attribute_in_fortran;
int attribute_call_get(struct attribute_call call, void *value, int *flag);
int attribute_call_set(struct attribute_call call, void *value);
int attribute_call_delete(struct attribute_call call);

#endif
