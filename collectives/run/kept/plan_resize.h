/* A plan for blocks of another size, made from a kept one.
 *
 * What a node does in a call hardly depends on how large the blocks are: as long as the same
 * algorithm is taken, with as many packets, the same blocks go the same way. So instead of
 * evaluating all steps again one multiplies: each place and each packet of a kept plan is a number
 * of blocks, and the layout of the other call says where these begin and how long they are.
 *
 * Example: 128 words are broadcast in two packets, and a plan is kept for 129. There block 0 has 65
 * words and block 1 has 64. So the 512 bytes that the kept plan sends from byte 520 on are block 1.
 * In 128 words this block begins at byte 512, and has 512 bytes, too.
 */
#ifndef COLLECTIVES_RUN_PLAN_RESIZE_H
#define COLLECTIVES_RUN_PLAN_RESIZE_H

#include "collectives/run/plan.h"

/* Makes and keeps the plan that lowering would write for a request whose size alone differs from
 * that of `kept`, which plan_of_other_size has found. The caller knows that the new call has the
 * same algorithm and as many packets, and that it has less than 4 GiB. Returns the plan, ready to
 * be given buffers and run. Returns null if lowering might write other actions: if packets may have
 * to go piece by piece, if blocks have no bytes, or if blocks of one size become blocks of two
 * sizes, on which some kinds of actions depend. Also returns null if the new plan would take the
 * memory of `kept`. */
struct plan *plan_resized(const struct plan *kept, const struct request *request);

#endif
