/* What a process leaves behind at MPI_Finalize (MPI 5.0, section 11.2.2). */
#ifndef MPI_LEFTOVER_H
#define MPI_LEFTOVER_H

#include <stdbool.h>

#include "net/wait.h"

/* Writes what this process has left behind: messages that no receive has matched, requests and
 * communicators. Returns whether there was anything. */
bool leftover_report(void);

/* Fills in a detail for the report of a deadlock (wait_unmatched) if messages have come that no
 * receive has matched: a receive may wait for one that has come with another tag, from another
 * rank, or on another communicator. */
void leftover_unmatched(struct cube_detail *detail);

#endif
