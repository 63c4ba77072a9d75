/* The program of attacked nodes: calls of every kind, with random arguments, the same at all nodes.
 * Each call's buffers lie between guard bytes. */
#ifndef TESTS_HOSTILE_CALLS_H
#define TESTS_HOSTILE_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Make one call, or a few that belong together, with numbers drawn from *random. They return 0 or
 * the negative errno of a call. */
int use_links(uint32_t *random);
int use_exchange(uint32_t *random);
int use_messages(uint32_t *random);
int use_inboxes(uint32_t *random);
int use_active(uint32_t *random);
int use_barrier(uint32_t *random);
int use_algorithm(uint32_t *random);

/* Those whose packets are cut most where rings are small: they are combined as they come, passed on
 * from ring to ring, and forwarded. */
int use_long_reductions(uint32_t *random);
int use_long_relays(uint32_t *random);
int use_long_messages(uint32_t *random);

/* A number of bytes: as often about as many as fit in a slot as several times a small ring. */
size_t draw_bytes(uint32_t *random);

/* Forgets the buffers of calls that did not return, and the records of operators. */
void calls_begin(void);

/* The violation of a call of this node, or null: a write beside a buffer, or an operator's argument
 * in memory that a neighbour can write. */
const char *calls_violation(void);

#endif
