/* Pipes within a process (libc/pipes.h). With the argument `wait` it waits for an empty one. */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "tests/tap.h"

enum { CAPACITY = 65536, READS = 0, WRITES = 1 };

static char sent[CAPACITY + 1], got[CAPACITY + PIPE_BUF];

static void ends(void) {
    struct stat status;
    int pair[2];
    ok(pipe(pair) == 0 && pair[READS] == 3 && pair[WRITES] == 4, "the lowest descriptors");
    ok(fstat(pair[READS], &status) == 0 && S_ISFIFO(status.st_mode) && status.st_size == 0 &&
           fstat(pair[WRITES], &status) == 0 && S_ISFIFO(status.st_mode),
       "fstat");
    ok(fcntl(pair[READS], F_GETFL) == (O_RDONLY | O_NONBLOCK) &&
           fcntl(pair[WRITES], F_GETFL) == (O_WRONLY | O_NONBLOCK),
       "they never wait: O_NONBLOCK");
    ok(!isatty(pair[READS]) && errno == ENOTTY, "isatty: ENOTTY");
    ok(fails(read(pair[READS], got, 1), EAGAIN), "a read from an empty pipe: EAGAIN");
    ok(write(pair[WRITES], "ab", 2) == 2 && write(pair[WRITES], "cde", 3) == 3 &&
           read(pair[READS], got, 1) == 1 && read(pair[READS], got + 1, 9) == 4 &&
           memcmp(got, "abcde", 5) == 0,
       "all bytes come out in their order");
    struct iovec pieces[] = {{got, 5}, {got + 5, 1}};
    ok(write(pair[WRITES], sent, 5) == 5 && readv(pair[READS], pieces, 2) == 5 &&
           fails(readv(pair[READS], pieces, 2), EAGAIN),
       "readv ends after a full piece where there is no more");
    ok(fails(read(pair[WRITES], got, 1), EBADF) && fails(write(pair[READS], sent, 1), EBADF),
       "each end has its use: EBADF");
    ok(fails(lseek(pair[READS], 0, SEEK_SET), ESPIPE) &&
           fails(pread(pair[READS], got, 1, 0), ESPIPE) &&
           fails(pwrite(pair[WRITES], sent, 1, 0), ESPIPE) &&
           fails(ftruncate(pair[WRITES], 0), EINVAL),
       "there are no positions: ESPIPE");
    ok(write(pair[WRITES], "f", 1) == 1 && close(pair[WRITES]) == 0 &&
           read(pair[READS], got, 9) == 1 && read(pair[READS], got, 9) == 0,
       "what was written is left when the writer has gone, and then the end");
    ok(close(pair[READS]) == 0 && fails(read(pair[READS], got, 1), EBADF), "close");
}

static void limits(void) {
    int pair[2];
    for (size_t i = 0; i < sizeof sent; i++)
        sent[i] = (char)(i % 251);
    ok(pipe(pair) == 0 && write(pair[WRITES], sent, sizeof sent) == CAPACITY,
       "a long write ends where the pipe is full");
    ok(fails(write(pair[WRITES], sent, 1), EAGAIN), "then there is no room: EAGAIN");
    ok(read(pair[READS], got, PIPE_BUF - 1) == PIPE_BUF - 1 &&
           fails(write(pair[WRITES], sent, PIPE_BUF), EAGAIN),
       "PIPE_BUF bytes are not cut: EAGAIN");
    ok(write(pair[WRITES], sent, PIPE_BUF + 1) == PIPE_BUF - 1, "more are");
    ok(read(pair[READS], got + PIPE_BUF - 1, sizeof got) == CAPACITY &&
           memcmp(got, sent, CAPACITY) == 0 && memcmp(got + CAPACITY, sent, PIPE_BUF - 1) == 0,
       "all bytes come out in their order");
    close(pair[READS]);
    close(pair[WRITES]);
    for (int i = 0; i < 10000; i++)
        if (pipe(pair) < 0 || close(pair[WRITES]) < 0 || close(pair[READS]) < 0)
            break;
    ok(pipe(pair) == 0 && pair[READS] == 3, "pipes that are closed take no memory");
    int copies[64], count = 0;
    while ((copies[count] = dup(pair[READS])) >= 0)
        count++;
    close(copies[--count]);
    ok(fails(pipe(copies + count), EMFILE) && dup(1) == 63, "one descriptor is too few: EMFILE");
    for (int i = 3; i < 64; i++)
        close(i);
}

static void duplicates(void) {
    int pair[2];
    pipe(pair);
    int other = dup(pair[WRITES]);
    ok(close(pair[WRITES]) == 0 && write(other, "x", 1) == 1 && read(pair[READS], got, 9) == 1 &&
           fails(read(pair[READS], got, 1), EAGAIN),
       "the end comes when the last writer has gone");
    ok(dup2(pair[READS], other) == other && read(other, got, 1) == 0, "dup2 closes a writer");
    close(other);
    close(pair[READS]);

    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    pipe(pair);
    dup2(pair[WRITES], STDOUT_FILENO);
    printf("caught\n");
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    ssize_t bytes = read(pair[READS], got, sizeof got);
    got[bytes > 0 ? bytes : 0] = 0;
    ok(strcmp(got, "caught\n") == 0, "a program reads its own output");
    FILE *file = fdopen(pair[WRITES], "w");
    ok(file && fprintf(file, "%d lines\n", 1) == 8 && fclose(file) == 0 &&
           (file = fdopen(pair[READS], "r")) && fgets(got, sizeof got, file) &&
           strcmp(got, "1 lines\n") == 0 && !fgets(got, sizeof got, file) && feof(file) &&
           fclose(file) == 0 && fails(close(pair[READS]), EBADF),
       "streams");
    close(before);
}

static short state(int descriptor) {
    struct pollfd asked = {.fd = descriptor, .events = POLLIN | POLLOUT};
    bool ready = poll(&asked, 1, 0) == 1;
    return ready == (asked.revents != 0) ? asked.revents : -1;
}

static void ready(void) {
    struct timeval none = {0};
    fd_set set;
    int pair[2];
    pipe(pair);
    ok(state(pair[READS]) == 0 && state(pair[WRITES]) == POLLOUT, "poll of an empty pipe");
    FD_ZERO(&set);
    FD_SET(pair[READS], &set);
    ok(select(9, &set, NULL, NULL, &none) == 0 && !FD_ISSET(pair[READS], &set), "select");
    write(pair[WRITES], sent, CAPACITY - PIPE_BUF);
    ok(state(pair[READS]) == POLLIN && state(pair[WRITES]) == POLLOUT, "poll of a fuller one");
    write(pair[WRITES], sent, 1);
    FD_SET(pair[READS], &set);
    ok(state(pair[WRITES]) == 0, "and of one that is too full for PIPE_BUF bytes");
    ok(select(9, &set, NULL, NULL, NULL) == 1 && FD_ISSET(pair[READS], &set), "select");
    close(pair[WRITES]);
    ok(state(pair[READS]) == (POLLIN | POLLHUP), "of one whose writer has gone: POLLHUP");
    close(pair[READS]);
    pipe(pair);
    close(pair[READS]);
    ok(state(pair[WRITES]) == (POLLOUT | POLLERR), "of one whose reader has gone: POLLERR");
    ok(fails(write(pair[WRITES], sent, 1), EPIPE), "a write to it: EPIPE");
    close(pair[WRITES]);
}

int main(int arguments, char *argument[]) {
    int pair[2];
    if (arguments > 1 && strcmp(argument[1], "wait") == 0 && pipe(pair) == 0)
        return poll(&(struct pollfd){.fd = pair[READS], .events = POLLIN}, 1, -1);
    ends();
    limits();
    duplicates();
    ready();
    return tap_end();
}
