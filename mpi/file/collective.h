/* Collective accesses (MPI 5.0, section 14.4). */
#ifndef MPI_FILE_COLLECTIVE_H
#define MPI_FILE_COLLECTIVE_H

#include "mpi/file/access.h"

/* Checks an access and carries it out, by all processes of the file: together, if that pays.
 * Returns an error, raised. The access has the bytes moved. */
int collective_access(struct access *access);

/* The same for one whose arguments access_check has checked, with the error that this has returned.
 */
int collective_checked(struct access *access, int error);

#endif
