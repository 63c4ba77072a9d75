#include "tools/bridge/launch.h"

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/bridge/bridge.h"
#include "tools/bridge/invitation.h"

enum {
    IDENTITY_BYTES = 192,
    PATIENCE = 15, /* seconds until the launcher has brought all hosts together */
};

struct member {
    char name[HOST_NAME_BYTES];
    char identity[IDENTITY_BYTES];
};

static void check_identities(const struct member *members) {
    for (uint32_t host = 1; host < host_count; host++)
        if (strcmp(members[host].identity, members[0].identity) != 0) {
            if (host_self != 0)
                give_up_silently();
            give_up("host %s (process %u of %u) runs another graycube, program or options than %s: "
                    "'%s' instead of '%s'",
                    host_names[host], host, host_count, host_names[0], members[host].identity,
                    members[0].identity);
        }
}

/* Where one of the hosts has ended before that, the library waits for it for ever. */
static void give_up_waiting(int signal) {
    static const char line[] = "cuberun: a host of the launcher is missing or was lost\n";
    (void)signal;
    ssize_t written = write(STDERR_FILENO, line, sizeof line - 1);
    (void)written;
    _exit(STATUS_HOST);
}

void launch(const char *identity) {
    static struct member members[HOSTS_MOST];
    struct invitation invitation = {0};
    struct member self = {0};
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    int rank, size, length, listener = -1;
    signal(SIGALRM, give_up_waiting);
    alarm(PATIENCE);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > HOSTS_MOST)
        give_up("too many processes: the launcher started %d (at most %d)", size, PART_MOST);
    MPI_Get_processor_name(name, &length);
    snprintf(self.name, sizeof self.name, "%.*s", HOST_NAME_BYTES - 1, name);
    snprintf(self.identity, sizeof self.identity, "%.*s", IDENTITY_BYTES - 1, identity);
    host_count = (uint32_t)size;
    host_self = (uint32_t)rank;
    MPI_Allgather(&self, sizeof self, MPI_BYTE, members, sizeof self, MPI_BYTE, MPI_COMM_WORLD);
    for (uint32_t host = 0; host < host_count; host++)
        memcpy(host_names[host], members[host].name, HOST_NAME_BYTES);
    if (host_self == 0)
        listener = invitation_open(&invitation);
    MPI_Bcast(&invitation, sizeof invitation, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    alarm(0);
    check_identities(members);
    if (host_self == 0)
        invitation_await(listener, &invitation);
    else
        invitation_take(&invitation);
}
