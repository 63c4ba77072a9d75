/* Operations on the memory that a process has exposed. */
#ifndef MPI_WINDOW_APPLY_H
#define MPI_WINDOW_APPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi/datatype/basic.h"
#include "mpi/window/packet.h"
#include "mpi/window/window.h"

/* The most bytes of an operation that lies in memory of the library's before it is carried out, or
 * whose result does. It is at most APPLY_MOST, and less where many processes may send at once: with
 * all of them a process needs no more than EAGER_ALL bytes. A greater operation goes in parts. */
enum { APPLY_MOST = 16 << 10, APPLY_LEAST = 256 };
size_t apply_most(void);

/* The most bytes of an element, and of the alignment that an element asks for. */
enum { APPLY_ELEMENT = 32, APPLY_ALIGNMENT = 16 };

/* Returns how many bytes an element of a basic type takes in memory: that of a pair may have a
 * gap. */
size_t apply_extent(const struct basic *basic);

/* Whether an operator may combine a window's elements with those of the basic type `number`. A
 * `fetch` may also leave them as they are. */
bool apply_combines(MPI_Op op, int number, bool fetch);

/* Whether an operation lies completely in memory that this process has exposed. `pieces` is null
 * unless the packet has FLAG_PIECES, and then has as many as the packet says. Also checks that the
 * pieces are made of whole elements, and have as many bytes as the packet says. */
bool apply_is_exposed(MPI_Win window, const struct packet *packet, const struct piece_list *pieces);

/* Returns the address of a place in a window. */
static inline char *apply_address(MPI_Win window, uint64_t place) {
    return window->is_dynamic ? (char *)(uintptr_t)place : window->regions->base + place;
}

/* Carries out an operation that apply_is_exposed has accepted. The window's old content is copied
 * to `result` if the operation fetches. */
void apply(MPI_Win window, const struct packet *packet, const struct piece_list *pieces,
           const uint8_t *operands, uint8_t *result);

#endif
