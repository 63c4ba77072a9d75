/* Where in a program's source an address lies: the kernel asks (kernel/reports/place.c), and
 * cuberun, which has the program's file with its line table, answers (tools/running/places.py).
 * Questions go through one pipe, and answers come through another. All numbers are little-endian.
 */
#ifndef FORMATS_PLACE_H
#define FORMATS_PLACE_H

#include <stdint.h>

/* The most bytes of an answer's text. */
#define PLACE_BYTES 480u

struct place_question {
    uint64_t address; /* of an instruction of the program, or one of those below */
};

/* Instead of an address: the machine ends with a nonzero status, and has written its proof. An
 * answer of PLACE_STAY arbitrary bytes tells it to stand still: cuberun reads the memory of nodes
 * whose programs have not ended, and ends the emulator. An empty answer tells it to end. */
#define PLACE_LAST_LOOK UINT64_MAX
#define PLACE_STAY      1u

/* Instead of an address: the machine has ended with status 0, and may run again with another end of
 * its initrd (option `again`). The answer's text is a struct place_again, and the new bytes follow
 * it; an empty answer tells it to end. */
#define PLACE_AGAIN (UINT64_MAX - 1)

struct place_again {
    uint64_t offset; /* of the new bytes in the initrd, whose end they need not reach */
    uint64_t bytes;
};

/* The text follows. It is "function (file.c:line)". If that function has been inlined into another
 * one, a line for that function comes next, and so on. Lines are separated by line feeds, and the
 * text has no other control characters. An empty text means that the place is not known. */
struct place_answer {
    uint64_t bytes; /* of the text */
};

#endif
