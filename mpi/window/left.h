/* Windows that are left at MPI_Finalize. */
#ifndef MPI_WINDOW_LEFT_H
#define MPI_WINDOW_LEFT_H

/* From now on MPI_Finalize says which windows were not freed. Called when a window is made. Returns
 * MPI_SUCCESS, or MPI_ERR_NO_MEM. */
int left_windows(void);

#endif
