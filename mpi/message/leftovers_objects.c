#include "mpi/message/leftovers.h"

#include <stdio.h>

#include "mpi/object/attribute.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"

enum { KINDS = 2 }; /* that call left_told: files and windows */

static NODE_LOCAL struct objects {
    int count;
    const char *what, *newest, *frees;
} objects[KINDS];
static NODE_LOCAL int kinds;

/* The key is that of an attribute of MPI_COMM_SELF, which MPI_Finalize deletes first (MPI 5.0,
 * section 11.2.4). */
int left_start(int *key, MPI_Comm_delete_attr_function *report) {
    if (*key != MPI_KEYVAL_INVALID)
        return MPI_SUCCESS;
    int made = keyval_create(ATTRIBUTE_COMM, NULL, (attribute_deletes *)report, NULL);
    if (made == MPI_KEYVAL_INVALID)
        return MPI_ERR_NO_MEM;
    int error = attribute_set(&comm_self->attributes, MPI_COMM_SELF, made, NULL);
    if (error == MPI_SUCCESS)
        *key = made;
    return error;
}

int left_told(int *key, int count, const char *what, const char *newest, const char *frees) {
    keyval_free(*key);
    *key = MPI_KEYVAL_INVALID;
    if (count > 0 && kinds < KINDS) /* a callback may make more at the end */
        objects[kinds++] = (struct objects){count, what, newest, frees};
    return MPI_SUCCESS;
}

bool left_objects(const char *place) {
    for (int k = 0; place && k < kinds; k++) {
        const struct objects *left = &objects[k];
        fprintf(stderr, "MPI_Finalize: rank %d: %d %s%s left, the newest is %s: call %s%s\n",
                comm_world.rank, left->count, left->what, left->count == 1 ? " is" : "s are",
                left->newest, left->frees, place);
    }
    return kinds > 0;
}
