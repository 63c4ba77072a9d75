/* What a process leaves behind at MPI_Finalize (MPI 5.0, section 11.2.2). */
#ifndef MPI_LEFTOVER_H
#define MPI_LEFTOVER_H

#include <stdbool.h>

/* Writes what this process has left behind: messages that no receive has matched, requests and
 * communicators. Returns whether there was anything. */
bool leftover_report(void);

#endif
