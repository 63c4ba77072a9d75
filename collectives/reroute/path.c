#include "collectives/reroute/path.h"

#include <string.h>

#define NOT_MET UINT8_MAX

/* Ports on which a packet can leave `node`. */
static uint32_t open_ports(const struct faults *faults, const struct links_used *used, bool both,
                           uint32_t node) {
    uint32_t open = faults_living(faults, node) & ~(uint32_t)used->ports[node];
    for (uint32_t left = both ? open : 0; left != 0; left &= left - 1)
        if ((used->ports[node ^ (left & -left)] & left & -left) != 0)
            open &= ~(left & -left);
    return open;
}

/* Breadth first from the end, so that the ports come in their order. */
uint32_t path_find(const struct faults *faults, const struct links_used *used, bool both,
                   uint32_t from, uint32_t to, uint8_t ports[]) {
    static _Thread_local uint8_t onward[SCHEDULE_NODES]; /* the port towards the end */
    static _Thread_local uint16_t met[SCHEDULE_NODES];
    uint32_t count = 1, links = 0;
    memset(onward, NOT_MET, (size_t)1 << faults->dimension);
    met[0] = (uint16_t)to;
    onward[to] = 0;
    for (uint32_t next = 0; next < count && onward[from] == NOT_MET; next++)
        for (uint32_t d = 0; d < faults->dimension; d++) {
            uint32_t node = met[next] ^ 1u << d;
            if (onward[node] != NOT_MET || !(open_ports(faults, used, both, node) >> d & 1))
                continue;
            onward[node] = (uint8_t)d;
            met[count++] = (uint16_t)node;
        }
    if (onward[from] == NOT_MET)
        return 0;
    for (uint32_t node = from; node != to; node ^= 1u << ports[links++])
        ports[links] = onward[node];
    return links;
}

bool path_is_free(const struct faults *faults, const struct links_used *used, bool both,
                  uint32_t from, const uint8_t ports[], uint32_t links) {
    for (uint32_t k = 0; k < links; from ^= 1u << ports[k++])
        if (!(open_ports(faults, used, both, from) >> ports[k] & 1))
            return false;
    return true;
}

void path_take(struct links_used *used, bool both, uint32_t from, const uint8_t ports[],
               uint32_t links) {
    for (uint32_t k = 0; k < links; from ^= 1u << ports[k++]) {
        used->ports[from] ^= (uint16_t)(1u << ports[k]);
        if (both)
            used->ports[from ^ 1u << ports[k]] ^= (uint16_t)(1u << ports[k]);
    }
}

bool path_lives(const struct faults *faults, uint32_t from, const uint8_t ports[], uint32_t links) {
    for (uint32_t k = 0; k < links; from ^= 1u << ports[k++])
        if ((faults->dead[from] >> ports[k] & 1) != 0)
            return false;
    return true;
}
