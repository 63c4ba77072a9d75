/* Collective operations on intercommunicators (MPI 5.0, section 6.2.2): data of each group go to
 * the other one. */
#ifndef MPI_INTER_H
#define MPI_INTER_H

/* Makes it possible to build schedules for intercommunicators. The functions that make
 * intercommunicators call this, so that programs without any are linked without inter.c. */
void inter_start(void);

#endif
