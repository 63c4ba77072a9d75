/* Accesses that end in a call of their own: nonblocking and split collective ones (MPI 5.0,
 * sections 14.4.2 to 14.4.5). The host answers at once, so they are carried out when they begin,
 * and the later call only returns the result. A nonblocking collective one must not wait, so each
 * process carries out its part alone. */
#ifndef MPI_FILE_LATER_H
#define MPI_FILE_LATER_H

#include "mpi/file/access.h"

/* Checks that there is a place for the request of an access, before it is carried out. Returns a
 * class, raised. */
int later_check(const struct access *access, const MPI_Request *request);

/* Makes a request that is done of an access that was carried out. Returns a class, raised. */
int later_request(const struct access *access, MPI_Request *request);

/* Notes a split access that was carried out with this error, which has been raised. Returns the
 * error. */
int later_begin(const struct access *access, int error);

/* Ends a split access, in the function `call`, whose name is that of the one that has begun it,
 * with "end" in the place of "begin". */
int later_end(const char *call, MPI_File file, const void *buffer, MPI_Status *status);

#endif
