/* Finds an invalid header that ring_look accepts, by WP: the contracts are in net/ring.h. Rings of
 * any size. */
#include "net/ring.h"
