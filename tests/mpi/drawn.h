/* What random programs of MPI share. All processes draw the same numbers, so each knows the actions
 * of all, and what must come of them. The machine runs these programs, and the host's cube does
 * (tests/unit/mpi), where a process is a thread: variables are thread-local. */
#ifndef DRAWN_H
#define DRAWN_H

#include <mpi.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of a generator (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
 * Generators", 2014). */
struct draw {
    uint64_t state;
};

/* What is printed with an error, and the generator that all processes share. */
extern _Thread_local struct job {
    const char *name;
    uint64_t seed;
    int round;
    int rank, size;
    struct draw shared;
} job;

static inline uint64_t draw_bits(struct draw *draw) {
    uint64_t z = draw->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Return a number from 0 to `end` - 1; the second one is the same at all processes. */
static inline int draw_below(struct draw *draw, int end) {
    return (int)(draw_bits(draw) % (uint64_t)end);
}
static inline int draw(int end) {
    return draw_below(&job.shared, end);
}

/* Returns a number that depends on three others. */
static inline uint64_t mix(uint64_t one, uint64_t two, uint64_t three) {
    struct draw generator = {one};
    generator.state = draw_bits(&generator) ^ two;
    generator.state = draw_bits(&generator) ^ three;
    return draw_bits(&generator);
}

/* Writes the numbers 0 to `count` - 1 to `order`, in random order. */
static inline void draw_order(struct draw *generator, int count, int order[]) {
    for (int i = 0; i < count; i++) {
        int place = draw_below(generator, i + 1);
        order[i] = order[place];
        order[place] = i;
    }
}

/* Prints an error, and ends the job. */
__attribute__((format(printf, 1, 2), noreturn)) static inline void wrong(const char *format, ...) {
    va_list arguments;
    char text[400];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s: rank %d, seed %llu, round %d: %s\n", job.name, job.rank,
            (unsigned long long)job.seed, job.round, text);
    fflush(stderr);
#ifdef CUBE_HOST
    _Exit(1); /* others may be threads that test for a message again and again, and never wait */
#endif
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

#endif
