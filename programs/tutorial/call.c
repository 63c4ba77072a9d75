/* The sum of all node numbers, by one call: it comes to every node. The call is made twice. */
#include <cube.h>
#include <stdio.h>

int main(void) {
    int node = cube_node(), sum, took[2];

    for (int call = 0; call < 2; call++) {
        cube_barrier(); /* nobody begins before all are here */
        uint64_t begun = cube_time();
        cube_allreduce(&node, &sum, 1, &cube_int32, &cube_sum);
        took[call] = (int)(cube_time() - begun);
    }
    if (node == 0)
        printf("the sum of all is %d; the first call took %d, the second %d\n", sum, took[0],
               took[1]);
    return 0;
}
