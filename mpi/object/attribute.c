#include "mpi/object/attribute.h"

#include <stdlib.h>

#include "compiler.h"

/* A key and its functions. */
struct keyval {
    enum attribute_object object; /* 0: the place is free */
    attribute_copies *copies;
    attribute_deletes *deletes;
    void *extra_state;
    int references; /* one of the user, and one of each attribute */
    bool freed;     /* the user has given back the reference */
};

/* The user's keys have this number and higher ones. The predefined keys are less (section 20.3). */
enum { FIRST_KEYVAL = 1024 };

static NODE_LOCAL struct keyval *keyvals;
static NODE_LOCAL int keyval_count;

static struct keyval *find(int keyval) {
    return &keyvals[keyval - FIRST_KEYVAL];
}

int keyval_create(enum attribute_object object, attribute_copies *copies,
                  attribute_deletes *deletes, void *extra_state) {
    int place = 0;
    while (place < keyval_count && keyvals[place].object != 0)
        place++;
    if (place == keyval_count) {
        struct keyval *more = realloc(keyvals, ((size_t)keyval_count + 1) * sizeof *keyvals);
        if (!more)
            return MPI_KEYVAL_INVALID;
        keyvals = more;
        keyval_count++;
    }
    keyvals[place] = (struct keyval){object, copies, deletes, extra_state, .references = 1};
    return FIRST_KEYVAL + place;
}

bool keyval_is(enum attribute_object object, int keyval) {
    return keyval >= FIRST_KEYVAL && keyval < FIRST_KEYVAL + keyval_count &&
           find(keyval)->object == object;
}

static void release(int keyval) {
    if (--find(keyval)->references > 0)
        return;
    find(keyval)->object = 0;
    for (int i = 0; i < keyval_count; i++)
        if (keyvals[i].object != 0)
            return;
    free(keyvals);
    keyvals = NULL;
    keyval_count = 0;
}

void keyval_free(int keyval) {
    if (!find(keyval)->freed) {
        find(keyval)->freed = true;
        release(keyval);
    }
}

struct attribute *attribute_find(struct attribute *attributes, int keyval) {
    while (attributes && attributes->keyval != keyval)
        attributes = attributes->next;
    return attributes;
}

/* Calls the user's delete function. Such a function may change the table of keys, so no pointer
 * into the table is used after it. */
static int call_delete(void *owner, int keyval, void *value) {
    struct keyval *key = find(keyval);
    return key->deletes == MPI_TYPE_NULL_DELETE_FN
               ? MPI_SUCCESS
               : key->deletes(owner, keyval, value, key->extra_state);
}

/* Calls the user's copy function. */
static int call_copy(void *owner, int keyval, void *value, void **copied, int *flag) {
    struct keyval *key = find(keyval);
    *flag = key->copies != MPI_TYPE_NULL_COPY_FN;
    *copied = value;
    if (key->copies == MPI_TYPE_NULL_COPY_FN || key->copies == MPI_TYPE_DUP_FN)
        return MPI_SUCCESS;
    return key->copies(owner, keyval, key->extra_state, value, copied, flag);
}

/* Deletes an attribute, which the user's function may still read. That function may also delete
 * and set other attributes of the object, so the place in the list is looked for after it. Within
 * it the attribute itself can neither be deleted nor set. */
static int delete_one(struct attribute **attributes, void *owner, struct attribute *attribute) {
    if (attribute->deleting)
        return MPI_ERR_KEYVAL;
    attribute->deleting = true;
    int keyval = attribute->keyval, error = call_delete(owner, keyval, attribute->value);
    attribute->deleting = false;
    if (error != MPI_SUCCESS)
        return error;
    while (*attributes != attribute)
        attributes = &(*attributes)->next;
    *attributes = attribute->next;
    free(attribute);
    release(keyval);
    return MPI_SUCCESS;
}

int attribute_delete(struct attribute **attributes, void *owner, int keyval) {
    return delete_one(attributes, owner, attribute_find(*attributes, keyval));
}

static int add(struct attribute **attributes, int keyval, void *value) {
    struct attribute *made = malloc(sizeof *made);
    if (!made)
        return MPI_ERR_NO_MEM;
    *made = (struct attribute){.next = *attributes, .keyval = keyval, .value = value};
    *attributes = made;
    find(keyval)->references++;
    return MPI_SUCCESS;
}

/* Sets an attribute. The user's function first deletes the old value, if there is one. */
int attribute_set(struct attribute **attributes, void *owner, int keyval, void *value) {
    struct attribute *old = attribute_find(*attributes, keyval);
    if (!old)
        return add(attributes, keyval, value);
    if (old->deleting)
        return MPI_ERR_KEYVAL;
    old->deleting = true;
    int error = call_delete(owner, keyval, old->value);
    old->deleting = false;
    if (error == MPI_SUCCESS)
        old->value = value;
    return error;
}

int attributes_delete(struct attribute **attributes, void *owner) {
    while (*attributes) {
        int error = delete_one(attributes, owner, *attributes);
        if (error != MPI_SUCCESS)
            return error;
    }
    return MPI_SUCCESS;
}

/* Copies the attributes that there are, the oldest first, so that the copies are in the same order.
 * The user's functions may set and delete attributes of the object: one that is gone when its turn
 * comes is not copied. */
int attributes_copy(struct attribute *const *from, void *owner, struct attribute **to) {
    int count = 0, error = MPI_SUCCESS, flag;
    for (const struct attribute *each = *from; each; each = each->next)
        count++;
    int *keys = malloc((size_t)count * sizeof *keys + 1);
    if (!keys)
        return MPI_ERR_NO_MEM;
    count = 0;
    for (const struct attribute *each = *from; each; each = each->next)
        keys[count++] = each->keyval;
    while (error == MPI_SUCCESS && count-- > 0) {
        const struct attribute *attribute = attribute_find(*from, keys[count]);
        if (!attribute)
            continue;
        void *value;
        bool is_number = attribute->is_number;
        error = call_copy(owner, keys[count], attribute->value, &value, &flag);
        if (error == MPI_SUCCESS && flag)
            error = add(to, keys[count], value);
        if (error == MPI_SUCCESS && flag)
            (*to)->is_number = is_number;
    }
    free(keys);
    return error;
}
