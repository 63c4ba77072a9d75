/* The last reports of nodes when a run ends before their programs do: the place of each, and its
 * records (net/record/record.h). The parent asks by a signal, and the nodes then stand still. */
#ifndef NATIVE_LAST_H
#define NATIVE_LAST_H

#include <stddef.h>

struct host_node;

/* Makes this process, a node's, answer the parent from now on. `records` writes its records if its
 * program has not ended; it is called on any stack, at any instruction. */
void last_watch(void (*records)(void));

/* For the handler of a fault of this process, after which the parent does not ask: calls `records`.
 */
void last_records(void);

/* In the parent, once: asks all nodes whose programs have not ended, and waits shortly for their
 * answers. */
void last_ask(void);

/* Writes the node's activity and place: "computes in loop (deeds.c:44), main (deeds.c:60)". */
void last_where(const struct host_node *node, char *text, size_t room);

#endif
