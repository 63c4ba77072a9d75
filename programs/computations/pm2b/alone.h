/* A program by +-2^b on one node, which has all elements: the definition. */
#ifndef COMPUTATIONS_PM2B_ALONE_H
#define COMPUTATIONS_PM2B_ALONE_H

#include "programs/computations/pm2b/pm2b.h"

/* Carries the program out on `elements`; its execution and packet mean nothing here. There are
 * pm2b_filled(program->elements) elements, and this call fills them up. Communicates with nobody.
 * Returns 0, or -EINVAL as pm2b_compute. */
int pm2b_alone(const struct pm2b *program, void *elements);

#endif
