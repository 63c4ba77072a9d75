/* What the three executions of a program by +-2^b share: one node's part of it. */
#ifndef COMPUTATIONS_PM2B_WORK_H
#define COMPUTATIONS_PM2B_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "computations/pm2b/pm2b.h"
#include "computations/pm2b/ring.h"

struct work {
    const struct pm2b *program;
    struct ring ring;
    size_t slots;   /* L, the elements of a node */
    unsigned local; /* log L: offsets that are less than L */
    unsigned far;   /* offsets of L and more */
    size_t packet;  /* elements in one */
    struct account *account;
    uint64_t calls; /* of f */
};

/* Describes this node's part. Returns 0, or -EINVAL if the program is none. */
int work_begin(struct work *work, const struct pm2b *program, struct account *account);

/* The b of iteration `number`, counted from 0 in the order of the program. */
static inline unsigned work_offset(const struct work *work, unsigned number) {
    return work->program->order == PM2B_ASCEND ? number : work->local + work->far - 1 - number;
}

/* The place of an element in memory. */
static inline char *work_at(const struct work *work, void *elements, size_t index) {
    return (char *)elements + index * work->program->bytes;
}

/* Computes new values of `count` elements: those in the slots slot, slot + apart, ... */
struct work_slots {
    size_t slot, apart, count;
};
void work_compute(struct work *work, unsigned b, struct work_slots slots, const void *own,
                  const void *plus, const void *minus, void *result);

/* A node's elements with room on both sides for those of its neighbours on the ring, and where
 * their new values go. */
struct halo {
    char *now;
    char *next;
    char *memory;
};

/* Takes memory for the elements at `block` and copies them. Returns 0 or -ENOMEM. halo_close copies
 * the newest values back, unless `block` is null, and frees the memory. */
int halo_open(const struct work *work, struct halo *halo, const void *block);
void halo_close(const struct work *work, struct halo *halo, void *block);

/* One iteration with an offset 2^b < L: the neighbours exchange 2^b elements in packets, each one
 * step; then all new values are computed. */
int halo_iterate(struct work *work, struct halo *halo, unsigned b);

/* The executions: what pm2b_compute does, by how. */
int pm2b_offsets(struct work *work, void *block);
int pm2b_pipelined(struct work *work, void *block);
int pm2b_overlapped(struct work *work, void *block);

#endif
