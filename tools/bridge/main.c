/* See bridge.h. cuberun starts this program (tools/running/hosts.py), and communicates with it over
 * a socket, in messages of three bytes: a kind, a part, and a status. */
#include "tools/bridge/bridge.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "compiler.h"
#include "tools/bridge/launch.h"
#include "tools/bridge/links.h"
#include "tools/bridge/output.h"
#include "tools/bridge/shared.h"
#include "tools/bridge/wire.h"
#include "tools/bridge/words.h"

enum {
    /* To cuberun. */
    SAY_READY = 'r',  /* all hosts are connected */
    SAY_PART = 'p',   /* a near part has ended; what is its status? */
    SAY_STATUS = 's', /* on host 0: a far part has ended with this status; from it: its answer */
    SAY_LOOK = 'l',   /* host 0 wants to know where all nodes are; from it: the same */
    SAY_END = 'e',    /* the cube has ended; from it, on host 0: the same; else: it ends itself */

    /* How long a bridge rests where nobody may call it, in microseconds: while parts begin together
     * or obey; until it says that its host is quiet, so that it need not say so between two
     * messages; and else, for only the end of a cube comes without a call. */
    REST_BUSY = 50,
    REST_UNTOLD = 1000,
    REST = 10000,

    LAST_WORDS = 1000, /* milliseconds for the last notes to leave */
};

/* ---- cuberun ---- */

static int control;
static bool has_ended, is_leaving; /* the cube has; cuberun is about to, by itself */

static void say(uint8_t what, uint32_t part, uint32_t status) {
    uint8_t message[] = {what, (uint8_t)part, (uint8_t)status};
    send(control, message, sizeof message, MSG_NOSIGNAL);
}

/* On host 0. */
static void write_to_others(enum note_kind kind) {
    for (uint32_t host = 1; host < host_count; host++)
        if (wire_is_open(host))
            wire_write(host, kind, 0);
}

/* The cube has ended, and there is no more to do. */
static _Noreturn void leave(void) {
    wire_close_all();
    exit(0);
}

/* Has those that are left end, if they can still be told. */
static void tell_gone(int patience) {
    for (uint32_t host = 0; host < host_count; host++)
        if (wire_is_open(host)) {
            wire_write(host, NOTE_GONE, 0);
            if (patience > 0)
                wire_drain(host, patience);
            else
                wire_send(host);
        }
}

static void hear(void) {
    uint8_t message[3];
    ssize_t got = recv(control, message, sizeof message, MSG_DONTWAIT);
    if (got < 0)
        return;
    if (got == 0 && !has_ended) { /* cuberun has ended, and so have its emulators */
        if (is_leaving)
            give_up_silently();
        tell_gone(0); /* the launcher may end all hosts before the others notice */
        give_up("host %s (process %u of %u) was lost", host_names[host_self], host_self,
                host_count);
    }
    if (got == 0)
        leave();
    if (message[0] == SAY_STATUS && host_self != 0) {
        struct note_status *status = wire_write(0, NOTE_STATUS, sizeof *status);
        *status = (struct note_status){.part = message[1], .status = message[2]};
    } else if (message[0] == SAY_LOOK && host_self == 0) {
        write_to_others(NOTE_LOOK);
    } else if (message[0] == SAY_END && host_self == 0) {
        has_ended = true;
        write_to_others(NOTE_END);
    } else if (message[0] == SAY_END) {
        is_leaving = true;
    }
}

/* ---- Other hosts ---- */

static uint32_t told[HOSTS_MOST]; /* how many notes each host had had when it was last quiet */
static bool is_told[HOSTS_MOST];

static void take_status(uint32_t host, const struct note *note) {
    const struct note_status *status = (const void *)(note + 1);
    if (host_self != 0 || note->bytes != sizeof *status || status->part >= PART_MOST ||
        host_of_part(status->part) != host)
        give_up("host %s: invalid message: the status of a part that it does not run",
                host_names[host]);
    say(SAY_STATUS, status->part, status->status);
    output_close(status->part);
}

static void take_quiet(uint32_t host, const struct note *note) {
    is_told[host] = note->bytes == sizeof(struct note_quiet);
    told[host] = is_told[host] ? ((const struct note_quiet *)(note + 1))->received : 0;
}

static void take_look(UNUSED uint32_t host, UNUSED const struct note *note) {
    say(SAY_LOOK, 0, 0);
}

static void take_end(UNUSED uint32_t host, UNUSED const struct note *note) {
    has_ended = true;
    say(SAY_END, 0, 0);
}

static void take_gone(UNUSED uint32_t host, UNUSED const struct note *note) {
    if (host_self == 0)
        tell_gone(LAST_WORDS);
    give_up_silently();
}

/* What is done with a note of each kind, and who may send it. */
static const struct {
    void (*take)(uint32_t host, const struct note *note);
    enum { ANY_HOST, HOST_0, OTHER_HOSTS } sender;
} kinds[] = {
    [NOTE_LINK] = {links_apply, ANY_HOST},
    [NOTE_WORDS] = {words_apply, ANY_HOST},
    [NOTE_ORDER] = {words_apply, ANY_HOST},
    [NOTE_OUTPUT] = {output_apply, OTHER_HOSTS},
    [NOTE_STATUS] = {take_status, OTHER_HOSTS},
    [NOTE_QUIET] = {take_quiet, OTHER_HOSTS},
    [NOTE_RECORDS] = {output_apply, OTHER_HOSTS},
    [NOTE_ASK_END] = {words_apply_end, ANY_HOST},
    [NOTE_GRANT_END] = {words_apply_end, ANY_HOST},
    [NOTE_LOOK] = {take_look, HOST_0},
    [NOTE_END] = {take_end, HOST_0},
    [NOTE_GONE] = {take_gone, ANY_HOST},
};

static void take_note(uint32_t host, const struct note *note) {
    bool is_known = note->kind < sizeof kinds / sizeof *kinds && kinds[note->kind].take;
    if (!is_known || kinds[note->kind].sender == (host == 0 ? OTHER_HOSTS : HOST_0))
        give_up("host %s: invalid message: unknown kind %u", host_names[host], note->kind);
    kinds[note->kind].take(host, note);
}

/* A host has gone away before the cube has ended. Host 0 says so, or if it is host 0, then host 1.
 */
static _Noreturn void lose(uint32_t host) {
    if (host_self == 0)
        tell_gone(LAST_WORDS);
    if (host_self > 1)
        give_up_silently();
    give_up("host %s (process %u of %u) was lost", host_names[host], host, host_count);
}

static bool receive_all(void) {
    bool any = false;
    for (uint32_t host = 0; host < host_count; host++) {
        if (!wire_is_open(host))
            continue;
        bool here = wire_receive(host);
        for (const struct note *note; (note = wire_next(host)); any = true)
            take_note(host, note);
        if (!here && !has_ended)
            lose(host);
        if (!here && host_self != 0)
            leave();
    }
    return any;
}

static void send_all(void) {
    for (uint32_t host = 0; host < host_count; host++)
        if (wire_is_open(host) && !wire_send(host) && !has_ended)
            lose(host);
}

static uint32_t written(void) {
    uint32_t all = 0;
    for (uint32_t host = 0; host < host_count; host++)
        all += wire_written(host);
    return all;
}

static bool any_is_full(void) {
    for (uint32_t host = 0; host < host_count; host++)
        if (wire_is_full(host))
            return true;
    return false;
}

/* ---- The loop ---- */

static bool rests;

static void wake(void) {
    shared_say_idle(false); /* before a node may publish a word without ringing for us */
    if (!rests)
        return;
    rests = false;
    shared_park(false);
    links_say_asleep(false);
}

static void rest(void) {
    rests = true;
    shared_park(true);
    links_say_asleep(true);
    shared_fence(); /* between saying so and looking once more; partners: the fences of who
                       publishes a word, and rings, and calls */
}

/* Writes notes of all that is new on this host. Returns whether there was any. */
static bool carry(void) {
    uint32_t before = written();
    bool may_add = !any_is_full();
    if (may_add)
        links_look();
    uint32_t ended = output_read(); /* after the links were looked at: so it comes before them */
    for (uint32_t part = 0; part < PART_MOST; part++)
        if (ended & 1u << part)
            say(SAY_PART, part, 0);
    words_write();
    if (may_add)
        links_write();
    return written() != before;
}

/* Says what is known of quiet, by the words of bridge.h. The bridge rests. */
static void say_quiet(void) {
    if (host_self != 0) {
        if ((is_told[0] && told[0] == wire_read(0)) || !shared_is_quiet())
            return;
        is_told[0] = true;
        told[0] = wire_read(0);
        struct note_quiet *quiet = wire_write(0, NOTE_QUIET, sizeof *quiet);
        *quiet = (struct note_quiet){.received = told[0]};
        return;
    }
    for (uint32_t host = 1; host < host_count; host++)
        if (!is_told[host] || told[host] != wire_written(host))
            return;
    shared_say_idle(true);
}

/* Waits until somebody calls or sends. Returns whether time has passed and nothing came. */
static bool wait_for_call(uint32_t parts, long microseconds) {
    struct pollfd waits[2 * PART_MOST + HOSTS_MOST + 1];
    nfds_t count = 0;
    waits[count++] = (struct pollfd){.fd = control, .events = POLLIN};
    for (uint32_t host = 0; host < host_count; host++)
        if (wire_is_open(host))
            waits[count++] = (struct pollfd){
                .fd = wire_descriptor(host),
                .events = (short)(POLLIN | (wire_has_more(host) ? POLLOUT : 0)),
            };
    for (uint32_t part = 0; part < parts; part++) {
        if (!part_is_near(part))
            waits[count++] = (struct pollfd){.fd = shared_pipe(part), .events = POLLIN};
        else if (host_self != 0 && output_console(part) >= 0 && !wire_is_full(0))
            waits[count++] = (struct pollfd){.fd = output_console(part), .events = POLLIN};
    }
    struct timespec time = {.tv_nsec = 1000 * microseconds};
    return ppoll(waits, count, &time, NULL) == 0;
}

static bool is_over(void) {
    if (!has_ended)
        return false;
    if (host_self != 0) {
        if (!output_has_ended())
            return false;
        output_write_records();
        wire_drain(0, LAST_WORDS);
        return true;
    }
    for (uint32_t host = 1; host < host_count; host++)
        if (wire_is_open(host))
            return false;
    return true;
}

static void run(uint32_t parts) {
    while (!is_over()) {
        hear();
        bool any = shared_take();
        any = carry() || any;
        if (any)
            wake();
        any = receive_all() || any;
        if (any)
            wake();
        send_all();
        if (any)
            continue;
        if (!rests) {
            rest();
            continue;
        }
        bool untold = host_self != 0 && (!is_told[0] || told[0] != wire_read(0));
        if (host_self == 0)
            say_quiet();
        if (wait_for_call(parts, shared_must_look() ? REST_BUSY : untold ? REST_UNTOLD : REST)) {
            if (host_self != 0)
                say_quiet();
        }
        for (uint32_t part = 0; part < parts; part++)
            if (!part_is_near(part))
                shared_empty(part);
    }
}

/* ---- The start ---- */

static void read_list(int *numbers, char *text) {
    for (uint32_t i = 0; i < PART_MOST; i++)
        numbers[i] = -1;
    uint32_t count = 0;
    for (char *word = strtok(text, ","); word && count < PART_MOST; word = strtok(NULL, ","))
        numbers[count++] = atoi(word);
}

static void read_word(struct settings *settings, const char *name, char *value) {
    const struct {
        const char *name;
        void *number; /* an int, or a uint32_t */
    } numbers[] = {
        {"nodes", &settings->nodes},   {"parts", &settings->parts},
        {"direct", &settings->direct}, {"routed", &settings->routed},
        {"second", &settings->second}, {"memory", &settings->memory},
        {"bells", &settings->bells},   {"control", &settings->control},
    };
    uint32_t number = (uint32_t)strtoul(value, NULL, 10);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0)
            memcpy(numbers[i].number, &number, sizeof number);
    if (strcmp(name, "consoles") == 0)
        read_list(settings->consoles, value);
    if (strcmp(name, "records") == 0)
        read_list(settings->records, value);
    if (strcmp(name, "identity") == 0)
        settings->identity = value;
}

int main(int argc, char **argv) {
    struct settings settings = {.identity = ""};
    read_list(settings.consoles, (char[]){""});
    read_list(settings.records, (char[]){""});
    for (int i = 1; i < argc; i++) {
        char *value = argv[i]; /* of words like nodes=8, which cuberun has made */
        const char *name = strsep(&value, "=");
        if (value)
            read_word(&settings, name, value);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN); /* cuberun ends us */
    control = settings.control;
    /* While a launcher brings the hosts together nobody looks at `control`. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    launch(settings.identity);
    prctl(PR_SET_PDEATHSIG, 0);
    if (settings.parts == 0 || settings.parts % host_count != 0 || settings.nodes < settings.parts)
        give_up("a cube of %u nodes in %u parts cannot be divided among %u hosts", settings.nodes,
                settings.parts, host_count);
    shared_open(&settings);
    links_open(&settings);
    words_start();
    output_open(&settings);
    size_t link = links_most_bytes(), words = sizeof(struct note_words) + PART_TEXT_BYTES,
           output = sizeof(struct note_output) + (64 << 10);
    size_t most = link > words ? link : words;
    wire_limit(most > output ? most : output);
    say(SAY_READY, 0, 0);
    run(settings.parts);
    leave();
}
