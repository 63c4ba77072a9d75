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
    char *memory;   /* what is left of it */
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

/* Takes so many elements of the memory, which the execution has asked for. */
static inline char *work_take(struct work *work, size_t elements) {
    char *taken = work->memory;
    work->memory += elements * work->program->bytes;
    return taken;
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
};

/* How many elements of memory it takes; and takes them, and copies the elements at `block`.
 * halo_end copies the newest values back. */
size_t halo_room(const struct work *work);
struct halo halo_begin(struct work *work, const void *block);
void halo_end(const struct work *work, const struct halo *halo, void *block);

/* Memory for two blocks, which is free until new values are computed. */
char *halo_spare(const struct work *work, const struct halo *halo);

/* One iteration with an offset 2^b < L: the neighbours exchange 2^b elements in packets, each one
 * step; then all new values are computed. */
int halo_iterate(struct work *work, struct halo *halo, unsigned b);

/* An execution: the elements of memory that it needs, and what pm2b_compute does, by it. */
struct execution {
    size_t (*room)(const struct work *work);
    int (*carry_out)(struct work *work, void *block);
};
extern const struct execution pm2b_offsets, pm2b_pipelined, pm2b_overlapped;

#endif
