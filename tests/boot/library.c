/* Tests the basics of the C library. Run with two arguments. Prints TAP at node 0, some of it after
 * main. */
#include <time.h>

#include "tests/tap.h"

static int initialised = 42;
static int zeroed[1000];
static _Thread_local int thread_initialised = 43;
static _Thread_local _Alignas(64) char thread_zeroed[64];
static int constructed;

__attribute__((constructor)) static void construct(void) {
    constructed = initialised + thread_initialised;
}

static void variables(void) {
    int sum = thread_zeroed[5];
    for (int i = 0; i < 1000; i++)
        sum += zeroed[i];
    ok(initialised == 42 && sum == 0, "variables begin as C says");
    ok(thread_initialised == 43 && (uintptr_t)thread_zeroed % 64 == 0, "thread-local ones too");
    ok(constructed == 85, "constructors have run");
    /* Every process has other memory at the same addresses, so nobody sees what the others write.
     * */
    initialised = thread_initialised = errno = cube_node() + 1000;
    cube_barrier();
    ok(errno == cube_node() + 1000, "each process has its own errno");
    ok(initialised == cube_node() + 1000 && thread_initialised == cube_node() + 1000,
       "    and variables");
}

static void heap(void) {
    char *block = malloc(100000);
    if (!block)
        return;
    memset(block, 7, 100000);
    char *larger = realloc(block, 300000);
    ok(larger && larger[0] == 7 && larger[99999] == 7, "realloc keeps what was there");
    if (!larger)
        free(block);
    free(larger);
    int *numbers = calloc(1000, sizeof *numbers);
    ok(numbers && numbers[0] == 0 && numbers[999] == 0, "calloc");
    free(numbers);
}

static void arguments(int count, char **words) {
    ok(count == 3 && strcmp(words[1], "one") == 0 && strcmp(words[2], "two words") == 0 &&
           !words[3],
       "main gets its arguments");
    ok(strstr(words[0], "library"), "and the program's name");
}

/* Runs after the handler that was registered after it. */
static void first_registered(void) {
    ok(initialised == 2, "handlers run after main, the last one first");
    if (cube_node() == 0)
        printf("1..%d", tap_checks + 1); /* a line without an end is written, too */
}

static void last_registered(void) {
    ok(cube_barrier() == 0, "the cube's calls work after main");
    initialised = 2;
}

__attribute__((destructor)) static void destruct(void) {
    if (cube_node() == 0)
        printf("\nok %d - destructors run last", ++tap_checks);
}

int main(int count, char **words) {
    variables();
    heap();
    arguments(count, words);
    ok(atexit(first_registered) == 0 && atexit(last_registered) == 0, "atexit");
    fputs("# standard error is the console too\n", stderr);
    if (tap_failures)
        exit(EXIT_FAILURE);
    return 0;
}
