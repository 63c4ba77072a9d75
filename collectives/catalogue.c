#include "collectives/catalogue.h"

#include <string.h>

#include "collectives/alltoall.h"
#include "collectives/aspc.h"
#include "collectives/barrier.h"

const struct schedule *const catalogue[] = {
    &aspc_all_port,   &aspc_permutations, &aspc_one_port,    &alltoall_ecube,
    &alltoall_pieces, &alltoall_exchange, &barrier_exchange,
};

const size_t catalogue_entries = sizeof catalogue / sizeof catalogue[0];

const struct schedule *catalogue_find(const char *name) {
    for (size_t i = 0; name != NULL && i < catalogue_entries; i++)
        if (strcmp(catalogue[i]->name, name) == 0)
            return catalogue[i];
    return NULL;
}
