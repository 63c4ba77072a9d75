/* Finds what ring_look lets pass of a header that it should refuse, by WP: the contracts stand in
 * net/ring.h. Rings of any size. */
#include "net/ring.h"
