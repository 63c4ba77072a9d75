/* The team of OpenMP: one thread, and the loop or the sections that it has begun. */
#ifndef LIBC_OPENMP_TEAM_H
#define LIBC_OPENMP_TEAM_H

#include <stdbool.h>

struct team {
    int level;                /* how many parallel regions we are in */
    bool left;                /* the iterations have not been given out yet */
    unsigned long start, end; /* of a loop: from start to before end, as numbers of any type */
    unsigned section,
        sections; /* the last one that was given out, from 1 on, and how many there are */
    void *memory; /* data that the team shares in the loop, or null */
};

extern struct team openmp_team;

/* Whether a loop has an iteration. */
static inline bool openmp_has_any(long start, long end, long step) {
    return step > 0 ? start < end : start > end;
}

#endif
