/* Tests the functions that describe the system. */
#include <sys/resource.h>
#include <sys/utsname.h>

#include "tests/tap.h"

static void counts(void) {
    ok(sysconf(_SC_NPROCESSORS_ONLN) == 1 && sysconf(_SC_NPROCESSORS_CONF) == 1,
       "a process has one core");
    ok(sysconf(_SC_PAGESIZE) == getpagesize(), "pages have their size");
    ok(fails(sysconf(-7), EINVAL), "what is not known is an error");
}

static void names(void) {
    char wanted[32], host[32] = "";
    struct utsname name;
    snprintf(wanted, sizeof wanted, "node%d", cube_node());
    ok(gethostname(host, sizeof host) == 0 && strcmp(host, wanted) == 0, "the host is the node");
    ok(uname(&name) == 0 && strcmp(name.nodename, wanted) == 0, "    by uname, too");
    ok(strcmp(name.sysname, "graycube") == 0 && strcmp(name.machine, "aarch64") == 0,
       "    which knows the system and the machine");
    memset(host, '#', sizeof host);
    ok(gethostname(host, 3) == 0 && memcmp(host, "nod#", 4) == 0, "a name is cut, not more");
}

static long long microseconds(struct timeval time) {
    return time.tv_sec * 1000000LL + time.tv_usec;
}

static void usage(void) {
    enum { MORE_KIB = 1024 };
    struct rusage before, after;
    ok(getrusage(RUSAGE_SELF, &before) == 0 && before.ru_maxrss > 0, "a process knows its memory");
    char *volatile more = malloc(MORE_KIB * 1024UL);
    do
        getrusage(RUSAGE_SELF, &after);
    while (microseconds(after.ru_utime) == microseconds(before.ru_utime));
    ok(microseconds(after.ru_utime) > microseconds(before.ru_utime), "its time goes on");
    ok(more && after.ru_maxrss >= before.ru_maxrss + MORE_KIB, "its memory grows");
    free(more);
    ok(getrusage(RUSAGE_CHILDREN, &after) == 0 && after.ru_maxrss == 0, "it has no children");
    ok(fails(getrusage(77, &after), EINVAL), "nobody else is asked about");
}

int main(void) {
    counts();
    names();
    usage();
    return tap_end();
}
