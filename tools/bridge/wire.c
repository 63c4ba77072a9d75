#include "tools/bridge/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tools/bridge/bridge.h"

enum {
    FULL = 8 << 20,
    AT_ONCE = 256 << 10, /* the most bytes received at once, for which there must be room */
};

struct buffer {
    uint8_t *data;
    size_t begin, end, room;
};

static struct wire {
    int descriptor; /* -1: the host has gone away; 0: none yet */
    struct buffer in, out;
    uint32_t written, read;
} wires[HOSTS_MOST];

static size_t most = AT_ONCE;

void wire_limit(size_t bytes) {
    most = bytes;
}

/* Makes room for N bytes behind what is in a buffer. What was in it may move. */
static void make_room(struct buffer *buffer, size_t bytes) {
    if (buffer->room - buffer->end >= bytes)
        return;
    size_t used = buffer->end - buffer->begin;
    if (buffer->begin > 0)
        memmove(buffer->data, buffer->data + buffer->begin, used);
    buffer->begin = 0;
    buffer->end = used;
    if (buffer->room - used >= bytes)
        return;
    buffer->room = 2 * (used + bytes);
    buffer->data = realloc(buffer->data, buffer->room);
    if (!buffer->data)
        give_up("host %s: not enough memory for queued messages", host_names[host_self]);
}

static void take(struct buffer *buffer, size_t bytes) {
    buffer->begin += bytes;
    if (buffer->begin == buffer->end)
        buffer->begin = buffer->end = 0;
}

void wire_open(uint32_t host, int connection, int lost_after) {
    int on = 1, second = 1, lost_after_ms = 1000 * lost_after;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(connection, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(connection, IPPROTO_TCP, TCP_KEEPIDLE, &second, sizeof second);
    setsockopt(connection, IPPROTO_TCP, TCP_KEEPINTVL, &second, sizeof second);
    setsockopt(connection, IPPROTO_TCP, TCP_KEEPCNT, &lost_after, sizeof lost_after);
    setsockopt(connection, IPPROTO_TCP, TCP_USER_TIMEOUT, &lost_after_ms, sizeof lost_after_ms);
    fcntl(connection, F_SETFL, O_NONBLOCK);
    wires[host].descriptor = connection;
}

bool wire_is_open(uint32_t host) {
    return wires[host].descriptor > 0;
}

int wire_descriptor(uint32_t host) {
    return wires[host].descriptor;
}

static bool lose(struct wire *wire) {
    if (wire->descriptor > 0)
        close(wire->descriptor);
    wire->descriptor = -1;
    return false;
}

/* Whether a call has failed because nothing is possible at the moment. */
static bool must_wait(void) {
    return errno == EAGAIN || errno == EINTR;
}

void *wire_write(uint32_t host, enum note_kind kind, size_t bytes) {
    struct wire *wire = &wires[host];
    size_t whole = (bytes + 7) / 8 * 8;
    make_room(&wire->out, sizeof(struct note) + whole);
    struct note note = {.kind = (uint32_t)kind, .bytes = (uint32_t)whole};
    uint8_t *at = wire->out.data + wire->out.end;
    memcpy(at, &note, sizeof note);
    memset(at + sizeof note + bytes, 0, whole - bytes);
    wire->out.end += sizeof note + whole;
    wire->written++;
    return at + sizeof note;
}

uint32_t wire_written(uint32_t host) {
    return wires[host].written;
}

bool wire_is_full(uint32_t host) {
    return wires[host].out.end - wires[host].out.begin > FULL;
}

bool wire_has_more(uint32_t host) {
    return wires[host].out.end > wires[host].out.begin;
}

bool wire_send(uint32_t host) {
    struct wire *wire = &wires[host];
    while (wire_has_more(host)) {
        ssize_t sent = send(wire->descriptor, wire->out.data + wire->out.begin,
                            wire->out.end - wire->out.begin, MSG_NOSIGNAL);
        if (sent < 0)
            return must_wait() || lose(wire);
        take(&wire->out, (size_t)sent);
    }
    return true;
}

bool wire_receive(uint32_t host) {
    struct wire *wire = &wires[host];
    make_room(&wire->in, AT_ONCE);
    ssize_t got =
        recv(wire->descriptor, wire->in.data + wire->in.end, wire->in.room - wire->in.end, 0);
    if (got < 0 && must_wait())
        return true;
    if (got <= 0)
        return lose(wire);
    wire->in.end += (size_t)got;
    return true;
}

const struct note *wire_next(uint32_t host) {
    struct wire *wire = &wires[host];
    struct buffer *in = &wire->in;
    size_t there = in->end - in->begin;
    /* Each note begins at a multiple of 8 bytes from the buffer's beginning. */
    const struct note *note = (const void *)(in->data + in->begin);
    if (there < sizeof *note)
        return NULL;
    if (note->bytes > most || note->bytes % 8 != 0)
        give_up("host %s: invalid message: its length is %u bytes", host_names[host], note->bytes);
    if (there < sizeof *note + note->bytes)
        return NULL;
    take(in, sizeof *note + note->bytes);
    wire->read++;
    return note;
}

uint32_t wire_read(uint32_t host) {
    return wires[host].read;
}

void wire_drain(uint32_t host, int patience) {
    struct pollfd wait = {.fd = wires[host].descriptor, .events = POLLOUT};
    while (wire_is_open(host) && wire_has_more(host) && poll(&wait, 1, patience) > 0)
        wire_send(host);
}

void wire_close_all(void) {
    for (uint32_t host = 0; host < host_count; host++)
        if (wire_is_open(host))
            lose(&wires[host]);
}
