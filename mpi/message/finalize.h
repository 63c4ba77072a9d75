/* The end of messages: at MPI_Finalize (MPI 5.0, section 11.2.2). */
#ifndef MPI_FINALIZE_H
#define MPI_FINALIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi.h"
#include "mpi/message/envelope.h"
#include "net/wait.h"

/* The envelopes without data and notes of ENDED that this process has sent, less those received. */
extern NODE_LOCAL int64_t finalize_alone;

/* Returns when all processes (comm_processes) have called it, and all messages that they
 * have sent have arrived. */
void finalize_messages(void);

/* Waits until all processes have called it, and all that this process has sent has left it. Returns
 * whether the condition `holds` at any of them. */
bool finalize_any(bool holds);

/* To be called before the first message. */
void finalize_start(void);

/* Handlers: a count comes from below in the tree of processes, or their sum from above. */
void finalize_counted(uint32_t source, const struct envelope *envelope);
void finalize_summed(uint32_t source, const struct envelope *envelope);

/* ---- Leftovers ---- */

/* Writes this process's leftovers: unreceived messages, requests and communicators. Returns whether
 * there were any. */
bool leftover_report(void);

/* Fills in a detail for the report of a deadlock (wait_unmatched) if unmatched messages have
 * arrived: a receive may wait for one that came with another tag, from another rank, or on another
 * communicator. */
void leftover_unmatched(struct cube_detail *detail);

/* ---- Objects that were not freed, such as windows and files ---- */

/* Makes MPI_Finalize call *report, which returns the result of left_told. Called when an object is
 * made; *key is this process's, and MPI_KEYVAL_INVALID before the first one. Returns MPI_SUCCESS,
 * or an error class. */
int left_start(int *key, MPI_Comm_delete_attr_function *report);

/* Reports `count` objects of kind `what` that were not freed by the function `frees`, and the name
 * of the newest. Prints nothing if `count` is 0. In the strict mode the program fails. Returns
 * MPI_SUCCESS. */
int left_told(int *key, int count, const char *what, const char *newest, const char *frees);

#endif
