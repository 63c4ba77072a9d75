/* Each construct of OpenMP, by a team of one thread: prints its result. gcc's own library prints
 * the same with OMP_NUM_THREADS=1, but for the number of threads and of processors. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int counter;
#pragma omp threadprivate(counter)

static long fib(int n) {
    long a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}

int main(void) {
    long sum = 0, dynamic = 0, guided = 0, runtime = 0, nested = 0, ordered = 0, up = 0, down = 0;
    int sections = 0, single = 0, level = 0, threads = 0, last = 0, across[10] = {1};
    omp_set_num_threads(4);
#pragma omp parallel for reduction(+ : sum) lastprivate(last)
    for (int i = 0; i < 100; i++)
        sum += last = i;
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : dynamic)
    for (int i = 0; i < 100; i++)
        dynamic += i;
#pragma omp parallel
    {
#pragma omp for schedule(guided) reduction(+ : guided)
        for (int i = 99; i >= 0; i--)
            guided += i;
#pragma omp for schedule(runtime) nowait
        for (unsigned long long i = 0; i < 100; i++)
            runtime += (long)i;
#pragma omp for ordered schedule(dynamic)
        for (int i = 0; i < 10; i++) {
#pragma omp ordered
            ordered = 2 * ordered + i;
        }
#pragma omp for schedule(dynamic)
        for (int i = 5; i < 5; i++)
            ordered = -1;
#pragma omp for ordered(1)
        for (int i = 1; i < 10; i++) {
#pragma omp ordered depend(sink : i - 1)
            across[i] = across[i - 1] + i;
#pragma omp ordered depend(source)
        }
#pragma omp sections
        {
#pragma omp section
            sections += 1;
#pragma omp section
            sections += 10;
#pragma omp section
            sections += 100;
        }
#pragma omp single copyprivate(counter)
        single = 7;
#pragma omp master
        level = omp_get_level();
#pragma omp critical
        threads = omp_get_num_threads() + omp_get_max_threads();
#pragma omp critical(named)
#pragma omp atomic
        threads += 1;
#pragma omp barrier
        counter++;
#pragma omp parallel for schedule(dynamic) reduction(+ : nested)
        for (int i = 0; i < 10; i++) {
#pragma omp parallel for schedule(dynamic) reduction(+ : nested)
            for (int j = 0; j < 10; j++)
                nested += omp_get_level();
        }
    }
#pragma omp parallel sections
    {
#pragma omp section
        sections += 1000;
#pragma omp section
        sections += 10000;
    }
    long numbers;
#pragma omp parallel
#pragma omp single
    numbers = fib(15);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < 10; i++) {
#pragma omp atomic
        up += i;
    }
#pragma omp parallel
#pragma omp single
#pragma omp taskloop nogroup
    for (unsigned long long i = 10; i > 0; i--)
        down += (long)i;
    double vector[64];
#pragma omp simd
    for (int i = 0; i < 64; i++)
        vector[i] = i;
#pragma omp target teams distribute parallel for map(tofrom : vector)
    for (int i = 0; i < 64; i++)
        vector[i] *= 2;
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
    omp_set_lock(&lock);
    int held = omp_test_lock(&lock);
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    int twice = omp_test_nest_lock(&nest);
    double *memory = omp_alloc(8, omp_default_mem_alloc), begin = omp_get_wtime();
    omp_free(memory, omp_default_mem_alloc);
    printf("loops %ld %d %ld %ld %ld %ld %d\n", sum, last, dynamic, guided, runtime, ordered,
           across[9]);
    printf("sections %d single %d level %d threads %d private %d nested %ld\n", sections, single,
           level, threads, counter, nested);
    printf("tasks %ld %ld %ld vector %g\n", numbers, up, down, vector[63]);
    printf("locks %d %d memory %d time %d processors %d\n", held, twice, memory ? 1 : 0,
           omp_get_wtime() >= begin && omp_get_wtick() < 1e-6, omp_get_num_procs());
}
