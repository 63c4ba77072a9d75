#include "mpi/file/left.h"

#include <stdio.h>
#include <stdlib.h>

#include "mpi/file/file.h"
#include "mpi/message/strict.h"
#include "mpi/object/attribute.h"
#include "mpi/object/job.h"

/* The key of an attribute of MPI_COMM_SELF, which MPI_Finalize deletes before all else (MPI 5.0,
 * section 11.2.4). So what is to be done then is known without files, too. */
static NODE_LOCAL int key = MPI_KEYVAL_INVALID;

static int report(MPI_Comm comm, int keyval, void *value, void *extra) {
    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    int count = 0;
    for (MPI_File file = file_newest; file; file = file->older)
        count++;
    keyval_free(key);
    key = MPI_KEYVAL_INVALID;
    if (count == 0)
        return MPI_SUCCESS;
    char place[ERROR_PLACE_BYTES];
    error_place(place);
    fprintf(stderr,
            "MPI_Finalize: rank %d: %d file%s left, the newest is %s: call MPI_File_close%s\n",
            comm_world.rank, count, count == 1 ? " is" : "s are", file_newest->name, place);
    if (strict)
        job_end(EXIT_FAILURE);
    return MPI_SUCCESS;
}

int left_files(void) {
    if (key != MPI_KEYVAL_INVALID)
        return MPI_SUCCESS;
    int made = keyval_create(ATTRIBUTE_COMM, MPI_COMM_NULL_COPY_FN, report, NULL, NULL, NULL);
    if (made == MPI_KEYVAL_INVALID)
        return MPI_ERR_NO_MEM;
    int error = attribute_set(&comm_self->attributes, OWNER_COMM(MPI_COMM_SELF), made, NULL);
    if (error == MPI_SUCCESS)
        key = made;
    return error;
}
