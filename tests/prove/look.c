/* What ring_look lets pass, by WP: the contracts stand in net/ring.h. Rings of any size. */
#include "net/ring.h"
