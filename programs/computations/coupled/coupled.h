/* Weakly coupled problems on two time scales: Ozveren, section 4, "almost reducible" matrices.
 *
 * The unknowns are x(0) .. x(q m - 1), and the equations, with indices modulo q m,
 *     x(i) = strong (x(i - q) + x(i + q)) + weak (x(i - 1) + x(i + 1)) + b(i).
 * Without the extended diagonals 1 and -1 this falls apart into q problems of m unknowns each, the
 * cosets of i modulo q (propositions 3.1 and 3.2). With weak ones it nearly falls apart. Then a
 * problem is iterated several times with the last values of the others, before they exchange. */
#ifndef COMPUTATIONS_COUPLED_COUPLED_H
#define COMPUTATIONS_COUPLED_COUPLED_H

#include <stddef.h>
#include <stdint.h>

#include "programs/computations/account.h"

/* Some consecutive ones of the q problems. Unknown k of problem c is x(c + k q). */
struct coupled {
    size_t problems;     /* q, in all */
    size_t unknowns;     /* m, of each */
    size_t first, count; /* the problems that are here */
    double strong, weak;
    double *now, *next;  /* count x m numbers */
    double *others;      /* (count + 2) x m: values of problems first - 1 .. first + count at their
                            last exchange */
    const double *right; /* count x m: b */
    double *leaving;     /* m numbers: values for the next node */
};

/* Begins with x = 0 for the problems first .. first + count - 1. `right` stays the caller's and
 * must live as long. coupled_stop frees what was allocated. */
void coupled_start(struct coupled *coupled, size_t problems, size_t unknowns, size_t first,
                   size_t count, double strong, double weak, const double *right);
void coupled_stop(struct coupled *coupled);

/* Iterates each problem that is here once, with the others as they were at the last exchange. */
void coupled_iterate(struct coupled *coupled);

/* Gives each problem the values of its neighbours. If all problems are here, this is
 * coupled_exchange without communication. */
void coupled_exchange_here(struct coupled *coupled);

/* Does so among the nodes. Each node has the same number of problems, in the order of the ring of
 * Gray codes. One shift takes the last problem of each node to the next node, and another one takes
 * the first problem to the node before. This takes two steps and 2 m words for each node, or none
 * if there is one node. Every node calls it. */
void coupled_exchange(struct coupled *coupled, struct account *account);

#endif
