/* Generalized requests with functions in Fortran, and detaching a buffer. */
#include <stdlib.h>

#include "mpi/fortran/fortran.h"
#include "net/system/system.h"

struct request_functions {
    void (*query)(MPI_Aint *extra, MPI_Status *status, MPI_Fint *ierror);
    void (*free)(MPI_Aint *extra, MPI_Fint *ierror);
    void (*cancel)(MPI_Aint *extra, MPI_Fint *complete, MPI_Fint *ierror);
    MPI_Aint extra;
};

static int query(void *extra, MPI_Status *status) {
    struct request_functions *functions = extra;
    MPI_Fint error = MPI_SUCCESS;
    functions->query(&functions->extra, status, &error);
    return error;
}

static int free_request(void *extra) {
    struct request_functions *functions = extra;
    MPI_Fint error = MPI_SUCCESS;
    functions->free(&functions->extra, &error);
    free(functions);
    return error;
}

static int cancel(void *extra, int complete) {
    struct request_functions *functions = extra;
    MPI_Fint error = MPI_SUCCESS;
    functions->cancel(&functions->extra, &complete, &error);
    return error;
}

FORTRAN(void, grequest_start, void (*query_fn)(MPI_Aint *, MPI_Status *, MPI_Fint *),
        void (*free_fn)(MPI_Aint *, MPI_Fint *),
        void (*cancel_fn)(MPI_Aint *, MPI_Fint *, MPI_Fint *), const MPI_Aint *extra,
        MPI_Fint *request, MPI_Fint *ierror) {
    struct request_functions *functions = malloc(sizeof *functions);
    MPI_Request made = MPI_REQUEST_NULL;
    if (!functions)
        system_abort("graycube: not enough memory for the functions of a request (increase "
                     "--memory heap=BYTES)\n");
    *functions = (struct request_functions){query_fn, free_fn, cancel_fn, *extra};
    int error = MPI_Grequest_start(query, free_request, cancel, functions, &made);
    *request = fortran_number(made);
    if (ierror)
        *ierror = error;
}

/* The address of a detached buffer is returned by mpi_f08 alone. */
FORTRAN(void, buffer_detach, void *buffer, MPI_Fint *size, MPI_Fint *ierror) {
    void *address;
    (void)buffer;
    int error = MPI_Buffer_detach(&address, size);
    if (ierror)
        *ierror = error;
}

FORTRAN(void, buffer_detach_f08, void **buffer, MPI_Fint *size, MPI_Fint *ierror) {
    int error = MPI_Buffer_detach(buffer, size);
    if (ierror)
        *ierror = error;
}
