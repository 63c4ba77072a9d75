#include "net/finish.h"

#include <unistd.h>

#include "cube_system_call.h"
#include "libc/memory/guard.h"
#include "net/clock/journal.h"
#include "net/clock/time.h"
#include "net/messages/inbox.h"
#include "net/node.h"
#include "net/record/record.h"
#include "net/system/system.h"
#include "net/wait.h"

static uint64_t started;

void finish_begin(void) {
    started = cube_cycles();
}

void _exit(int status) {
    uint64_t time = cube_time();
    guard_look();
    journal_end();
    if (system_at_exit)
        status = system_at_exit(status);
    struct pause pause = time_pause(); /* a record of more digits takes longer */
    bool metered = system_node_page()->flags & CUBE_PAGE_STATS;
    if (metered)
        record_write(cube_cycles() - started, time);
    record_journal(time);
    node_finish();
    system_call(CUBE_SYS_FINISH, status & 0xff, (uintptr_t)inbox_unreceived(),
                metered ? (uintptr_t)record_meters() : 0);
    time_resume(pause);
    wait_finished(metered ? record_count : NULL);
}
