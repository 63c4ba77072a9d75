#include "cube.h"

int cube_gray(int i) {
    return i ^ (i >> 1);
}

/* Bit k of the inverse is the parity of the code's bits k and above: a prefix sum over XOR, in
 * log2(32) doublings. */
int cube_gray_inverse(int code) {
    code ^= code >> 1;
    code ^= code >> 2;
    code ^= code >> 4;
    code ^= code >> 8;
    code ^= code >> 16;
    return code;
}
