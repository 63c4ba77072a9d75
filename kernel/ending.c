#include "kernel/ending.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "board/host.h"
#include "formats/record.h"
#include "kernel/console.h"
#include "kernel/host/folder.h"
#include "kernel/host/meters.h"
#include "kernel/host/questions.h"
#include "kernel/host/records.h"
#include "kernel/host/rings.h"
#include "kernel/links.h"
#include "kernel/node.h"
#include "kernel/pages.h"
#include "kernel/parts/part.h"

enum { NO_HANDLE = -1 };

static _Atomic(struct node *) ender, panicker;
static int64_t handle = NO_HANDLE;
static struct status_proof proof;
static const char *survived = "";
void (*ending_again)(void);

void ending_open(uint32_t descriptor) {
    int64_t input = host_open_input(descriptor);
    if (input < 0 || host_read(input, proof.word, sizeof proof.word) != sizeof proof.word)
        return;
    host_close(input);
    handle = host_open(descriptor); /* which empties the file */
}

static _Noreturn void stop(void) {
    for (;;)
        wait_for_interrupt();
}

/* Waits to be ended from outside, in a moment, without sleeping: where instructions are counted,
 * the emulator warns of a machine in which all cores sleep and no timer runs. */
static _Noreturn void stand(void) {
    for (;;)
        continue;
}

/* Gives the calling core a role. If another core has it, the calling core stops here for ever.
 * Returns whether the calling core had it before. */
static bool take(_Atomic(struct node *) *role) {
    struct node *self = node_self(), *first = NULL;
    if (atomic_compare_exchange_strong(role, &first, self))
        return false;
    if (first != self)
        stop();
    return true;
}

void ending_begin(void) {
    if (take(&ender))
        return;
    if (!part_take_end())
        stop();
    console_claim();
}

/* A panic waits neither for another core that ends the machine nor for the lock of the console,
 * which this core may hold. */
void ending_begin_panic(void) {
    if (take(&panicker))
        host_exit(STATUS_PANIC); /* the panic's own report has failed */
}

/* Writes the last record, the kernel's own: the memory that was used. Without it, some are
 * missing. */
static void record_usage(void) {
    size_t pages = pages_used(PAGES_KERNEL) + links_shared_pages();
    records_print(RECORD_KERNEL,
                  "{\"kernel\":{\"nodes\":%u,\"kernel_bytes\":%lu,\"program_bytes\":%lu}}",
                  (unsigned)node_count, (unsigned long)pages * CUBE_PAGE_BYTES,
                  (unsigned long)pages_used(PAGES_PROGRAM) * CUBE_PAGE_BYTES);
}

void ending_close(uint8_t status) {
    if (status != 0)
        folder_report();           /* what it prints may be the reason for the status */
    if (!atomic_load(&panicker)) { /* a core that panics may hold the lock of the records */
        if (links_made) {          /* else the machine ends before its start is over */
            rings_record();
            meters_record();
        }
        record_usage();
    }
}

void ending_tell(const char *text) {
    survived = text;
}

void ending_exit(uint8_t status) {
    ending_close(status);
    /* If a core panics while another is here, there are two proofs, and cuberun believes neither.
     */
    proof.status = status;
    if (handle >= 0) {
        host_write(handle, &proof, sizeof proof);
        if (survived[0])
            host_write(handle, survived, strlen(survived));
    }
    if (status != 0 && !atomic_load(&panicker) && questions_stay())
        stand();
    if (status == 0 && ending_again)
        ending_again();
    host_exit(status);
}

void ending_fail(uint8_t status, const char *format, ...) {
    char message[CONSOLE_TEXT_BYTES - 32]; /* what console_print has room for */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    ending_begin();
    console_print("graycube: %s\n", message);
    ending_exit(status);
}
