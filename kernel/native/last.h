/* What nodes tell last, when a run ends before their programs do: where each of them is, and its
 * records (net/record/record.h). The parent asks by a signal, and the nodes stay where they were.
 */
#ifndef HOST_LAST_H
#define HOST_LAST_H

#include <stddef.h>

struct host_node;

/* From now on this process, a node's, tells the parent when that asks. `records` writes its records
 * if its program has not come to its end; it is called on any stack, at any instruction. */
void last_watch(void (*records)(void));

/* For the handler of a fault of this process, after which it will not be asked: does what `records`
 * does. */
void last_records(void);

/* In the parent, once: asks all nodes whose programs have not come to their end, and waits until
 * they have told, but not for long. */
void last_ask(void);

/* Writes what the node was doing: "computes in loop (deeds.c:44), main (deeds.c:60)". */
void last_where(const struct host_node *node, char *text, size_t room);

#endif
