/* The bridge: makes the parts of a cube (kernel/parts/part.h) that run on several hosts one cube.
 *
 * A launcher (mpiexec, srun) starts a cuberun on each host, and that starts a bridge beside its
 * emulators. Each host has the whole memory that parts share. A word of it is written on the host
 * of its part by that part, and on another host its copy is written by that host's bridge alone: so
 * each word still has one writer on each host.
 *
 * A bridge carries changes in the windows of links that leave its host, and in the kernels' words;
 * and it plays the far parts towards the near ones, by the protocol of kernel/parts:
 *
 *   rung, bell   doorbells that the bridge rings: after it has written a note into a copy, and a
 *                fence, it has found the reader asleep in the reader's own window
 *   taken        a doorbell for a node of a far part was for the bridge
 *   parked       is odd while the bridge rests in poll: kernels that ring for a far part then write
 *                to that part's pipe, which the bridge reads
 *   asleep       of a far window says that its node sleeps while the bridge rests
 *   idle         on host 0: odd while the bridge knows that all other hosts are quiet
 *   end          of a part that comes after those of this host: END_WANTED until the last host has
 *                allowed this host to end the cube, or has not (words.c)
 *
 * So the proof of docs/explain/theory.md about parts holds on each host, with the bridge as one of
 * them. These words never travel.
 *
 * The hosts are a star: each has one connection, with host 0, which forwards notes for others. All
 * causes of a note have passed host 0 before it. So turns and output stay in order, and the moment
 * when no node is awake is seen at one place: a host is quiet when its bridge rests, and all its
 * parts are idle, by the look that part 0 takes (kernel/parts/agree.c). Then only a note can wake a
 * node of it. It tells host 0 so, with the number of notes received from there. If the last number
 * of each host is that of the notes sent to it, then at that moment no note is on its way to any of
 * them; none comes from them, because their earlier notes have arrived before; and this lasts until
 * host 0 sends a note, before which its bridge marks the far parts as not idle. */
#ifndef BRIDGE_BRIDGE_H
#define BRIDGE_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/parts/part.h"

enum { HOSTS_MOST = PART_MOST, HOST_NAME_BYTES = 64 };

/* The status of a host that cannot go on: EX_UNAVAILABLE of sysexits.h, as in
 * tools/running/failure.py. */
enum { STATUS_HOST = 69 };

/* The command line. */
struct settings {
    uint32_t nodes, parts;   /* of the cube */
    uint32_t direct, routed; /* bytes of each ring */
    uint32_t second; /* bytes of the second routed ring, which links have where others are dead */
    int memory;      /* descriptor of the memory that parts share */
    int bells;       /* that of the pipe of part 0; those of the others follow */
    int control;     /* that of the socket to cuberun */
    int consoles[PART_MOST]; /* host 0: of far parts, to write; another: of near ones, to read */
    int records[PART_MOST];  /* of the same parts; -1: none */
    const char *identity;    /* must be the same on all hosts */
};

/* The hosts, by the launcher's numbers. */
extern uint32_t host_count, host_self;
extern char host_names[HOSTS_MOST][HOST_NAME_BYTES];

/* Says on the standard error, as cuberun does, why this host cannot go on, and ends the bridge. */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the bridge with the status of a host that cannot go on; somebody has said why. */
_Noreturn void give_up_silently(void);

#endif
