/* Running the program again in the same machine, which saves the start of an emulator and its
 * translations (mpiexec --explore). Everything starts at the first instruction, with .data as in
 * the image: only the end of the initrd is another one, by which processes get another environment.
 */
#ifndef KERNEL_AGAIN_H
#define KERNEL_AGAIN_H

#include "board/machine.h"

/* From now on the machine runs again after status 0 if cuberun says so (formats/place.h). It has
 * turns and more than one core. The boot core starts at `entry`, with the physical address of the
 * device tree. */
void again_enable(const struct machine *machine, uint64_t tree, const void *entry);

#endif
