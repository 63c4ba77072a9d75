/* POSIX besides files (tests/boot/folder.c): signals, waiting, memory, lines, patterns, wide
 * characters, and unsupported functions. With the argument `terminals` it prints which standard
 * streams are terminals. */
#include <dlfcn.h>
#include <fnmatch.h>
#include <grp.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <pwd.h>
#include <regex.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <tgmath.h>
#include <time.h>
#include <wchar.h>

#include "tests/tap.h"

static int caught, inner;
static bool was_blocked;

static void count(int number) {
    caught += number;
}

static void raise_within(int number) {
    caught++;
    raise(SIGUSR2); /* blocked meanwhile */
    inner = caught;
    if (caught == 1)
        raise(number); /* as this one is */
}

static void tell(int number, siginfo_t *info, void *context) {
    sigset_t blocked;
    (void)context;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    was_blocked = sigismember(&blocked, number) && sigismember(&blocked, SIGUSR2);
    caught = info->si_signo == number && info->si_code == SI_USER && info->si_pid == getpid();
}

static void signals(void) {
    struct sigaction action = {.sa_handler = count}, before;
    ok(sigaction(SIGUSR1, &action, &before) == 0 && before.sa_handler == SIG_DFL &&
           raise(SIGUSR1) == 0 && raise(SIGUSR1) == 0 && caught == 2 * SIGUSR1,
       "an action stays after its signal has come");
    action = (struct sigaction){.sa_sigaction = tell, .sa_flags = SA_SIGINFO};
    sigaddset(&action.sa_mask, SIGUSR2);
    ok(sigaction(SIGUSR1, &action, &before) == 0 && before.sa_handler == count &&
           raise(SIGUSR1) == 0 && caught == 1 && was_blocked,
       "a handler is told more, and blocks signals");
    action = (struct sigaction){.sa_handler = raise_within};
    sigaddset(&action.sa_mask, SIGUSR2);
    struct sigaction other = {.sa_handler = count};
    caught = 0;
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &other, NULL);
    raise(SIGUSR1);
    ok(inner == 2 && caught == SIGUSR2 + 2, "what comes while it is blocked arrives afterwards");
    sigset_t set, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    ok(sigprocmask(SIG_BLOCK, &set, NULL) == 0 && raise(SIGTERM) == 0 &&
           sigpending(&pending) == 0 && sigismember(&pending, SIGTERM) &&
           !sigismember(&pending, SIGUSR1),
       "a signal without a handler can be blocked");
    int number;
    ok(sigwait(&set, &number) == 0 && number == SIGTERM &&
           sigprocmask(SIG_UNBLOCK, &set, NULL) == 0,
       "and taken");
    sigset_t none;
    sigemptyset(&none);
    caught = 0;
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR2);
    ok(fails(sigsuspend(&none), EINTR) && caught == SIGUSR2 && raise(SIGUSR2) == 0 &&
           caught == SIGUSR2,
       "sigsuspend lets it arrive, and blocks it again");
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    action = (struct sigaction){.sa_handler = count, .sa_flags = SA_RESETHAND};
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    ok(sigaction(SIGUSR1, NULL, &before) == 0 && before.sa_handler == SIG_DFL,
       "with SA_RESETHAND it is called once");
    ok(fails(sigaction(SIGKILL, &action, NULL), EINVAL), "no handler for SIGKILL: EINVAL");
    stack_t stack;
    ok(sigaltstack(NULL, &stack) == 0 && stack.ss_flags == SS_DISABLE, "sigaltstack");
}

static void waiting(void) {
    struct timespec before, after;
    struct timeval time = {.tv_usec = 3000};
    struct pollfd asked[] = {{.fd = 1, .events = POLLIN | POLLOUT}, {.fd = 77}, {.fd = -1}};
    fd_set set;
    FD_ZERO(&set);
    FD_SET(1, &set);
    ok(poll(asked, 3, -1) == 2 && asked[0].revents == POLLOUT && asked[1].revents == POLLNVAL &&
           asked[2].revents == 0,
       "poll tells what can be written, and what is not open");
    ok(select(2, NULL, &set, NULL, NULL) == 1 && FD_ISSET(1, &set), "select");
    clock_gettime(CLOCK_MONOTONIC, &before);
    ok(select(2, &set, NULL, NULL, &time) == 0 && !FD_ISSET(1, &set) && poll(NULL, 0, 2) == 0,
       "what is not ready is waited for");
    clock_gettime(CLOCK_MONOTONIC, &after);
    ok((after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec >= 5000000,
       "as long as was asked for");
    FD_SET(60, &set);
    ok(fails(select(61, &set, NULL, NULL, &time), EBADF), "what is not open: EBADF");
}

static void memory(void) {
    long page = sysconf(_SC_PAGESIZE);
    size_t bytes = 3 * (size_t)page;
    char *mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool zero = mapped != MAP_FAILED && (unsigned long)mapped % (unsigned long)page == 0;
    for (size_t i = 0; zero && i < bytes; i++)
        zero = mapped[i] == 0;
    ok(zero, "mmap gives pages of zeros");
    memset(mapped, 1, bytes);
    ok(mprotect(mapped, bytes, PROT_READ) == 0 && munmap(mapped, (size_t)page) == 0 &&
           mapped[page] == 1 && munmap(mapped + page, 2 * (size_t)page) == 0,
       "which are given back in parts");
    errno = 0;
    ok(mmap(NULL, bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED &&
           errno == ENOTSUP,
       "none can be executed: ENOTSUP");
    ok(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED &&
           errno == EINVAL &&
           mmap(NULL, (size_t)1 << 60, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
               MAP_FAILED &&
           errno == ENOMEM,
       "nothing is no size, and there is an end: EINVAL, ENOMEM");
    void *aligned = NULL;
    ok(posix_memalign(&aligned, 256, 10) == 0 && (unsigned long)aligned % 256 == 0,
       "posix_memalign");
    free(aligned);
    free(aligned = aligned_alloc(64, 128));
    ok((unsigned long)aligned % 64 == 0, "aligned_alloc");
}

static void text(void) {
    char *line = NULL, *written = NULL;
    size_t room = 0, bytes = 0;
    char lines[400] = "one\n\n", long_line[300];
    memset(long_line, 'x', sizeof long_line - 1);
    long_line[sizeof long_line - 1] = 0;
    strcat(lines, long_line);
    FILE *file = fmemopen(lines, strlen(lines), "r");
    ok(file && getline(&line, &room, file) == 4 && strcmp(line, "one\n") == 0 &&
           getline(&line, &room, file) == 1 && getline(&line, &room, file) == 299 &&
           strcmp(line, long_line) == 0 && room >= 300 && getline(&line, &room, file) == -1,
       "getline");
    fclose(file);
    char parts[] = "a:b";
    file = fmemopen(parts, 3, "r");
    ok(getdelim(&line, &room, ':', file) == 2 && strcmp(line, "a:") == 0 &&
           getdelim(&line, &room, ':', file) == 1 && strcmp(line, "b") == 0,
       "getdelim");
    fclose(file);
    free(line);
    file = open_memstream(&written, &bytes);
    fprintf(file, "%s %d", long_line, 7);
    fflush(file);
    ok(bytes == 301 && strcmp(written + 299, " 7") == 0, "open_memstream");
    fseek(file, 0, SEEK_SET);
    fputs("ab", file);
    ok(fclose(file) == 0 && strncmp(written, "ab", 2) == 0, "from any place on");
    free(written);
    regex_t pattern;
    regmatch_t match[2];
    ok(regcomp(&pattern, "^([a-z]+)-[0-9]+$", REG_EXTENDED) == 0 &&
           regexec(&pattern, "node-12", 2, match, 0) == 0 && match[1].rm_eo == 4 &&
           regexec(&pattern, "node", 0, NULL, 0) == REG_NOMATCH,
       "regular expressions");
    regfree(&pattern);
    ok(fnmatch("*.[ch]", "main.c", 0) == 0 && fnmatch("*.[ch]", "main.o", 0) == FNM_NOMATCH &&
           fnmatch("*", ".hidden", FNM_PERIOD) == FNM_NOMATCH,
       "patterns of names");
}

static void names(void) {
    static const struct {
        const char *path, *name, *folder;
    } parts[] = {{"/usr/lib", "lib", "/usr"},
                 {"/usr//", "usr", "/"},
                 {"a//b/", "b", "a"},
                 {"a", "a", "."},
                 {"//", "/", "/"},
                 {"", ".", "."}};
    bool same = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char path[16], other[16];
        strcpy(path, parts[i].path);
        strcpy(other, parts[i].path);
        same = same && strcmp(basename(path), parts[i].name) == 0 &&
               strcmp(dirname(other), parts[i].folder) == 0;
    }
    ok(same, "basename, dirname");
}

static void wide(void) {
    wchar_t to[64];
    const struct tm date = {
        .tm_year = 124, .tm_mon = 1, .tm_mday = 29, .tm_hour = 13, .tm_yday = 59};
    ok(wcsftime(to, 64, L"\x2014 %Y-%m-%d%%%Ex %OH %j", &date) == 28 &&
           wcscmp(to, L"\x2014 2024-02-29%02/29/24 13 060") == 0,
       "wcsftime");
    ok(wcsftime(to, 10, L"%Y-%m-%d", &date) == 0 && wcsftime(to, 11, L"%Y-%m-%d", &date) == 10 &&
           wcsftime(to, 1, L"", &date) == 0 && to[0] == 0 && wcsftime(to, 64, L"%", &date) == 0,
       "into too little room: 0");
    ok(swprintf(to, 64, L"%d %5.2f|%-4ls|%4s|%lc%%%x", -7, 2.5, L"ab", "cd", (wint_t)L'e', 255) ==
               23 &&
           wcscmp(to, L"-7  2.50|ab  |  cd|e%ff") == 0,
       "swprintf");
    ok(swprintf(to, 64, L"%*d %.*ls %hd %llu", 4, 1, 2, L"long", (short)1, 1ull << 63) == 29 &&
           wcscmp(to, L"   1 lo 1 9223372036854775808") == 0,
       "widths and lengths of all kinds");
    ok(swprintf(to, 3, L"abc") < 0, "no room is an error");
}

static void numbers(void) {
    ok(_Generic(sqrt(4.0f), float : 1, default : 0) && _Generic(sqrt(4), double : 1, default : 0) &&
           fabs(-2.5f) == 2.5f && pow(2.0f, 3) == 8 && creal(exp(I * 0.0)) == 1,
       "tgmath.h");
    struct tm date = {.tm_year = 124, .tm_mon = 13, .tm_mday = 29, .tm_hour = 25};
    ok(timegm(&date) == 1740877200 && date.tm_year == 125 && date.tm_mon == 2 &&
           date.tm_mday == 2 && date.tm_wday == 0,
       "timegm");
    date = (struct tm){.tm_year = -30, .tm_mon = 1, .tm_mday = 28};
    ok(timegm(&date) == -3150662400, "long before");
}

static void others(void) {
    struct rlimit limit;
    ok(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur == 64 &&
           getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY &&
           setrlimit(RLIMIT_AS, &limit) == 0,
       "limits");
    limit.rlim_cur = 5;
    ok(fails(setrlimit(RLIMIT_AS, &limit), EPERM) && fails(getrlimit(99, &limit), EINVAL),
       "which cannot be changed: EPERM");
    ok(getuid() == geteuid() && getgid() == getegid() && getppid() == 0 && !getpwuid(getuid()) &&
           !getgrnam("root"),
       "users, without names");
    struct winsize size;
    ok(!isatty(0) && !isatty(1) && !isatty(2) && fails(ioctl(1, TIOCGWINSZ, &size), ENOTTY),
       "nothing is a terminal here");
    char *argument[] = {"true", NULL};
    ok(fails(fork(), ENOSYS) && fails(execv("/bin/true", argument), ENOSYS) &&
           fails(shmget(IPC_PRIVATE, 1, IPC_CREAT), ENOSYS) && (errno = 0, !popen("true", "r")) &&
           errno == ENOSYS,
       "no other processes: ENOSYS");
    ok(fails(wait(NULL), ECHILD), "and no children: ECHILD");
    ok(!dlopen("lib.so", RTLD_NOW) && errno == ENOSYS && dlerror() && !dlerror(),
       "no libraries: ENOSYS");
}

/* Streams without locks, pieces of memory, special files and jumps. */
static void rarely(void) {
    static char first[] = "# of two", second[] = " pieces\n";
    struct iovec pieces[] = {{first, sizeof first - 1}, {second, sizeof second - 1}};
    jmp_buf here;
    volatile int jumps = 0;
    fflush(stdout);
    ok(writev(1, pieces, 2) == (ssize_t)(sizeof first + sizeof second - 2), "writev");
    ok(fails(writev(1, pieces, 0), EINVAL), "of no piece");
    pieces[1].iov_len = SIZE_MAX / 2;
    ok(fails(readv(0, pieces, 2), EINVAL), "readv of too much");
    ok(fails(readv(77, pieces, 1), EBADF), "and from nothing");
    flockfile(stdout);
    ok(ftrylockfile(stdout) == 0 && putc_unlocked('#', stdout) == '#' &&
           putchar_unlocked('\n') == '\n' && getc_unlocked(stdin) == EOF,
       "streams without locks");
    funlockfile(stdout);
    ok(fails(mknod("pipe", S_IFIFO | 0600, 0), EPERM), "there are no pipes with names");
    ok(fails(mkfifo("pipe", 0600), EPERM), "nor from mkfifo");
    struct statvfs space;
    ok(fails(statvfs(".", &space), ENOSYS), "there is no file system without a folder");
    ok(fails(mknod("file", S_IFREG | 0600, 0), EROFS), "nor files without a folder");
    ok(posix_madvise(first, sizeof first, POSIX_MADV_WILLNEED) == 0, "advice");
    if (_setjmp(here) < 3)
        _longjmp(here, ++jumps);
    ok(jumps == 3, "_longjmp");
}

int main(int arguments, char *argument[]) {
    if (arguments > 1 && strcmp(argument[1], "terminals") == 0) {
        printf("%d%d%d\n", isatty(0), isatty(1), isatty(2));
        return 0;
    }
    signals();
    waiting();
    memory();
    text();
    names();
    wide();
    numbers();
    others();
    rarely();
    return tap_end();
}
