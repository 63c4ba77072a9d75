/* What the initrd holds, a cpio archive (formats/cpio.h): first the program, under its file's name;
 * then, where there are any, its arguments, its environment, the links that are dead or fail, its
 * schedules, and its input; then the files that it may read, under their names.
 * tools/running/initrd.py writes it. The names below begin with a slash, which no file of a user
 * has. */
#ifndef FORMATS_INITRD_H
#define FORMATS_INITRD_H

/* The program's arguments, main's argv[1] and so on, where they are not on the kernel's command
 * line: strings, each zero-terminated. */
#define INITRD_ARGUMENTS "/arguments"

/* The environment: strings NAME=VALUE, each zero-terminated. */
#define INITRD_ENVIRONMENT "/environment"

/* Which links are dead: for each node a set of dimensions, 16 bits, the low byte first. */
#define INITRD_DEAD "/dead"

/* Which links and nodes fail while the machine runs, and which programs die while others go on: for
 * each the time, 64 bits, a node at one of its ends and its dimension, 32 bits each, the low bytes
 * first; of what is no link its node, and which it is (kernel/faults/failed.h). */
#define INITRD_FAILING "/failing"

/* Schedules that the program's calls take instead of others (formats/schedules.h). */
#define INITRD_SCHEDULES "/schedules"

/* The program's standard input, where it is a file that node 0 reads from memory. Without it node 0
 * asks the console. */
#define INITRD_INPUT "/input"

#endif
