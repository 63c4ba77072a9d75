#include "kernel/native/last.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compiler.h"
#include "kernel/native/host.h"

/* So long does the parent wait for nodes that are asked, in looks and nanoseconds from one to the
 * next. One that keeps all signals from it does not tell. */
enum { LOOKS = 2000, BETWEEN = 1000000 };

static void (*write_records)(void);

/* The last of the signals for programs' own use: they hardly ever use it. */
static int asking(void) {
    return SIGRTMAX;
}

static void tell(UNUSED int number, UNUSED siginfo_t *info, void *context) {
    trail_take(&host_self->last.trail, trail_place(context));
    last_records();
    atomic_store(&host_self->last.told, true);
    for (;;)
        pause();
}

void last_watch(void (*records)(void)) {
    struct sigaction action = {.sa_sigaction = tell, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    write_records = records;
    sigaction(asking(), &action, NULL);
}

void last_records(void) {
    if (write_records)
        write_records();
}

/* Whether a node could tell, and has not. */
static bool is_to_tell(const struct host_node *node) {
    return node->id > 0 && !node->node.process.finished && !node->fault.signal &&
           !atomic_load(&node->last.told);
}

void last_ask(void) {
    static const struct timespec between = {.tv_nsec = BETWEEN};
    static bool asked;
    uint32_t left = 0;
    if (asked)
        return;
    asked = true;
    for (uint32_t i = 0; i < node_count; i++)
        if (is_to_tell(&host->node[i]) && kill(host->node[i].id, asking()) == 0)
            left++;
    for (uint32_t looks = 0; left > 0 && looks < LOOKS; looks++) {
        nanosleep(&between, NULL);
        left = 0;
        for (uint32_t i = 0; i < node_count; i++)
            left += is_to_tell(&host->node[i]) && kill(host->node[i].id, 0) == 0;
    }
}

void last_where(const struct host_node *node, char *text, size_t room) {
    char place[256];
    if (node->fault.signal) {
        snprintf(text, room, "has ended the run");
    } else if (!atomic_load(&node->last.told)) {
        snprintf(text, room, "does not answer");
    } else if (atomic_load(&node->node.sleeper.state) == SLEEP_ASLEEP) {
        trail_callers(&node->last.trail, place, sizeof place);
        snprintf(text, room, "waits in %.16s%s%s", node->node.sleeper.wait.operation,
                 place[0] ? ", called from " : "", place);
    } else {
        bool inside = trail_callers(&node->last.trail, place, sizeof place) > 0 &&
                      trail_is_in_library(&node->last.trail);
        snprintf(text, room, "%s %s",
                 inside ? "is in a call of the library, called from" : "computes in",
                 place[0] ? place : "an unknown place");
    }
}
