/* One node's part of a program by +-2^b, shared by the three executions. */
#ifndef COMPUTATIONS_PM2B_WORK_H
#define COMPUTATIONS_PM2B_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "programs/computations/pm2b/pm2b.h"
#include "programs/computations/pm2b/ring.h"

struct work {
    const struct pm2b *program;
    struct ring ring;
    size_t slots;   /* L, the elements of a node */
    unsigned local; /* log L: offsets that are less than L */
    unsigned far;   /* offsets of L and more */
    size_t packet;  /* elements in one */
    struct account *account;
    uint64_t calls; /* of f */
    char *memory;   /* the rest of the program's memory */
};

/* Describes this node's part of the program. Returns 0, or -EINVAL as pm2b_compute does. */
int work_begin(struct work *work, const struct pm2b *program, struct account *account);

/* The b of iteration `number`, counted from 0 in the order of the program. */
static inline unsigned work_offset(const struct work *work, unsigned number) {
    return work->program->order == PM2B_ASCEND ? number : work->local + work->far - 1 - number;
}

/* The place of an element in memory. */
static inline char *work_at(const struct work *work, void *elements, size_t index) {
    return (char *)elements + index * work->program->bytes;
}

/* Takes memory for this number of elements. An execution takes `room` in all. */
static inline char *work_take(struct work *work, size_t elements) {
    char *taken = work->memory;
    work->memory += elements * work->program->bytes;
    return taken;
}

/* `count` slots: slot, slot + apart, slot + 2 apart, ... */
struct work_slots {
    size_t slot, apart, count;
};

/* Computes new values of the elements in these slots, by the user's f, and counts its calls. The
 * pointers are those of pm2b_run_function. */
void work_compute(struct work *work, unsigned b, struct work_slots slots, const void *own,
                  const void *plus, const void *minus, void *result);

/* A node's elements, `now`, with room on both sides for elements of its neighbours on the ring; and
 * a second such place, `next`, for their new values. */
struct halo {
    char *now;
    char *next;
};

/* The memory of both places, in elements. */
size_t halo_room(const struct work *work);

/* Takes this memory and copies the elements at `block` to `now`. halo_end copies them back. */
struct halo halo_begin(struct work *work, const void *block);
void halo_end(const struct work *work, const struct halo *halo, void *block);

/* Returns memory for two blocks, in which `next` lies. It is free until new values are computed. */
char *halo_spare(const struct work *work, const struct halo *halo);

/* Makes the new values, which have been computed for all elements at `next`, those at `now`. */
void halo_renew(struct halo *halo);

/* Carries out the iteration with an offset 2^b < L: exchanges 2^b elements with both neighbours on
 * the ring, a packet each way in a step, and computes all new values. */
void halo_iterate(struct work *work, struct halo *halo, unsigned b);

struct execution {
    size_t (*room)(const struct work *work);           /* the memory that it needs, in elements */
    void (*carry_out)(struct work *work, void *block); /* as pm2b_compute */
};
extern const struct execution pm2b_offsets, pm2b_pipelined, pm2b_overlapped;

#endif
