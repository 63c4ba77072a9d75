#include "programs/computations/pm2b/prefix.h"

#include <errno.h>
#include <string.h>

/* The first elements, i < 2^b, have nothing 2^b before them. */
static void prefix_run(const struct pm2b_run *run, const void *own, const void *plus,
                       const void *minus, void *result, const void *context) {
    const struct prefix *prefix = context;
    uint64_t offset = UINT64_C(1) << run->b;
    uint64_t alone = 0;
    (void)plus;
    if (run->first < offset)
        alone = (offset - run->first + run->apart - 1) / run->apart;
    memcpy(result, own, run->count * prefix->type->bytes);
    if (alone >= run->count)
        return;
    size_t skipped = (size_t)alone * prefix->type->bytes;
    prefix->op->function((const char *)minus + skipped, (char *)result + skipped,
                         run->count - (size_t)alone, prefix->type);
}

int prefix_program(struct pm2b *program, const struct prefix *prefix, uint64_t elements,
                   const void *neutral, enum pm2b_order order) {
    if (order == PM2B_DESCEND && !prefix->op->commutative)
        return -EINVAL;
    *program = (struct pm2b){
        .bytes = prefix->type->bytes,
        .elements = elements,
        .neutral = neutral,
        .run = prefix_run,
        .context = prefix,
        .order = order,
    };
    return 0;
}
