/* The account of a computation: its steps, its link words, and its time, separately for
 * communication and for computing. */
#ifndef COMPUTATIONS_ACCOUNT_H
#define COMPUTATIONS_ACCOUNT_H

#include <stddef.h>
#include <stdint.h>

/* One node's account. A computation is a sequence of rounds of communication, the same at all
 * nodes, with computing between them. */
struct account {
    uint64_t begun;         /* when the computation began, by moment() */
    uint64_t since;         /* when the present round, or the computing after it, began */
    uint64_t computing;     /* time, as moment() counts it */
    uint64_t communicating; /* time, waiting for others included */
    uint64_t counting;      /* time that the account itself took, which is left out of all others */
    uint64_t packets;       /* packets that came to this node over its links */
    uint64_t bytes;         /* their payload */
    uint32_t *steps;        /* of each round */
    size_t rounds;
    size_t room; /* of `steps`, in rounds */
};

/* The total of all nodes. */
struct account_totals {
    uint64_t steps;         /* the sum over the rounds of the steps of each */
    uint64_t packets;       /* over all links */
    uint64_t bytes;         /* over all links */
    uint64_t computing;     /* of the node that computed longest */
    uint64_t communicating; /* of the node that communicated longest */
    uint64_t time;          /* from the beginning to the end at the last node */
};

/* Every function does nothing if the account is null, so that a computation need not ask whether it
 * is counted. If memory is short, the program ends with a message. */

/* Opens an account when all nodes are there (moment_begin), and clears the meters. Every node calls
 * it. */
void account_open(struct account *account);

/* Begins a round of communication, until account_compute: one call of a collective operation, or
 * messages over links, which count as one step together. */
void account_communicate(struct account *account);
void account_compute(struct account *account);

/* Closes the account, and returns the total of all nodes, at each of them. Every node calls it,
 * while it computes. If the nodes had different numbers of rounds, the program ends with a message.
 */
struct account_totals account_close(struct account *account);

#endif
