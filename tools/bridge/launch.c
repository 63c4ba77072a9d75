#include "tools/bridge/launch.h"

#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/bridge/bridge.h"
#include "tools/bridge/invitation.h"
#include "tools/bridge/wire.h"

enum {
    IDENTITY_BYTES = 192,
    PATIENCE = 15, /* seconds until the launcher has brought all hosts together */
};

struct member {
    char name[HOST_NAME_BYTES];
    char identity[IDENTITY_BYTES];
    uint32_t cores; /* of the host, that this process may use */
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

/* Whether each part and each bridge has a core of its own. Several processes may be on one
 * host. */
static bool cores_are_dedicated(const struct member *members, uint32_t parts) {
    for (uint32_t host = 0; host < host_count; host++) {
        uint32_t busy = 0;
        for (uint32_t other = 0; other < host_count; other++)
            if (strcmp(members[host].name, members[other].name) == 0)
                busy += parts / host_count + 1;
        if (members[host].cores < busy)
            return false;
    }
    return true;
}

static bool chooses_mpi(const struct member *members, uint32_t parts) {
    const char *asked = getenv("BRIDGE_CARRIER");
    if (!asked || !asked[0])
        return cores_are_dedicated(members, parts);
    if (strcmp(asked, "mpi") != 0 && strcmp(asked, "tcp") != 0)
        give_up("BRIDGE_CARRIER: unknown value '%.20s' (expected: mpi or tcp)", asked);
    return asked[0] == 'm';
}

void launch(const char *identity, uint32_t parts) {
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
    cpu_set_t cores;
    self.cores = sched_getaffinity(0, sizeof cores, &cores) ? 1 : (uint32_t)CPU_COUNT(&cores);
    host_count = (uint32_t)size;
    host_self = (uint32_t)rank;
    MPI_Allgather(&self, sizeof self, MPI_BYTE, members, sizeof self, MPI_BYTE, MPI_COMM_WORLD);
    for (uint32_t host = 0; host < host_count; host++)
        memcpy(host_names[host], members[host].name, HOST_NAME_BYTES);
    if (host_self == 0) {
        listener = invitation_open(&invitation);
        invitation.by_mpi = chooses_mpi(members, parts);
    }
    MPI_Bcast(&invitation, sizeof invitation, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (invitation.by_mpi) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        wire_carry(&carrier_mpi);
    } else {
        MPI_Finalize();
    }
    alarm(0);
    check_identities(members);
    if (host_self == 0)
        invitation_await(listener, &invitation);
    else
        invitation_take(&invitation);
}
