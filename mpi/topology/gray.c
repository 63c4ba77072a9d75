#include "mpi/topology/placement.h"

#include <stdint.h>

#include "cube_abi.h"

/* Returns how many bits a coordinate of this extent takes. */
static int bits_of(int extent) {
    int bits = 0;
    while (1u << bits < (unsigned)extent)
        bits++;
    return bits;
}

/* Returns the code of a place on a line or, if `periodic`, on a ring. A ring takes the first half
 * of its places from the beginning of the reflected code, and the others from its end. The second
 * half of the code is the first one backwards with the highest bit set. So the last place of the
 * first half and the first one of the second half differ in that bit alone if both halves of the
 * ring are equally long. The two ends of the ring always differ in that bit alone. */
static uint32_t code_of(int place, int extent, bool periodic) {
    uint32_t from_start = (uint32_t)place;
    if (periodic && place >= (extent + 1) / 2)
        from_start = (1u << bits_of(extent)) - (uint32_t)(extent - place);
    return from_start ^ from_start >> 1;
}

/* Spreads the low bits of `code` over the bits that are set in `mask`, the lowest first. */
static uint32_t deposit(uint32_t code, uint32_t mask) {
    uint32_t spread = 0;
    for (; mask; mask &= mask - 1, code >>= 1)
        if (code & 1)
            spread |= mask & -mask;
    return spread;
}

/* Returns the code of the position of a rank. */
static uint32_t position_code(int rank, int dimensions, const int extents[], const int periodic[]) {
    uint32_t code = 0;
    int shift = 0;
    for (int d = dimensions - 1; d >= 0; d--) {
        code |= code_of(rank % extents[d], extents[d], periodic[d]) << shift;
        shift += bits_of(extents[d]);
        rank /= extents[d];
    }
    return code;
}

bool gray_place(int dimensions, const int extents[], const int periodic[], int processes,
                const int node[], int process_at[], int place[]) {
    enum { NOBODY = -1 };
    for (uint32_t i = 0; i < CUBE_MAX_NODES; i++)
        process_at[i] = NOBODY;
    uint32_t varying = 0; /* the dimensions of the least subcube with all processes */
    for (int i = 0; i < processes; i++) {
        process_at[node[i]] = i;
        varying |= (uint32_t)(node[i] ^ node[0]);
    }
    int bits = 0, positions = 1;
    for (int d = 0; d < dimensions; d++) {
        bits += bits_of(extents[d]);
        positions *= extents[d];
    }
    if (bits > __builtin_popcount(varying))
        return false;
    for (int rank = 0; rank < positions; rank++) {
        uint32_t code = position_code(rank, dimensions, extents, periodic);
        place[rank] = process_at[((uint32_t)node[0] & ~varying) | deposit(code, varying)];
        if (place[rank] == NOBODY)
            return false;
    }
    return true;
}
