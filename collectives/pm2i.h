/* One step of a PM2I network. */
#ifndef COLLECTIVES_PM2I_H
#define COLLECTIVES_PM2I_H

#include "collectives/schedule.h"

extern const struct schedule pm2i; /* "pm2i" */

#endif
