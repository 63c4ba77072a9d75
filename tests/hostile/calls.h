/* What the nodes do that are attacked: calls of every kind, with arguments that are drawn, at all
 * nodes alike. Each call's buffers lie between bytes that it has no business with. */
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

/* Forgets the buffers of calls that did not return, and what operators have seen. */
void calls_begin(void);

/* What a call of this node has done that none may do, or null: written beside a buffer, or given an
 * operator memory that a neighbour can write. */
const char *calls_violation(void);

#endif
