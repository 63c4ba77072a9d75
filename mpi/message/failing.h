/* Fails operations that wait for dead processes, or on revoked communicators. */
#ifndef MPI_FAILING_H
#define MPI_FAILING_H

#include "mpi/message/transfer.h"

/* Ends with its error each message that can never be (failure_of), and wakes the waits for those
 * receives from MPI_ANY_SOURCE that stay posted. Called when failure_of may have changed. */
void failing_end_all(void);

/* Fails a matched receive whose message will not arrive completely. */
void failing_lost(struct transfer *receive);

/* Called when deaths were acknowledged: the waits for such receives go on. */
void failing_acknowledged(void);

/* Fails a new transfer that can never complete. A receive has found no message before. Returns
 * whether it has failed. To be called where job_survives. */
bool failing_begins(struct transfer *transfer);

#endif
