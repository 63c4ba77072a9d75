/* unreceived SITUATION: all programs end, one perhaps with an error, and messages are left
 * unreceived. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cube.h"
#include "cube_abi.h"
#include "cube_system_call.h"
#include "net/system/system.h"

static char buffer[20000];

/* `count` messages, each ten bytes longer than the one before. */
static int send_some(int to, int count) {
    int error = 0;
    for (int i = 1; i <= count; i++)
        error = error ? error : cube_send(to, buffer, (size_t)i * 10);
    return error;
}

/* All the others have ended long before the last message leaves, and pass it on. */
static int late(void) {
    if (cube_node() != 0)
        return 0;
    for (int i = 0; i < 3; i++) {
        if (send_some(cube_nodes() - 1, 1) || cube_send(cube_nodes() - 1, buffer, 5000))
            return 1;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return 0;
}

static int all_to_all(void) {
    int error = 0;
    for (int k = 0; k < cube_nodes(); k++)
        error = error ? error : send_some(cube_node() ^ k, 2);
    return error;
}

/* Each node names another place for its counts, and says nonsense there. */
static int lies(void) {
    static struct cube_unreceived counts;
    static const uint64_t nowhere[] = {1, 4096, UINT64_C(0xffffffc000000000), UINT64_MAX - 7,
                                       UINT64_C(1) << 39};
    enum { NOWHERE = sizeof nowhere / sizeof nowhere[0] };
    const struct cube_wait wait = {.peer = CUBE_NOBODY};
    memset(&counts, 0xff, sizeof counts);
    uint64_t place = cube_node() < NOWHERE ? nowhere[cube_node()] : (uintptr_t)&counts;
    if (cube_node() == NOWHERE) /* the counts run into what is not mapped */
        place = CUBE_NODE_PAGE_ADDRESS + CUBE_PAGE_BYTES - sizeof counts.all;
    system_call(CUBE_SYS_FINISH, 0, place, 0);
    while (system_wait(&wait) <= 0)
        ;
    return 98;
}

#define EXPRESSIONS(X)                                                                             \
    X(none, cube_node() == 0 ? send_some(1, 3) : 0)                                                \
    X(some, cube_node() == 0 ? send_some(1, 3) : cube_node() == 1 ? cube_recv(0, buffer, 10) : 0)  \
    X(empty, cube_node() == 0 ? cube_send(1, NULL, 0) : 0)                                         \
    X(own, cube_node() == 1 ? send_some(1, 2) : 0)                                                 \
    X(message_and_packet,                                                                          \
      cube_node() == 0 && (cube_send(1, buffer, 100) || cube_link_send(0, buffer, 200) ||          \
                           cube_link_send(0, buffer, 300)))                                        \
    X(with_status, cube_node() == 1 ? 3 : send_some(1, 1)) /* one of its own */

#define DEFINE(name, expression)                                                                   \
    static int name(void) {                                                                        \
        return expression;                                                                         \
    }
EXPRESSIONS(DEFINE)

static const struct {
    const char *name;
    int (*enter)(void);
} situations[] = {
#define ROW(name, expression) {#name, name},
    {"late", late}, {"all_to_all", all_to_all}, {"lies", lies}, EXPRESSIONS(ROW)};

int main(int argc, char *argv[]) {
    for (size_t i = 0; i < sizeof situations / sizeof situations[0]; i++)
        if (argc == 2 && strcmp(argv[1], situations[i].name) == 0)
            return situations[i].enter();
    fprintf(stderr, "unreceived: no such situation\n");
    return 98;
}
