/* Names of communicator calls that the standard has replaced (MPI 5.0, chapters 16 and 17), but
 * that old programs use. */
#include "mpi.h"
#include "mpi/object/error.h"

PROFILED(MPI_Errhandler_create);
int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *errhandler) {
    return PMPI_Comm_create_errhandler(function, errhandler);
}

PROFILED(MPI_Errhandler_set);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler) {
    return PMPI_Comm_set_errhandler(comm, errhandler);
}

PROFILED(MPI_Errhandler_get);
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler) {
    return PMPI_Comm_get_errhandler(comm, errhandler);
}

PROFILED(MPI_Keyval_create);
int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
                      void *extra_state) {
    return PMPI_Comm_create_keyval(copy_fn, delete_fn, keyval, extra_state);
}

PROFILED(MPI_Keyval_free);
int MPI_Keyval_free(int *keyval) {
    return PMPI_Comm_free_keyval(keyval);
}

PROFILED(MPI_Attr_put);
int MPI_Attr_put(MPI_Comm comm, int keyval, void *value) {
    return PMPI_Comm_set_attr(comm, keyval, value);
}

PROFILED(MPI_Attr_get);
int MPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag) {
    return PMPI_Comm_get_attr(comm, keyval, value, flag);
}

PROFILED(MPI_Attr_delete);
int MPI_Attr_delete(MPI_Comm comm, int keyval) {
    return PMPI_Comm_delete_attr(comm, keyval);
}
