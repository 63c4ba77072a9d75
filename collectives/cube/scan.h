/* Prefix sums: what the nodes up to this one hold, combined; inclusive (scan) and exclusive of this
 * node's own (exscan). */
#ifndef COLLECTIVES_CUBE_SCAN_H
#define COLLECTIVES_CUBE_SCAN_H

#include "collectives/schedule/schedule.h"

extern const struct operation scan_operation;
extern const struct operation exscan_operation;

extern const struct algorithm scan_exchange;   /* "scan-exchange" */
extern const struct algorithm exscan_exchange; /* "exscan-exchange" */

/* In k packets (scan_pipelined.c). */
extern const struct algorithm scan_pipelined;   /* "scan-pipelined" */
extern const struct algorithm exscan_pipelined; /* "exscan-pipelined" */

#endif
