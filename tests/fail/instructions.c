/* instructions: the last node executes words of its text that do nothing, until
 * tests/soak/attack.py replaces them. Its registers hold addresses that are worth an attack. Node 0
 * waits for a moment and then aborts, so that the machine ends in any case. */
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "cube.h"
#include "net/system/system.h"

#define KERNEL_TEXT "0xffffffc000000000" /* linker.ld */

enum { MOMENT = 20 * 1000 * 1000 }; /* nanoseconds */

/* No system call has the number in x8, so that the status stays one of a fault or of node 0. */
void execute(const void *page, void *window, const void *incoming);
__asm__(".text\n"
        ".global execute\n"
        "execute:\n"
        "    mov x3, sp\n"
        "    adr x4, execute\n"
        "    ldr x5, =" KERNEL_TEXT "\n"
        "    mov x6, #0\n"
        "    mov x8, #-1\n"
        "    b 1f\n"
        "    .ascii \"anything at all:\"\n"
        "1:\n"
        "    .rept 16\n"
        "    nop\n"
        "    .endr\n"
        "    ret\n"
        ".ltorg\n");

int main(void) {
    const struct cube_node_page *page = system_node_page();
    if (cube_node() == cube_nodes() - 1) {
        execute(page, (void *)(uintptr_t)page->outgoing[0],
                (const void *)(uintptr_t)page->incoming[0]);
        return 0;
    }
    nanosleep(&(struct timespec){.tv_nsec = MOMENT}, NULL);
    abort();
}
