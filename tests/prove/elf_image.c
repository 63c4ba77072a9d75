/* Finds a program image whose reader looks outside it, by WP: the contracts stand at its functions.
 * Files of any size. */
#include "tests/prove/string.h"

#include "kernel/parsers/elf_image.c"
