/* Files that are open when a program ends. */
#ifndef MPI_FILE_LEFT_H
#define MPI_FILE_LEFT_H

/* From now on MPI_Finalize tells of files that were not closed. Called when one is opened. Returns
 * MPI_SUCCESS or an error's class. */
int left_files(void);

#endif
