/* Ends what waits for dead processes, or for messages of revoked communicators. */
#ifndef MPI_FAILING_H
#define MPI_FAILING_H

#include "mpi/message/transfer.h"

/* Ends with its error each message that can never be (failure_of), and wakes the waits for those
 * receives from MPI_ANY_SOURCE that stay posted. Called when failure_of may have changed. */
void failing_end_all(void);

/* Ends a receive that is matched, and of whose message the rest will not come. */
void failing_lost(struct transfer *receive);

/* Called when deaths were acknowledged: the waits for such receives go on. */
void failing_acknowledged(void);

/* Ends a transfer that begins, if it can never be. A receive has found no message before. Returns
 * whether it has. To be called where job_survives. */
bool failing_begins(struct transfer *transfer);

#endif
