/* The TCP connections between bridges: notes arrive in the order in which they were written. Only
 * wire_drain waits. */
#ifndef BRIDGE_WIRE_H
#define BRIDGE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/bridge/notes.h"

/* Adds a connection with a host. A host that does not answer for `lost_after` seconds is lost. */
void wire_open(uint32_t host, int connection, int lost_after);

bool wire_is_open(uint32_t host);

/* Returns the connection's descriptor. */
int wire_descriptor(uint32_t host);

/* The most bytes of a body that this host takes. */
void wire_limit(size_t bytes);

/* Begins a note to a host, and returns where its body goes, which the caller then writes: `bytes`
 * bytes, zeroed behind them to the next multiple of 8. It leaves with the next wire_send. */
void *wire_write(uint32_t host, enum note_kind kind, size_t bytes);

/* Returns how many notes have been written to a host. */
uint32_t wire_written(uint32_t host);

/* Whether the queue to a host is long enough that messages that can wait should wait. */
bool wire_is_full(uint32_t host);

/* Whether something waits to leave. */
bool wire_has_more(uint32_t host);

/* Sends what the connection takes at once. Returns false if the host has gone away. */
bool wire_send(uint32_t host);

/* Receives available data. Returns false if the host is lost, or sends invalid data. */
bool wire_receive(uint32_t host);

/* Takes the oldest note received. Returns null if none is complete. It is valid until the next
 * wire_receive. */
const struct note *wire_next(uint32_t host);

/* Returns how many notes wire_next has returned. */
uint32_t wire_read(uint32_t host);

/* Waits until all data written to a host have left, for at most `patience` milliseconds. */
void wire_drain(uint32_t host, int patience);

/* Closes the connections of a cube that has ended. The system goes on sending what is written. */
void wire_close_all(void);

#endif
