/* Contexts, by which the messages of a communicator match (MPI 5.0, section 7.1.2). */
#ifndef MPI_CONTEXT_H
#define MPI_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"

/* A communicator has several contexts. Its member `context` is for messages between processes; the
 * others are this number plus one of the constants below. So the members `context` are multiples
 * of CONTEXTS. 0 and CONTEXTS are those of MPI_COMM_WORLD and MPI_COMM_SELF. Every other one is
 * chosen by one process of the new communicator alone, its leader. It contains the leader's node,
 * so no other process chooses the same number: there is no server, and nobody has to agree.
 *
 * A leader chooses a context again after all processes have ended the communicator: each tells the
 * leader by a note. An operation keeps its communicator, so each process has then taken in all
 * messages that it receives on it. A process that has something left of the context, such as a
 * message that was never received, sends no note, and the context stays unused. So does one with a
 * process that has died. A message that no receive takes, and that comes after its receiver has
 * ended the communicator, is wrong by the standard; that a context rests keeps it from doing harm.
 */
enum {
    CONTEXT_COLLECTIVES = 1,   /* for collective operations that are not persistent */
    CONTEXT_MAKING = 2,        /* for calls that make communicators, and are not collective on it */
    CONTEXT_PERSISTENT = 3,    /* for persistent collective operations */
    CONTEXT_BOTH = 4,          /* for messages on `both`, on which no operation is persistent */
    CONTEXT_LATER = 7,         /* for persistent operations after the first 2^16 (perform.c) */
    CONTEXT_INTRODUCTIONS = 8, /* for partitioned messages (partitioned.c) */
    CONTEXT_PARTITIONS = 10,
    CONTEXTS = 16
};

/* A program of fewer communicators sends no notes: the first CONTEXTS_ONCE contexts of a leader are
 * chosen once. A context rests until CONTEXTS_RESTING others that came back after it do, or until
 * there is no new one. */
enum { CONTEXTS_ONCE = 1024, CONTEXTS_RESTING = 4096 };

/* Stands for a context that is still to come, or that never comes because a process has died. No
 * process chooses it. */
enum { CONTEXT_NONE = 1 << 20 };

/* Whether the node `leader` has chosen a context, other than that of MPI_COMM_WORLD or
 * MPI_COMM_SELF, for the messages of a communicator. */
bool context_is_led(uint32_t context, int leader);

/* Returns the context of the next new communicator of which this process is the leader, the same
 * until it is taken; or 0 if all its 2^16 are in use (in a cube of 2^13 nodes 2^15). */
uint32_t context_next(void);

/* Returns that context, or 0, and takes it. */
uint32_t context_take(void);

/* Whether a leader chooses this context again, so that it needs notes; and the leader's node. */
bool context_comes_back(uint32_t context);
uint32_t context_leader(uint32_t context);

/* This process, the leader, has ended the communicator of a context, of which `notes` notes come in
 * all. */
void context_end(uint32_t context, int notes);

/* A note has come for a context. Returns false if there is none to come. */
bool context_note(uint32_t context);

/* To be called before the first and after the last of these functions. */
void contexts_start(void);
void contexts_stop(void);

#endif
