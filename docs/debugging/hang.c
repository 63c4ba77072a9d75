/* Node 0 integrates x * x from 0 to 1, and tells the others. */
#include <cube.h>
#include <stdio.h>

static double integral(double step) {
    double sum = 0;
    for (double x = 0; x != 1; x += step)
        sum += x * x * step;
    return sum;
}

int main(void) {
    double result = 0;
    if (cube_node() == 0)
        result = integral(0.1);
    cube_bcast(&result, 1, &cube_double, 0);
    printf("node %d: %f\n", cube_node(), result);
}
