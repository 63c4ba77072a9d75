/* The bridge of host 0, which receives most notes, of four hosts with a part of 4 nodes each: it
 * takes or refuses any notes of the others, in any order. */
#include <fcntl.h>
#include <setjmp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

#include "tools/bridge/wire.h"

/* The far ends are read only between inputs, so nothing here waits until they have taken all. */
static void drain(uint32_t host, int patience) {
    (void)patience;
    wire_send(host);
}
#define wire_drain drain

/* A note is taken by a static function there. */
#define main bridge_main
#include "tools/bridge/main.c" /* NOLINT(bugprone-suspicious-include) */
#undef main

enum {
    HOSTS = 4,
    NODES = 16,
    RING = 256,
    MEMORY_BYTES = 1 << 20,
    FIRST_BELL = 100,
    FIRST_CONSOLE = 200
};

uint32_t host_count = HOSTS, host_self = 0;
char host_names[HOSTS_MOST][HOST_NAME_BYTES];

static jmp_buf refused;
static int far_end[HOSTS]; /* of the wires */
static int nowhere;
static struct settings settings = {.nodes = NODES,
                                   .parts = HOSTS,
                                   .direct = RING,
                                   .routed = RING,
                                   .second = RING,
                                   .bells = FIRST_BELL,
                                   .control = -1};

/* In the place of tools/bridge/bridge.c, which ends the bridge. */
void give_up_silently(void) {
    longjmp(refused, 1);
}

void give_up(const char *format, ...) {
    assert(format[0]);
    longjmp(refused, 1);
}

void launch(const char *identity) {
    (void)identity;
}

static void start(void) {
    nowhere = open("/dev/null", O_RDWR);
    settings.memory = memfd_create("parts", 0);
    assert(nowhere >= 0 && ftruncate(settings.memory, MEMORY_BYTES) == 0);
    for (int part = 0; part < HOSTS; part++) {
        int pair[2];
        assert(pipe2(pair, O_NONBLOCK) == 0 && dup2(pair[part == 0], FIRST_BELL + part) >= 0);
    }
    for (int far = 0; far < HOSTS - 1; far++) {
        settings.consoles[far] = FIRST_CONSOLE + far;
        settings.records[far] = nowhere;
    }
    control = settings.control;
    shared_open(&settings);
    links_open(&settings);
    words_start();
    for (uint32_t host = 1; host < HOSTS; host++) {
        int pair[2];
        assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
        wire_open(host, pair[0], 1);
        far_end[host] = pair[1];
    }
}

/* What was said to hosts leaves, so that nothing adds up from one input to the next. */
static void empty_wires(void) {
    static uint8_t scratch[1 << 16];
    for (uint32_t host = 1; host < HOSTS; host++)
        while (wire_has_more(host)) {
            assert(wire_send(host));
            while (recv(far_end[host], scratch, sizeof scratch, 0) > 0)
                ;
        }
}

/* An input is a row of notes: the host that sends it, its kind, the words of its body, and the
 * body. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    static bool started;
    if (!started)
        start();
    started = true;
    for (int far = 0; far < HOSTS - 1; far++)
        dup2(nowhere, FIRST_CONSOLE + far); /* a note may have closed it */
    output_open(&settings);
    while (bytes >= 3) {
        uint32_t host = 1 + data[0] % (HOSTS - 1);
        size_t body = 8 * (size_t)data[2];
        if (body > bytes - 3)
            break;
        /* In memory of its own, at whose end the sanitizer watches. */
        struct note *note = malloc(sizeof *note + body);
        *note = (struct note){.kind = data[1], .bytes = (uint32_t)body};
        memcpy(note + 1, data + 3, body);
        data += 3 + body;
        bytes -= 3 + body;
        bool taken = setjmp(refused) == 0;
        if (taken) {
            take_note(host, note);
            words_write();
            links_look();
            links_write();
            fuzz_accepted++;
        }
        free(note);
        if (!taken)
            break;
    }
    empty_wires();
    return 0;
}
