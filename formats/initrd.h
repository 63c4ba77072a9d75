/* The initrd, a cpio archive (formats/cpio.h): first the program, under its file's name; then, if
 * any, its arguments, environment, dead and failing links, schedules and input; then the files that
 * it may read, under their names. tools/running/initrd.py writes it. The names below begin with a
 * slash, which no file of a user has. */
#ifndef FORMATS_INITRD_H
#define FORMATS_INITRD_H

/* The program's arguments, main's argv[1] and so on, where they are not on the kernel's command
 * line: strings, each zero-terminated. */
#define INITRD_ARGUMENTS "/arguments"

/* The environment: strings NAME=VALUE, each zero-terminated. */
#define INITRD_ENVIRONMENT "/environment"

/* Which links are dead: for each node a set of dimensions, 16 bits, the low byte first. */
#define INITRD_DEAD "/dead"

/* Links and nodes that fail during the run, and programs that die while others continue. An entry
 * has the time (64 bits), a node at one end and the dimension (32 bits each), little-endian; for a
 * node or a program, its node and its kind instead (kernel/faults/failed.h). */
#define INITRD_FAILING "/failing"

/* Schedules that the program's calls take instead of others (formats/schedules.h). */
#define INITRD_SCHEDULES "/schedules"

/* The program's standard input, where it is a file that node 0 reads from memory. Without it node 0
 * asks the console. */
#define INITRD_INPUT "/input"

#endif
