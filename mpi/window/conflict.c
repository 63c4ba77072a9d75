#include "mpi/window/conflict.h"

#include <stdio.h>
#include <stdlib.h>

#include "mpi/datatype/pieces.h"
#include "mpi/message/strict.h"

/* Bytes that an operation of a process has touched. */
struct access {
    struct access *next;
    int64_t low, high;
    int rank;
    uint8_t kind, op;
};

static const char *name(unsigned kind) {
    return kind == PACKET_PUT ? "put" : kind == PACKET_GET ? "get" : "accumulate";
}

/* Whether an operation combines, and so is one with others of its kind. */
static bool combines(unsigned kind) {
    return kind != PACKET_PUT && kind != PACKET_GET;
}

/* Whether two operations on the same bytes may be in one epoch. Those of one process that combine
 * are ordered. */
static bool may_meet(const struct access *one, const struct access *other) {
    if (one->kind == PACKET_GET && other->kind == PACKET_GET)
        return true;
    if (!combines(one->kind) || !combines(other->kind))
        return false;
    const uint8_t reads = (uint8_t)(uintptr_t)MPI_NO_OP;
    return one->op == other->op || one->op == reads || other->op == reads ||
           one->kind == PACKET_COMPARE || other->kind == PACKET_COMPARE || one->rank == other->rank;
}

static void note(MPI_Win window, const struct packet *packet, int64_t low, int64_t high, int rank) {
    struct access *made = malloc(sizeof *made);
    if (!made)
        return; /* it is not compared with those to come */
    *made = (struct access){window->accesses, low, high, rank, packet->kind, packet->op};
    for (const struct access *each = window->accesses; each; each = each->next)
        if (window->conflict[0] == 0 && each->low < high && low < each->high &&
            !may_meet(each, made))
            snprintf(window->conflict, sizeof window->conflict,
                     "conflict in one epoch: rank %d began a %s and rank %d a %s on the same bytes "
                     "of rank %d's window, from byte %lld on",
                     each->rank, name(each->kind), rank, name(made->kind), window->comm->rank,
                     (long long)(low > each->low ? low : each->low));
    window->accesses = made;
}

void conflict_note(MPI_Win window, const struct packet *packet, const struct piece_list *pieces,
                   int rank) {
    if (!strict)
        return;
    if (!pieces) {
        note(window, packet, (int64_t)packet->place, (int64_t)(packet->place + packet->bytes),
             rank);
        return;
    }
    for (uint64_t i = 0; i < packet->place; i++)
        for (uint64_t k = 0; k < pieces[i].repeats; k++) {
            int64_t place = pieces[i].place + (int64_t)k * pieces[i].stride;
            note(window, packet, place, place + (int64_t)pieces[i].bytes, rank);
        }
}

void conflict_forget(MPI_Win window, int rank) {
    struct access **link = &window->accesses, *each;
    while ((each = *link)) {
        if (each->rank == rank) {
            *link = each->next;
            free(each);
        } else {
            link = &each->next;
        }
    }
}

void conflict_end(MPI_Win window) {
    while (window->accesses) {
        struct access *next = window->accesses->next;
        free(window->accesses);
        window->accesses = next;
    }
}

/* A buffer of this process that an operation uses: without gaps, for elements may lie in those. */
struct origin {
    struct origin *next;
    char *low;
    MPI_Count bytes;
    uint64_t sum;
    int rank;
    bool fills;
};

void conflict_uses(MPI_Win window, int rank, const struct layout *layout, void *buffer,
                   MPI_Count count, bool fills) {
    MPI_Count bytes = count * layout->size;
    struct origin *made = bytes != 0 && layout->contiguous ? malloc(sizeof *made) : NULL;
    if (!made)
        return;
    char *low = (char *)buffer + layout->true_lower;
    *made = (struct origin){
        window->origins, low, bytes, fills ? 0 : strict_sum(layout, buffer, bytes), rank, fills};
    for (const struct origin *each = window->origins; each; each = each->next)
        if (window->conflict[0] == 0 && (fills || each->fills) && each->low < low + bytes &&
            low < each->low + each->bytes)
            snprintf(window->conflict, sizeof window->conflict,
                     "conflict in one epoch: rank %d has begun two operations that use the same "
                     "bytes of its memory, and one fills them",
                     window->comm->rank);
    window->origins = made;
}

void conflict_used(MPI_Win window, int rank) {
    struct origin **link = &window->origins, *each;
    while ((each = *link)) {
        if (rank >= 0 && each->rank != rank) {
            link = &each->next;
            continue;
        }
        if (!each->fills && each->sum != strict_sum(&pieces_row, each->low, each->bytes) &&
            window->conflict[0] == 0)
            snprintf(window->conflict, sizeof window->conflict,
                     "rank %d wrote to the buffer of %lld bytes of an operation on rank %d before "
                     "this call completed it",
                     window->comm->rank, (long long)each->bytes, each->rank);
        *link = each->next;
        free(each);
    }
}
