#include "tools/bridge/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tools/bridge/shared.h"
#include "tools/bridge/wire.h"

enum { PIECE = 64 << 10, NONE = -1 };

static uint32_t parts;
static int consoles[PART_MOST], records[PART_MOST];
static off_t recorded[PART_MOST]; /* bytes of far parts' records that are in their files */
static uint8_t piece[PIECE];

void output_open(const struct settings *settings) {
    parts = settings->parts;
    for (uint32_t part = 0, next = 0; part < parts; part++) {
        bool listed = host_self == 0 ? !part_is_near(part) : part_is_near(part);
        consoles[part] = listed ? settings->consoles[next] : NONE;
        records[part] = listed ? settings->records[next] : NONE;
        next += listed;
        if (host_self != 0 && consoles[part] != NONE)
            fcntl(consoles[part], F_SETFL, O_NONBLOCK);
    }
}

int output_console(uint32_t part) {
    return consoles[part];
}

static void write_piece(enum note_kind kind, uint32_t part, size_t bytes) {
    struct note_output *output = wire_write(0, kind, sizeof *output + bytes);
    *output = (struct note_output){.part = part, .bytes = (uint32_t)bytes};
    memcpy(output->data, piece, bytes);
}

uint32_t output_read(void) {
    uint32_t ended = 0;
    for (uint32_t part = 0; part < parts; part++) {
        if (host_self == 0 || consoles[part] == NONE || wire_is_full(0))
            continue;
        ssize_t got = read(consoles[part], piece, sizeof piece);
        if (got < 0)
            continue;
        write_piece(NOTE_OUTPUT, part, (size_t)got);
        if (got == 0) {
            close(consoles[part]);
            consoles[part] = NONE;
            ended |= 1u << part;
        }
    }
    return ended;
}

bool output_has_ended(void) {
    for (uint32_t part = 0; part < parts; part++)
        if (consoles[part] != NONE)
            return false;
    return true;
}

void output_write_records(void) {
    for (uint32_t part = 0; part < parts; part++) {
        ssize_t got;
        for (off_t at = 0; records[part] != NONE; at += got) {
            got = pread(records[part], piece, sizeof piece, at);
            if (got <= 0)
                break;
            write_piece(NOTE_RECORDS, part, (size_t)got);
            if (wire_is_full(0))
                wire_drain(0, -1);
        }
    }
}

void output_apply(uint32_t host, const struct note *note) {
    const struct note_output *output = (const void *)(note + 1);
    if (host_self != 0 || note->bytes < sizeof *output ||
        note->bytes - sizeof *output < output->bytes || output->part >= parts ||
        host_of_part(output->part) != host)
        give_up("host %s: invalid message: output of a part that it does not run",
                host_names[host]);
    bool is_record = note->kind == NOTE_RECORDS;
    int to = (is_record ? records : consoles)[output->part];
    off_t *end = &recorded[output->part];
    for (size_t at = 0; to != NONE && at < output->bytes;) {
        const uint8_t *rest = output->data + at;
        size_t bytes = output->bytes - at;
        /* cuberun reads a record from where the file's offset is, which stays at its beginning. */
        ssize_t written = is_record ? pwrite(to, rest, bytes, *end) : write(to, rest, bytes);
        if (written < 0 && errno != EINTR)
            return; /* cuberun reads no more */
        at += written > 0 ? (size_t)written : 0;
        *end += is_record && written > 0 ? written : 0;
    }
}

void output_close(uint32_t part) {
    if (consoles[part] != NONE)
        close(consoles[part]);
    consoles[part] = NONE;
}
