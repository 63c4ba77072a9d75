/* The user of a program: the owner of the folder of cuberun --dir, whose rights it has there.
 * Without a folder, a user without a name. */
#include <sys/stat.h>
#include <unistd.h>

enum { NOBODY = 65534 };

uid_t getuid(void) {
    struct stat status;
    return stat(".", &status) == 0 ? status.st_uid : NOBODY;
}

uid_t geteuid(void) {
    return getuid();
}

gid_t getgid(void) {
    struct stat status;
    return stat(".", &status) == 0 ? status.st_gid : NOBODY;
}

gid_t getegid(void) {
    return getgid();
}

/* Nobody of whom a program could ask anything has started it. */
pid_t getppid(void) {
    return 0;
}
