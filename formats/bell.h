/* The pipe by which a part of a cube is called while its emulator waits in the host
 * (kernel/parts/bell.h): a byte for each call. */
#ifndef FORMATS_BELL_H
#define FORMATS_BELL_H

/* From another part: there may be something to do. */
#define BELL_CALL 'c'

/* From cuberun, which wants to talk to the emulator: it is not to wait in the host any more. */
#define BELL_STAY 's'

#endif
