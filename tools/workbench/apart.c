#include "tools/workbench/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/schedule/own/own_step.h"
#include "cube_algorithm.h"

enum {
    SECONDS = 20,           /* of a processor that the process may take */
    WALL_SECONDS = 600,     /* for an answer, on however slow a host */
    MOST_BYTES = 256 << 20, /* of a schedule */
    MOST_MEMORY = 1 << 30,  /* bytes of the process */
    MOST_BLOCKS = 1 << 16,
    MOST_FIRST = 1 << 24, /* of numbers of blocks, so that sums of two fit into 32 bits */
};

#ifdef __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE AUDIT_ARCH_X86_64
#endif

/* ---- The process ---- */

static const char *name; /* of the tool */
static pid_t process;    /* of the algorithm */
static int line;         /* our end of the socket */

/* The only system calls that it has: memory, its socket, and its own start and end. All others fail
 * with EPERM. So it opens no file, reaches no other process and no network. */
static int confine(void) {
#define ALLOW(call)                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1),                                         \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(read),
        ALLOW(write),
        ALLOW(brk),
        ALLOW(mmap),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(mprotect),
        ALLOW(execve),
        ALLOW(exit),
        ALLOW(exit_group),
#ifdef SYS_arch_prctl
        ALLOW(arch_prctl),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
               ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)
               : -1;
}

static _Noreturn void become(const char *path, int socket) {
    int null = open("/dev/null", O_RDWR);
    const struct rlimit seconds = {SECONDS, SECONDS + 1}, none = {0, 0},
                        memory = {MOST_MEMORY, MOST_MEMORY};
    for (int standard = 0; standard < APART_SOCKET; standard++)
        dup2(null, standard);
    dup2(socket, APART_SOCKET); /* of ours, no other descriptor outlives the call of execve */
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_AS, &memory);
    if (confine() == 0)
        execve(path, (char *[]){(char *)(uintptr_t)path, NULL}, (char *[]){NULL});
    _exit(127);
}

static void end_process(void) {
    kill(process, SIGKILL);
}

/* Ends this process, and says how the other one has ended, or why nothing it says is taken. */
static _Noreturn void give_up(const char *why) {
    int status = 0;
    bool is_late = errno == EAGAIN;
    if (!why) {
        close(line);
        bool gone = waitpid(process, &status, WNOHANG) == process;
        for (int wait = 0; !gone && wait < SECONDS && !is_late; wait++, sleep(1))
            gone = waitpid(process, &status, WNOHANG) == process;
        why = gone && WIFSIGNALED(status) &&
                      (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)
                  ? "a function does not return"
              : gone && WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
              : gone                        ? "it ended the process"
                                            : "no answer (this host may be too slow)";
    }
    fprintf(stderr, "%s: the algorithm fails in a process of its own: %s\n", name, why);
    exit(EXIT_FAILURE);
}

static void hear(void *data, size_t bytes) {
    for (char *at = data; bytes > 0;) {
        ssize_t got = read(line, at, bytes);
        if (got <= 0)
            give_up(NULL);
        at += got;
        bytes -= (size_t)got;
    }
}

/* ---- Its algorithm, as we know it: all of one shape ---- */

static struct apart_identity identity;
static struct shape known;
static struct apart_case about;
static uint32_t *known_blocks;
static uint32_t known_reads;
static struct step *known_steps;

static void *allocate(void *old, size_t bytes) {
    void *memory = bytes <= MOST_BYTES ? realloc(old, bytes + 1) : NULL;
    if (!memory)
        give_up("its schedule is too large");
    return memory;
}

/* Whether the checker can walk a step without going beyond any array; it checks the rest. */
static bool is_sane(const struct step *step) {
    bool sane = step->moves <= STEP_MOVES;
    for (uint32_t m = 0; sane && m < step->moves; m++) {
        const struct block_set *from = &step->move[m].from, *to = &step->move[m].to;
        sane = from->area < SCHEDULE_AREAS && to->area < SCHEDULE_AREAS &&
               from->first < MOST_FIRST && to->first < MOST_FIRST && from->free < MOST_BLOCKS &&
               to->free < MOST_BLOCKS && (uint64_t)from->free * to->free < MOST_FIRST;
    }
    for (uint32_t port = 0; sane && port < SCHEDULE_DIMENSIONS; port++)
        sane = !(step->sends >> port & 1 && step->send[port].first >= MOST_FIRST) &&
               !((step->receives | step->relays) >> port & 1 &&
                 step->receive[port].first >= MOST_FIRST);
    return sane;
}

static void know_steps(const struct shape *shape) {
    size_t nodes = shape_nodes(shape), counts = nodes * identity.areas;
    if (about.steps >= MOST_BYTES / sizeof *known_steps)
        give_up("its schedule is too large");
    size_t steps = nodes * (about.steps + 1);
    known_blocks = allocate(known_blocks, counts * sizeof *known_blocks);
    known_steps = allocate(known_steps, steps * sizeof *known_steps);
    hear(known_blocks, counts * sizeof *known_blocks);
    hear(known_steps, steps * sizeof *known_steps);
    for (size_t k = 0; k < counts; k++)
        if (known_blocks[k] > MOST_BLOCKS)
            give_up("an area has too many blocks");
    for (size_t k = 0; k < steps; k++)
        if (!is_sane(&known_steps[k]))
            give_up("it returned an invalid step");
}

/* Gets all of a shape, which stays as it is told now. */
static void know(const struct shape *shape) {
    struct shape bare = *shape;
    bare.table = NULL;
    if (memcmp(&bare, &known, offsetof(struct shape, side) + sizeof bare.side) == 0)
        return;
    known = bare;
    if (send(line, &bare, sizeof bare, MSG_NOSIGNAL) != sizeof bare)
        give_up(NULL);
    hear(&about, sizeof about);
    if (about.applicable)
        know_steps(shape);
    hear(&known_reads, sizeof known_reads);
}

/* Reads again what was read there: the checker counts that (collectives/check/checker.h). */
static void know_and_read(const struct shape *shape) {
    know(shape);
    if (known_reads & VARIES_ROOT)
        cube_shape_root(shape);
    if (known_reads & VARIES_TARGET)
        cube_shape_target(shape);
    if (known_reads & VARIES_PACKETS)
        cube_shape_packets(shape);
    if (known_reads & VARIES_SHIFT)
        cube_shape_shift(shape);
    if (known_reads & VARIES_SIDES)
        cube_shape_axes(shape);
}

static bool applicable(const struct shape *shape) {
    know_and_read(shape);
    return about.applicable;
}

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    know_and_read(shape);
    return known_blocks[node * identity.areas + area];
}

static uint32_t steps(const struct shape *shape) {
    know_and_read(shape);
    return about.steps;
}

static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    know_and_read(shape);
    if (number >= 1 && number <= about.steps + 1)
        *step = known_steps[(number - 1) * (size_t)shape_nodes(shape) + node];
}

const struct algorithm *apart_start(const char *tool, const char *path) {
    int ends[2];
    const struct timeval longest = {.tv_sec = WALL_SECONDS};
    static struct cube_own_algorithm own;
    name = tool;
    known.dimension = UINT32_MAX;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || (process = fork()) < 0)
        give_up(strerror(errno));
    if (process == 0)
        become(path, ends[1]);
    atexit(end_process);
    close(ends[1]);
    line = ends[0];
    setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    hear(&identity, sizeof identity);
    identity.name[sizeof identity.name - 1] = '\0';
    identity.operation[sizeof identity.operation - 1] = '\0';
    for (char *c = identity.name; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\') /* it is printed */
            *c = '?';
    own = (struct cube_own_algorithm){
        .version = identity.version,
        .name = identity.name,
        .operation = identity.operation,
        .ports = (enum cube_ports)(CUBE_ALL_PORT + identity.ports),
        .stores = identity.stores,
        .ordered = identity.ordered,
        .varies = identity.varies,
        .areas = identity.areas,
        .accumulators = identity.accumulators,
        .applicable = applicable,
        .blocks = blocks,
        .steps = steps,
        .step = step,
    };
    if (own.version == 0)
        give_up("CUBE_ALGORITHM adds no algorithm");
    if (own.areas == 0 || own.areas > SCHEDULE_AREAS || cube_algorithm_add(&own) != 0)
        give_up("it is not an algorithm, or its operation is unknown");
    return catalogue_own(0);
}
