/* The atomic mode of files (MPI 5.0, section 14.6.1). */
#ifndef MPI_FILE_ATOMICITY_H
#define MPI_FILE_ATOMICITY_H

#include "mpi.h"

/* Frees the window whose lock accesses hold, if there is one. All processes of the file call this.
 * It is only there in programs that set the mode, so open.c declares it as weak. */
void atomicity_close(MPI_File file);

#endif
