#include "programs/computations/account.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"

enum { FIRST_ROOM = 64 }; /* rounds */

void account_open(struct account *account) {
    if (!account)
        return;
    *account =
        (struct account){.steps = allocate(FIRST_ROOM, sizeof(uint32_t)), .room = FIRST_ROOM};
    moment_begin();
    account->begun = account->since = moment();
}

void account_communicate(struct account *account) {
    if (!account)
        return;
    uint64_t now = moment();
    account->computing += now - account->since;
    cube_stats_clear();
    account->since = moment();
    account->counting += account->since - now;
}

static void add_round(struct account *account, uint32_t steps) {
    if (account->rounds == account->room) {
        uint32_t *more = allocate(2 * account->room, sizeof *more);
        memcpy(more, account->steps, account->room * sizeof *more);
        free(account->steps);
        account->steps = more;
        account->room *= 2;
    }
    account->steps[account->rounds++] = steps;
}

void account_compute(struct account *account) {
    if (!account)
        return;
    uint64_t now = moment();
    account->communicating += now - account->since;
    struct cube_stats stats;
    cube_stats(&stats);
    uint64_t packets = 0;
    for (int d = 0; d < cube_dim(); d++) {
        packets += stats.link[d].packets + stats.link[d].routed_packets;
        account->bytes += stats.link[d].bytes + stats.link[d].routed_bytes;
    }
    account->packets += packets;
    /* Messages over links have no tag of a step. */
    add_round(account, stats.steps == 0 && packets > 0 ? 1 : stats.steps);
    account->since = moment();
    account->counting += account->since - now;
}

/* The steps of a round are those of the node that saw the last of them. Returns their sum. */
static uint64_t sum_of_steps(struct account *account) {
    uint64_t sum = 0;
    must(cube_allreduce(account->steps, account->steps, account->rounds, &cube_uint32, &cube_max),
         "comparing steps");
    for (size_t round = 0; round < account->rounds; round++)
        sum += account->steps[round];
    return sum;
}

struct account_totals account_close(struct account *account) {
    struct account_totals totals = {0};
    if (!account)
        return totals;
    uint64_t now = moment(), rounds = account->rounds;
    account->computing += now - account->since;
    uint64_t sums[2] = {account->packets, account->bytes};
    must(cube_allreduce(sums, sums, 2, &cube_uint64, &cube_sum), "adding counts");
    totals.packets = sums[0];
    totals.bytes = sums[1];
    totals.computing = moment_latest(account->computing);
    totals.communicating = moment_latest(account->communicating);
    totals.time = moment_latest(now - account->begun - account->counting);
    uint64_t most = moment_latest(rounds), least = UINT64_MAX - moment_latest(UINT64_MAX - rounds);
    must(most == least ? 0 : -EPROTO, "comparing the numbers of rounds");
    totals.steps = sum_of_steps(account);
    free(account->steps);
    account->steps = NULL;
    return totals;
}
