/* Names of communicator calls that the standard has replaced (MPI 5.0, chapters 16 and 17), but
 * that old programs use. */
#include "mpi.h"
#include "mpi/object/error.h"

int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *errhandler) {
    return PMPI_Comm_create_errhandler(function, errhandler);
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler) {
    return PMPI_Comm_set_errhandler(comm, errhandler);
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler) {
    return PMPI_Comm_get_errhandler(comm, errhandler);
}

int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
                      void *extra_state) {
    return PMPI_Comm_create_keyval(copy_fn, delete_fn, keyval, extra_state);
}

int MPI_Keyval_free(int *keyval) {
    return PMPI_Comm_free_keyval(keyval);
}

int MPI_Attr_put(MPI_Comm comm, int keyval, void *value) {
    return PMPI_Comm_set_attr(comm, keyval, value);
}

int MPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag) {
    return PMPI_Comm_get_attr(comm, keyval, value, flag);
}

int MPI_Attr_delete(MPI_Comm comm, int keyval) {
    return PMPI_Comm_delete_attr(comm, keyval);
}
