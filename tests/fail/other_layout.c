/* A program that was built for another layout of the links than the kernel's. */
#define CUBE_LAYOUT 0u
#include "libc/start.c" // NOLINT(bugprone-suspicious-include): the very same start-up

int main(int argc, char *argv[], char *environment[]) {
    (void)argc;
    (void)argv;
    (void)environment;
    puts("main was entered");
    return 0;
}
