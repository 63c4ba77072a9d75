/* Processes that are spawned, and names of ports (MPI 5.0, chapter 11).
 *
 * With mpiexec --spawnable, some processes have begun, but wait before the program's constructors
 * until another process spawns them, or until all others have ended. They belong to comm_processes
 * from the start, so nothing else of MPI has to learn of new ones. As in programs with sessions,
 * MPI runs from before main to the end of the process.
 *
 * The process with rank 0 among all is the server: it tells which processes are still waiting, and
 * keeps the published names. A posted receive takes each question; the function that it calls
 * answers, so the server's program does not have to wait for it. */
#ifndef MPI_SERVICE_H
#define MPI_SERVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi/object/communicator.h"

/* Contexts between those of MPI_COMM_SELF, in which no process sends to another one. */
enum {
    SERVICE_PAIRS = CONTEXTS + 11,     /* plus CONTEXT_MAKING: two groups that are joined */
    SERVICE_QUESTIONS = CONTEXTS + 12, /* to the server, with tag 0, and its answers, with tag 1 */
    SERVICE_ORDERS = CONTEXTS + 14,    /* what a process has to run */
    SERVICE_CALLS = CONTEXTS + 15,     /* MPI_Comm_connect to MPI_Comm_accept */
};

enum service_kind {
    SERVICE_SPAWN,
    SERVICE_PUBLISH,
    SERVICE_LOOK_UP,
    SERVICE_UNPUBLISH,
    SERVICE_END,
};

struct question {
    enum service_kind kind;
    int count;                    /* of processes to spawn; of an end not 0 if others do not wait */
    char name[MPI_MAX_PORT_NAME]; /* of a service */
    char port[MPI_MAX_PORT_NAME];
};

struct answer {
    int error; /* MPI_SUCCESS or an error class; of the last end not 0 if one is not waited for */
    int first; /* rank among all processes of the first one to spawn; the others follow it */
    int left;  /* how many processes are still waiting; of an end 0 unless it is the last one */
    char port[MPI_MAX_PORT_NAME];
};

/* Asks the server, and waits for its answer in the function `call`. */
struct answer service_ask(const struct question *question, const char *call);

/* What a waiting process has to run: its MPI_COMM_WORLD and arguments, which follow as texts. */
struct order {
    int count;  /* of processes in its MPI_COMM_WORLD; 0: it ends */
    int first;  /* the first of them, as in struct answer; of an end not 0 if others do not wait */
    int parent; /* the node of the process that spawned them */
    int application; /* the value of MPI_APPNUM */
    uint32_t bytes;  /* of the arguments */
};

/* Checks the arguments of a call that joins two groups. *object becomes that of `comm`, and
 * *newcomm MPI_COMM_NULL. Returns MPI_SUCCESS, or an error that it has raised. */
int service_check(const char *call, MPI_Comm comm, int root, MPI_Comm *newcomm, MPI_Comm *object);

/* Makes an intercommunicator with a group whose leader is on the node `world`. All processes of
 * `comm` call this. At `root`, `error` is MPI_SUCCESS, or the class of an error for which there is
 * no intercommunicator; all processes get it. Raises nothing. */
int service_connect(MPI_Comm comm, int root, int world, int tag, int error, MPI_Comm *newcomm,
                    const char *call);

#endif
