/* Leftovers of a process at MPI_Finalize (MPI 5.0, section 11.2.2). */
#ifndef MPI_LEFTOVER_H
#define MPI_LEFTOVER_H

#include <stdbool.h>

#include "net/wait.h"

/* Writes this process's leftovers: unreceived messages, requests and communicators. Returns whether
 * there were any. */
bool leftover_report(void);

/* Fills in a detail for the report of a deadlock (wait_unmatched) if unmatched messages have
 * arrived: a receive may wait for one that came with another tag, from another rank, or on another
 * communicator. */
void leftover_unmatched(struct cube_detail *detail);

#endif
