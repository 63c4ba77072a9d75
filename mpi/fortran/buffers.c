/* Detaching a buffer, whose address mpi_f08 alone asks for. */
#include "mpi/fortran/fortran.h"

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
