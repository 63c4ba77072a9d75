/* The console of a machine that is a part of its cube (kernel/parts/part.h).
 * tools/running/merging.py makes one output of those of all parts, line by line, and reads these
 * bytes. The console of a machine of one part has what its programs print and no other byte. */
#ifndef FORMATS_OUTPUT_H
#define FORMATS_OUTPUT_H

/* Before a byte that is not what a program has printed: itself, which stands for one of it, or one
 * of these. */
#define OUTPUT_ESCAPE 0x10

/* The line that has begun is to be seen as far as it goes. */
#define OUTPUT_PAUSE 0x16

/* The line that has begun ends, unless another part has ended it. */
#define OUTPUT_END 0x17

/* A turn, a number in decimal digits, and a semicolon: what follows is printed at that turn. What
 * comes after something that another part has printed, as far as the program can know, has a higher
 * turn than that. */
#define OUTPUT_TURN 0x11

#endif
