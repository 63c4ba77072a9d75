/* Where in a program's source an address lies: the kernel asks (kernel/place.c), and cuberun, which
 * has the program's file with its line table, answers (tools/running/places.py). A question and its
 * answer each go through a pipe of their own. All is little-endian. */
#ifndef FORMATS_PLACE_H
#define FORMATS_PLACE_H

#include <stdint.h>

/* The most bytes of an answer's text. */
#define PLACE_BYTES 480u

struct place_question {
    uint64_t address; /* of an instruction of the program */
};

/* Before the text, which is "function (file.c:line)" and, where that function has been inlined into
 * others, further such lines, each for the function around the one before. There are no control
 * characters but the ends of lines, of which the last line has none. No text: it is not known. */
struct place_answer {
    uint64_t bytes; /* of the text */
};

#endif
