/* All nodes write to one stream socket. The host keeps the order of writes, names the sender of
 * each piece, and never joins pieces of two processes (unix(7), SO_PASSCRED). */
#include "kernel/native/console.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kernel/console_line.h"
#include "kernel/native/host.h"

enum { PIECE_BYTES = 1 << 16, NOBODY = -1 };

int console_source, console_error;
static int nodes_end;
static int writer = NOBODY; /* the node whose text ends the output's last, unfinished line */

bool console_open(void) {
    static const int on = 1;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ||
        setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) < 0)
        return false;
    console_source = ends[0];
    nodes_end = ends[1];
    return true;
}

void console_become_node(void) {
    dup2(nodes_end, STDOUT_FILENO);
    dup2(nodes_end, STDERR_FILENO);
    close(nodes_end);
    close(console_source);
    setvbuf(stdout, NULL, _IOLBF,
            0); /* as where output is a terminal, which it is on the machine */
}

static void put(const char *text, size_t bytes) {
    while (bytes) {
        ssize_t put = write(STDOUT_FILENO, text, bytes);
        if (put < 0 && errno == EAGAIN) {
            struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&output, 1, -1);
        } else if (put < 0 && errno != EINTR) {
            console_error = errno;
            return;
        }
        text += put < 0 ? 0 : put;
        bytes -= put < 0 ? 0 : (size_t)put;
    }
}

static void end_line(void) {
    if (writer != NOBODY)
        put("\n", 1);
    writer = NOBODY;
}

/* Prints a node's line as far as it goes. */
static void flush(struct node *node) {
    struct console_line *line = &node->line;
    if (!line->bytes)
        return;
    if (writer != (int)node->number) {
        end_line();
        if (host_options.tag)
            put(node->text, (size_t)snprintf(node->text, sizeof node->text, "[%u] ", node->number));
    }
    writer = (int)node->number;
    put(line->text, line->bytes);
    if (line->text[line->bytes - 1] == '\n')
        writer = NOBODY;
    line->bytes = 0;
}

void console_write(struct node *node, const char *text, size_t bytes) {
    console_line_take(node, &node->line, flush, text, bytes);
}

void console_take(void) {
    static char piece[PIECE_BYTES];
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(struct ucred))];
    } control;
    struct iovec data = {piece, sizeof piece};
    for (;;) {
        struct msghdr message = {.msg_iov = &data,
                                 .msg_iovlen = 1,
                                 .msg_control = &control,
                                 .msg_controllen = sizeof control};
        ssize_t bytes = recvmsg(console_source, &message, MSG_DONTWAIT);
        if (bytes <= 0)
            return;
        struct ucred sender = {0};
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        if (head && head->cmsg_type == SCM_CREDENTIALS)
            memcpy(&sender, CMSG_DATA(head), sizeof sender);
        struct host_node *node = host_find(sender.pid);
        if (node)
            console_write(&node->node, piece, (size_t)bytes);
        else
            console_show(piece, (size_t)bytes);
    }
}

bool console_holds(void) {
    return node_at(0)->line.bytes > 0;
}

void console_ask(void) {
    flush(node_at(0));
}

void console_end_lines(void) {
    for (uint32_t i = 0; i < node_count; i++)
        flush(&host->node[i].node);
}

void console_show(const char *text, size_t bytes) {
    end_line();
    put(text, bytes);
}

void console_print(const char *format, ...) {
    static char text[CONSOLE_TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (bytes > (int)sizeof text - 1)
        bytes = sizeof text - 1;
    console_show(text, bytes > 0 ? (size_t)bytes : 0);
}
