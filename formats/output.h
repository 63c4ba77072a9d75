/* The console of a machine that is a part of its cube (kernel/parts/part.h).
 * tools/running/merging.py merges the outputs of all parts, line by line, and reads these bytes.
 * The console of a machine of one part has only the programs' output. */
#ifndef FORMATS_OUTPUT_H
#define FORMATS_OUTPUT_H

/* An escape: it precedes another of itself, which stands for one printed byte, or one of these. */
#define OUTPUT_ESCAPE 0x10

/* The line that has begun is to be seen as far as it goes. */
#define OUTPUT_PAUSE 0x16

/* The line that has begun ends, unless another part has ended it. */
#define OUTPUT_END 0x17

/* A turn in decimal digits, and a semicolon: the following output is printed at that turn. Output
 * that causally follows another part's output has a higher turn. */
#define OUTPUT_TURN 0x11

#endif
