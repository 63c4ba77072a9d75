/* The host, by requests over the line. Answers are checked: anything may be at the other end of the
 * line. */
#include "board/host.h"

#include "board/firmware.h"
#include "board/line/line.h"

void host_exit(uint8_t status) {
    line_ask(LINE_EXIT, NULL, 0, &status, sizeof status, NULL, 0);
    firmware_power_off();
}

bool host_trapped(uint64_t pc) {
    (void)pc;
    return false;
}

uint64_t host_seconds(void) {
    uint64_t seconds;
    return line_ask(LINE_TIME, NULL, 0, NULL, 0, &seconds, sizeof seconds) == sizeof seconds
               ? seconds
               : 0;
}

static int64_t open(enum line_kind kind, uint32_t descriptor) {
    uint32_t handle;
    size_t got = line_ask(kind, NULL, 0, &descriptor, sizeof descriptor, &handle, sizeof handle);
    return got == sizeof handle ? (int64_t)handle : -1;
}

int64_t host_open(uint32_t descriptor) {
    return open(LINE_OPEN, descriptor);
}

int64_t host_open_input(uint32_t descriptor) {
    return open(LINE_OPEN_INPUT, descriptor);
}

size_t host_read(int64_t handle, void *data, size_t bytes) {
    const uint32_t wanted = bytes < LINE_DATA_BYTES ? (uint32_t)bytes : LINE_DATA_BYTES;
    const uint32_t asked[] = {(uint32_t)handle, wanted};
    size_t got = line_ask(LINE_READ, NULL, 0, asked, sizeof asked, data, wanted);
    return got <= wanted ? got : 0;
}

size_t host_write(int64_t handle, const void *data, size_t bytes) {
    const uint32_t to = (uint32_t)handle;
    const uint8_t *from = data;
    size_t done = 0;
    while (done < bytes) {
        size_t some = LINE_DATA_BYTES - sizeof to;
        if (some > bytes - done)
            some = bytes - done;
        uint32_t taken = 0;
        if (line_ask(LINE_WRITE, &to, sizeof to, from + done, some, &taken, sizeof taken) !=
                sizeof taken ||
            taken > some)
            return done;
        done += taken;
        if (taken < some)
            return done;
    }
    return done;
}

/* What fits in no frame with the rest goes before. */
size_t host_ask(int64_t to, const void *data, size_t bytes, int64_t from, void *answer,
                size_t room) {
    const uint32_t wanted = room < LINE_DATA_BYTES ? (uint32_t)room : LINE_DATA_BYTES;
    const uint32_t asked[] = {(uint32_t)to, (uint32_t)from, wanted};
    const size_t most = LINE_DATA_BYTES - sizeof asked;
    const size_t before = bytes > most ? bytes - most : 0;
    if (host_write(to, data, before) != before)
        return 0;
    size_t got = line_ask(LINE_ASK, asked, sizeof asked, (const uint8_t *)data + before,
                          bytes - before, answer, wanted);
    return got <= wanted ? got : 0;
}

void host_close(int64_t handle) {
    const uint32_t closed = (uint32_t)handle;
    line_ask(LINE_CLOSE, NULL, 0, &closed, sizeof closed, NULL, 0);
}
