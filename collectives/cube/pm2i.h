/* One step of a PM2I network. */
#ifndef COLLECTIVES_CUBE_PM2I_H
#define COLLECTIVES_CUBE_PM2I_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm pm2i; /* "pm2i" */

#endif
