#include "kernel/native/trail.h"

#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "compiler.h"

enum { ADDRESS_BYTES = 24, LINE_BYTES = 1024, PLACE_BYTES = 256 };

/* The program's text in memory, and the offset of its addresses there from those in its file. */
static uintptr_t start, end, distance;

static int find(struct dl_phdr_info *info, UNUSED size_t bytes, UNUSED void *unused) {
    distance = info->dlpi_addr;
    for (size_t k = 0; k < info->dlpi_phnum; k++)
        if (info->dlpi_phdr[k].p_type == PT_LOAD && (info->dlpi_phdr[k].p_flags & PF_X)) {
            start = distance + info->dlpi_phdr[k].p_vaddr;
            end = start + info->dlpi_phdr[k].p_memsz;
        }
    return 1; /* the first object is the program */
}

void trail_start(void) {
    void *frame[2];
    dl_iterate_phdr(find, NULL);
    backtrace(frame, 2);
}

uintptr_t trail_place(const void *context) {
    const ucontext_t *interrupted = context;
#ifdef __x86_64__
    return (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP];
#else
    return interrupted->uc_mcontext.pc;
#endif
}

extern const char _start[]; /* the C start-up code, which calls only main */
enum { START_BYTES = 64 };

/* For an unknown place, addr2line reads all debug data, which takes seconds. So it is not asked
 * about _start. */
static void append(struct trail *trail, uintptr_t address) {
    if (address - (uintptr_t)_start < START_BYTES)
        return;
    if (address >= start && address < end && trail->count < TRAIL_MOST)
        trail->address[trail->count++] = address;
}

void trail_take(struct trail *trail, uintptr_t at) {
    void *frame[TRAIL_MOST];
    int count = backtrace(frame, TRAIL_MOST), first = 1;
    trail->count = 0;
    for (int i = 0; at && i < count; i++)
        if ((uintptr_t)frame[i] == at)
            first = i + 1;
    if (at)
        append(trail, at);
    for (int i = first; i < count; i++)
        append(trail, (uintptr_t)frame[i] - 1); /* a call comes before where it returns to */
}

/* ---- Names ---- */

/* Starts addr2line on a trail. Returns what it prints, or null. */
static FILE *ask(const struct trail *trail, pid_t *child) {
    static char file[LINE_BYTES];
    char number[TRAIL_MOST][ADDRESS_BYTES];
    char *word[TRAIL_MOST + 6] = {"addr2line", "-aifC", "-e", file};
    size_t words = 4;
    int ends[2];
    ssize_t length = readlink("/proc/self/exe", file, sizeof file - 1);
    if (length < 0 || trail->count == 0 || pipe2(ends, O_CLOEXEC) < 0)
        return NULL;
    file[length] = 0;
    for (uint32_t i = 0; i < trail->count; i++) {
        snprintf(number[i], ADDRESS_BYTES, "0x%lx", (unsigned long)(trail->address[i] - distance));
        word[words++] = number[i];
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawnp(child, word[0], &actions, NULL, word, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *answer = error ? NULL : fdopen(ends[0], "r");
    if (!answer)
        close(ends[0]);
    return answer;
}

/* A function of a trail. */
struct place {
    const char *how;
    char text[PLACE_BYTES]; /* "exchange (ring.c:12)" */
    bool library;           /* it is a function of the cube's libraries */
};

static bool read_line(FILE *file, char line[LINE_BYTES]) {
    if (!fgets(line, LINE_BYTES, file))
        return false;
    line[strcspn(line, "\n")] = 0;
    return true;
}

/* The libraries are compiled with paths from the root of their tree, which begin with a dot
 * (ANYWHERE in the Makefile), and programs with those of the folder that they are in. */
static void set_place(struct place *place, const char *function, char *where) {
    where[strcspn(where, " ")] = 0; /* " (discriminator 3)" */
    place->library = where[0] == '.';
    const char *file = strrchr(where, '/');
    file = file ? file + 1 : where;
    bool known = file[0] != '?' && file[0] != ':';
    snprintf(place->text, sizeof place->text, known ? "%.96s (%.96s)" : "%.96s", function, file);
}

/* The places of the trail that was asked about last: nodes often wait at the same place. */
static struct {
    struct trail trail;
    struct place *places; /* the last is main: its callers are start-up code */
    size_t count;
} known;

enum { MOST_PLACES = TRAIL_MOST * 8 }; /* with those that are inlined */

static void read_places(FILE *answer) {
    char function[LINE_BYTES], where[LINE_BYTES];
    const char *how = "at";
    bool is_first = true;
    while (known.count < MOST_PLACES && read_line(answer, function)) {
        if (strncmp(function, "0x", 2) == 0) {
            how = is_first ? "at" : "called from";
            is_first = false;
            continue;
        }
        if (!read_line(answer, where))
            return;
        known.places[known.count].how = how;
        set_place(&known.places[known.count++], function, where);
        how = "inlined in";
        if (strcmp(function, "main") == 0)
            return;
    }
}

/* Fills `known` for a trail, which the program may have overwritten. */
static void know(const struct trail *said) {
    struct trail trail = *said;
    if (trail.count > TRAIL_MOST)
        trail.count = 0;
    size_t bytes = trail.count * sizeof trail.address[0];
    if (known.places && trail.count == known.trail.count &&
        memcmp(trail.address, known.trail.address, bytes) == 0)
        return;
    if (!known.places)
        known.places = calloc(MOST_PLACES, sizeof *known.places);
    pid_t child = 0;
    known.trail = trail;
    known.count = 0;
    FILE *answer = known.places ? ask(&trail, &child) : NULL;
    if (!answer)
        return;
    read_places(answer);
    fclose(answer);
    waitpid(child, NULL, 0);
}

void trail_each(const struct trail *trail, bool outside,
                void (*print)(const char *how, const char *place)) {
    size_t first = 0;
    know(trail);
    while (outside && first < known.count && known.places[first].library)
        first++;
    for (size_t i = first < known.count ? first : 0; i < known.count; i++)
        print(known.places[i].how, known.places[i].text);
}

bool trail_is_in_library(const struct trail *trail) {
    know(trail);
    return known.count > 0 && known.places[0].library;
}

/* Returns the number of the program's innermost function that has called the library. */
static size_t first_caller(const struct trail *trail) {
    size_t first = 0;
    know(trail);
    for (size_t i = 0; i < known.count; i++)
        if (known.places[i].library)
            first = i + 1;
    return first;
}

void trail_function(const struct trail *trail, char *text, size_t room) {
    size_t first = first_caller(trail);
    snprintf(text, room, "%s", first > 0 ? known.places[first - 1].text : "the library");
    text[strcspn(text, " ")] = 0;
}

size_t trail_callers(const struct trail *trail, char *text, size_t room) {
    size_t first = first_caller(trail), length = 0;
    text[0] = 0;
    for (size_t i = first; i < known.count; i++) {
        const char *place = known.places[i].text, *between = length ? ", " : "";
        if (strlen(between) + strlen(place) >= room - length)
            break; /* leaving out a middle entry would show a wrong caller */
        length += (size_t)snprintf(text + length, room - length, "%s%s", between, place);
    }
    return length;
}
