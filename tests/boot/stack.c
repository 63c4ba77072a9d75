/* Tests the stack of each node. It is as large as students' arrays need, it holds zeros at first,
 * and a page of it is there when the program touches it, or the kernel in a system call. */
#include "cube_system_call.h"
#include "tests/tap.h"

enum {
    ARRAY_BYTES = 7 << 20, /* of 8 MiB, so that the frames of main and of the C library fit, too */
    PAGE_BYTES = 4096,
    LEVELS = 4000, /* of recursion, each with a frame of more than a kibibyte */
    UNTOUCHED_BYTES = 1 << 20,
};

static int node_and_page(int i) {
    return (i / PAGE_BYTES + cube_node()) % 251;
}

/* Writes to each page of an array, from the lowest on, which lies far below those that are there.
 */
static int array_of_pages(void) {
    unsigned char unwritten[ARRAY_BYTES];
    volatile unsigned char *array;
    int right = 0;
    __asm__ volatile("mov %0, %1" : "=r"(array) : "r"(unwritten) : "memory");
    for (int i = 0; i < ARRAY_BYTES; i += PAGE_BYTES) {
        right += array[i + 1] == 0;
        array[i] = (unsigned char)node_and_page(i);
    }
    for (int i = 0; i < ARRAY_BYTES; i += PAGE_BYTES)
        right += array[i] == node_and_page(i);
    return right;
}

static int recurse(int level) { /* NOLINT(misc-no-recursion) */
    volatile char frame[1024];
    frame[0] = (char)level;
    return level == 0 ? 0 : recurse(level - 1) + (frame[0] == (char)level);
}

/* The lowest page of this array is one that nobody has touched. The kernel reads a request
 * there, whose zeros ask for nothing that can be had, and then writes input there. */
static bool kernel_touches(void) {
    char array[UNTOUCHED_BYTES];
    uintptr_t address;
    __asm__ volatile("mov %0, %1" : "=r"(address) : "r"(array) : "memory");
    return system_call(CUBE_SYS_FOLDER, address, 0, 0) == -EROFS &&
           system_call(CUBE_SYS_READ, STDIN_FILENO, address, 4) != -EFAULT;
}

int main(void) {
    ok(kernel_touches(), "the kernel reads and writes where nobody has been");
    ok(array_of_pages() == 2 * ARRAY_BYTES / PAGE_BYTES, "an array of 7 MiB, of zeros at first");
    ok(recurse(LEVELS) == LEVELS, "frames one below the other");
    return tap_end();
}
