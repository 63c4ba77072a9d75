/* Collective operations on intercommunicators (MPI 5.0, section 6.2.2): data of each group go to
 * the other one. */
#ifndef MPI_INTER_H
#define MPI_INTER_H

/* From now on, schedules can be built for intercommunicators. Whoever makes one calls this, so that
 * programs without any are linked without this part. */
void inter_start(void);

#endif
