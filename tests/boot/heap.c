/* The heap up to its limit, on two nodes, where pages beyond the first 64 MiB come when touched.
 * Arguments: limit BYTES: the limit and what lies around it; ends BYTES: a block of BYTES bytes;
 * leak: all that malloc gives, one node after the other; short: more than the machine has. */
#include <fcntl.h>

#include "tests/tap.h"

enum { PAGE = 4096, MIB = 1 << 20, AT_ONCE = 64 * MIB, LEAK = 16 * MIB };

extern char end[]; /* of the program's data: the heap begins at the next page */

static char zeros[PAGE];

static bool moves(intptr_t bytes) {
    return sbrk(bytes) != (void *)-1;
}

static bool refuses(intptr_t bytes) {
    void *before = sbrk(0);
    errno = 0;
    return !moves(bytes) && errno == ENOMEM && sbrk(0) == before;
}

/* The kernel reads and writes pages that the program has not touched. */
static void by_kernel(char *untouched) {
    int file = open(cube_node() ? "one" : "zero", O_RDWR | O_CREAT, 0600);
    bool good = write(file, untouched, PAGE) == PAGE && write(file, "text", 4) == 4 &&
                pread(file, untouched + PAGE / 2, PAGE + 4, 0) == PAGE + 4;
    close(file);
    ok(good && memcmp(untouched, zeros, PAGE) == 0, "the kernel reads an untouched page as zeros");
    ok(memcmp(untouched + PAGE + PAGE / 2, "text", 5) == 0, "    and writes across two of them");
}

/* Returns how much longer the first reading of some pages takes than the second one. */
static uint64_t more_time(const volatile char *at) {
    uint64_t times[3];
    for (int time = 0; time < 3; time++) {
        times[time] = cube_time();
        for (int i = 0; time < 2 && i < 10; i++)
            (void)at[i * PAGE];
    }
    return times[1] - times[0] - (times[2] - times[1]);
}

static void limit(intptr_t bytes) {
    char *begin = end + (-(uintptr_t)end & (PAGE - 1));
    char *places[] = {begin + AT_ONCE - PAGE, begin + AT_ONCE, begin + AT_ONCE + PAGE,
                      begin + bytes - PAGE};
    enum { PLACES = sizeof places / sizeof *places };
    intptr_t left = bytes - ((char *)sbrk(0) - begin);
    bool zero = true, again = true;
    ok(refuses(left + PAGE) && refuses(left + 1), "more than the limit is refused");
    ok(moves(left) && refuses(1), "the limit is reached");
    for (int i = 0; i < PLACES; i++)
        zero = zero && memcmp(places[i], zeros, PAGE) == 0;
    ok(zero, "pages are zero where their way of coming changes, and at the end");
    for (int i = 0; i < PLACES; i++)
        memset(places[i], cube_node() + 1, PAGE);
    ok(moves(-left) && moves(left), "the end moves down and up");
    for (int i = 0; i < PLACES; i++)
        again = again && memcmp(places[i], zeros, PAGE) == 0;
    ok(again, "    and what was written is zero again");
    by_kernel(begin + AT_ONCE + 8 * PAGE);
    ok(more_time(begin + AT_ONCE - 16 * PAGE) == 0, "the first pages take no time when touched");
    ok((more_time(begin + AT_ONCE + 16 * PAGE) != 0) == (cube_time() != 0), "    the others do");
}

static void ends(size_t bytes) {
    char *volatile block = malloc(bytes);
    ok(block, "a large block");
    if (block) {
        block[0] = block[bytes / 2] = block[bytes - 1] = (char)(cube_node() + 1);
        ok(!cube_barrier() && block[0] + block[bytes / 2] + block[bytes - 1] == 3 * cube_node() + 3,
           "    has its ends and its middle");
        ok(!malloc(bytes), "    and there is no second one");
    }
}

static int leak(void) {
    int blocks = 0;
    while (malloc(LEAK))
        blocks++;
    return errno == ENOMEM ? blocks * (LEAK / MIB) : -1;
}

static void leaks(void) {
    for (int node = 0; node < cube_nodes(); node++) {
        if (node == cube_node())
            printf("# node %d: %d MiB\n", node, leak());
        ok(!cube_barrier(), "a node takes all that it gets");
    }
}

/* What one node cannot have is left to the other. */
static void is_short(void) {
    if (cube_node() == 0)
        ok(!malloc((size_t)512 * MIB) && errno == ENOMEM, "more than the machine has is refused");
    ok(!cube_barrier(), "then the other asks");
    if (cube_node() == 1) {
        char *block = malloc(24 * MIB);
        ok(block && memset(block, 1, 24 * MIB), "it gets memory");
    }
    ok(!cube_barrier() && malloc(2 * MIB), "both get less");
}

int main(int argc, char **argv) {
    size_t bytes = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    puts("# the buffer of standard output is there");
    switch (argc > 1 ? *argv[1] : 0) {
    case 'l':
        if (bytes)
            limit((intptr_t)bytes);
        else
            leaks();
        break;
    case 'e':
        ends(bytes);
        break;
    case 's':
        is_short();
        break;
    default:
        break;
    }
    return tap_end();
}
