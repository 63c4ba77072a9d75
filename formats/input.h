/* Input on the console's line, from cuberun (tools/running/console.py) or a person to the kernel:
 * every byte means itself, except these three characters of ASCII. */
#ifndef FORMATS_INPUT_H
#define FORMATS_INPUT_H

enum input_character {
    INPUT_END = 0x04,    /* end of transmission, control-D: nothing follows */
    INPUT_ESCAPE = 0x10, /* data link escape, control-P: the next byte means itself */
    INPUT_IDLE = 0x16,   /* synchronous idle, control-V: means nothing; cuberun fills the line with
                            it */
};

#endif
