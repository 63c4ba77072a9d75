#include "cube.h"

int cube_gray(int i) {
    return i ^ (i >> 1);
}

/* Bit k of the inverse is the parity of the code's bits k and above: a prefix sum over XOR, in
 * log2(32) doublings. */
int cube_gray_inverse(int code) {
    for (int shift = 1; shift < 32; shift *= 2)
        code ^= code >> shift;
    return code;
}
