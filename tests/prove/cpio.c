/* Finds an archive whose reader looks outside it, by WP: the contracts stand at its functions.
 * Archives of any size. */
#include "tests/prove/string.h"

#include "formats/cpio.c"
