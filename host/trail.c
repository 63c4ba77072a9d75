#include "host/trail.h"

#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ADDRESS_BYTES = 24, LINE_BYTES = 1024, PLACE_BYTES = 256 };

/* The program's text in memory, and what its addresses there are more than those in its file. */
static uintptr_t start, end, distance;

static int find(struct dl_phdr_info *info, size_t bytes, void *unused) {
    (void)bytes;
    (void)unused;
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

static void append(struct trail *trail, uintptr_t address) {
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

/* Returns the places of a trail in memory that the caller frees, and how many there are. The last
 * is main, for what has called main is the system's. */
static struct place *places_of(const struct trail *trail, size_t *count) {
    enum { INLINED = 8 };
    char function[LINE_BYTES], where[LINE_BYTES];
    struct place *places = calloc(TRAIL_MOST * INLINED, sizeof *places);
    pid_t child = 0;
    FILE *answer = places ? ask(trail, &child) : NULL;
    const char *how = "at";
    size_t addresses = 0;
    *count = 0;
    while (answer && *count < TRAIL_MOST * INLINED && read_line(answer, function)) {
        if (strncmp(function, "0x", 2) == 0) {
            how = addresses++ ? "called from" : "at";
            continue;
        }
        if (!read_line(answer, where))
            break;
        places[*count].how = how;
        set_place(&places[(*count)++], function, where);
        how = "inlined in";
        if (strcmp(function, "main") == 0)
            break;
    }
    if (answer) {
        fclose(answer);
        waitpid(child, NULL, 0);
    }
    return places;
}

void trail_each(const struct trail *trail, void (*print)(const char *how, const char *place)) {
    size_t count;
    struct place *places = places_of(trail, &count);
    for (size_t i = 0; i < count; i++)
        print(places[i].how, places[i].text);
    free(places);
}

size_t trail_callers(const struct trail *trail, char *text, size_t room) {
    size_t count, first = 0, length = 0;
    struct place *places = places_of(trail, &count);
    for (size_t i = 0; i < count; i++)
        if (places[i].library)
            first = i + 1;
    text[0] = 0;
    for (size_t i = first; i < count; i++) {
        size_t bytes = strlen(places[i].text) + (length ? 2 : 0);
        if (bytes >= room - length)
            break; /* a text with a gap would name a caller that is none */
        length += (size_t)snprintf(text + length, room - length, "%s%s", length ? ", " : "",
                                   places[i].text);
    }
    free(places);
    return length;
}
