/* Finds a stranger that is accepted, or keeps bridges from connecting: one that sends nothing, too
 * little, or wrong data to host 0 of three. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/test.h"
#include "tools/bridge/bridge.h"
#include "tools/bridge/invitation.h"
#include "tools/bridge/wire.h"

/* More of them than host 0 has patience for, if it heard one after the other. */
enum { HOSTS = 3, SILENT = 20, GREETING_BYTES = SECRET_BYTES + 4 };

static struct invitation invitation;

/* Connects, and says the first `bytes` bytes of a greeting. Returns the connection. */
static int say(const uint8_t *secret, uint32_t host, size_t bytes) {
    uint8_t greeting[GREETING_BYTES];
    const struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = invitation.port,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    memcpy(greeting, secret, SECRET_BYTES);
    memcpy(greeting + SECRET_BYTES, &host, sizeof host);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0 || connect(connection, (const struct sockaddr *)&address, sizeof address) ||
        send(connection, greeting, bytes, MSG_NOSIGNAL) != (ssize_t)bytes)
        _exit(2);
    return connection;
}

/* Whether host 0 closes a connection and has said nothing. */
static bool is_turned_away(int connection) {
    uint8_t answer;
    return recv(connection, &answer, 1, 0) <= 0;
}

/* Takes the invitation as a host, in a process of its own, which it returns. */
static pid_t come(uint32_t host) {
    pid_t child = fork();
    if (child == 0) {
        host_self = host;
        close(STDERR_FILENO);
        invitation_take(&invitation);
        _exit(0);
    }
    return child;
}

static int status_of(pid_t child) {
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* All who connect, in the order in which they do. Returns 0 if each was treated as it should. */
static int crowd(void) {
    uint8_t wrong[SECRET_BYTES];
    memcpy(wrong, invitation.secret[0], SECRET_BYTES);
    wrong[SECRET_BYTES - 1] ^= 1;
    for (int i = 0; i < SILENT; i++)
        say(wrong, 1, 0);
    int late = say(invitation.secret[0], 1, GREETING_BYTES - 1);
    close(say(invitation.secret[0], 1, SECRET_BYTES));
    if (!is_turned_away(say(wrong, 1, GREETING_BYTES)) ||
        !is_turned_away(say(invitation.secret[0], 0, GREETING_BYTES)) ||
        !is_turned_away(say(invitation.secret[0], HOSTS, GREETING_BYTES)) ||
        !is_turned_away(say(invitation.secret[0], UINT32_MAX, GREETING_BYTES)))
        return 3;
    if (status_of(come(1)) != 0)
        return 4;
    if (!is_turned_away(say(invitation.secret[0], 1, GREETING_BYTES)))
        return 5; /* host 1 is there already */
    if (status_of(come(2)) != 0)
        return 6;
    return is_turned_away(late) ? 0 : 7;
}

TEST(strangers_are_turned_away_and_keep_nobody_waiting) {
    host_count = HOSTS;
    int listener = invitation_open(&invitation);
    pid_t child = fork();
    if (child == 0)
        _exit(crowd());
    invitation_await(listener, &invitation);
    assert_true(wire_is_open(1));
    assert_true(wire_is_open(2));
    assert_int_equal(status_of(child), 0);
}

TEST(a_stranger_in_the_place_of_host_0) {
    host_count = HOSTS;
    int listener = invitation_open(&invitation);
    invitation.address[0] = htonl(INADDR_LOOPBACK);
    invitation.addresses = 1;
    pid_t child = come(1);
    int connection = accept(listener, NULL, NULL);
    assert_int_equal(send(connection, invitation.secret[0], SECRET_BYTES, 0), SECRET_BYTES);
    assert_int_equal(status_of(child), STATUS_HOST);
}
