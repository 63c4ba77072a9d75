/* User Level Failure Mitigation (ULFM), for programs that survive the death of processes, as in
 * Open MPI. Failures are survived only under `mpiexec --with-ft ulfm` (docs/guide/faults.md);
 * without it the functions exist, and no process dies. Each has a PMPIX_ twin. */
#ifndef MPI_EXT_H
#define MPI_EXT_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OMPI_HAVE_MPI_EXT_FTMPI 1

/* Error classes. */
enum {
    MPIX_ERR_PROC_FAILED = MPI_ERR_ERRHANDLER + 1, /* a process that the call needs has died */
    MPIX_ERR_PROC_FAILED_PENDING, /* one that might have sent has died; the receive stays posted */
    MPIX_ERR_REVOKED,             /* the communicator was revoked */
};

/* A predefined attribute of communicators: whether failures are survived, an int. */
enum { MPIX_FT = 510 };

/* Revokes `comm`: each call on it, at any process, returns MPIX_ERR_REVOKED, waiting calls
 * included, except for the functions below. Not collective. */
int MPIX_Comm_revoke(MPI_Comm comm);
int MPIX_Comm_is_revoked(MPI_Comm comm, int *flag);

/* Collective among live processes: make a communicator of them, the same at all. */
int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm);
int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);

/* Collective among live processes: *flag becomes the bitwise AND of all. All return the same value
 * and error: MPIX_ERR_PROC_FAILED unless all had acknowledged every death. */
int MPIX_Comm_agree(MPI_Comm comm, int *flag);
int MPIX_Comm_iagree(MPI_Comm comm, int *flag, MPI_Request *request);

/* The processes of `comm` known to have died, in the order in which this one learnt of it.
 * MPIX_Comm_ack_failed acknowledges the first num_to_ack of them, and sets *num_acked to the number
 * acknowledged. A receive from MPI_ANY_SOURCE does not fail because of these. */
int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group *failed);
int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int *num_acked);

/* Acknowledge all known failures, and return them. */
int MPIX_Comm_failure_ack(MPI_Comm comm);
int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *acked);

int PMPIX_Comm_revoke(MPI_Comm comm);
int PMPIX_Comm_is_revoked(MPI_Comm comm, int *flag);
int PMPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm);
int PMPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
int PMPIX_Comm_agree(MPI_Comm comm, int *flag);
int PMPIX_Comm_iagree(MPI_Comm comm, int *flag, MPI_Request *request);
int PMPIX_Comm_get_failed(MPI_Comm comm, MPI_Group *failed);
int PMPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int *num_acked);
int PMPIX_Comm_failure_ack(MPI_Comm comm);
int PMPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *acked);

#ifdef __cplusplus
}
#endif

/* The names without X. MPI 5.0 has none of these; programs use them as later drafts do. */
#define MPI_ERR_PROC_FAILED         MPIX_ERR_PROC_FAILED
#define MPI_ERR_PROC_FAILED_PENDING MPIX_ERR_PROC_FAILED_PENDING
#define MPI_ERR_REVOKED             MPIX_ERR_REVOKED
#define MPI_FT                      MPIX_FT
#define MPI_Comm_revoke             MPIX_Comm_revoke
#define MPI_Comm_is_revoked         MPIX_Comm_is_revoked
#define MPI_Comm_shrink             MPIX_Comm_shrink
#define MPI_Comm_ishrink            MPIX_Comm_ishrink
#define MPI_Comm_agree              MPIX_Comm_agree
#define MPI_Comm_iagree             MPIX_Comm_iagree
#define MPI_Comm_get_failed         MPIX_Comm_get_failed
#define MPI_Comm_ack_failed         MPIX_Comm_ack_failed
#define MPI_Comm_failure_ack        MPIX_Comm_failure_ack
#define MPI_Comm_failure_get_acked  MPIX_Comm_failure_get_acked

#endif
