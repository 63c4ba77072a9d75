/* Operations on files besides reading and writing (tests/boot/folder.c): the current folder, second
 * descriptors, permissions, times, links, locks, lists. Each node works in a folder of its own,
 * which becomes its current one. To be run like folder.c; with the argument `read-only` it may
 * change nothing. */
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>

#include "tests/tap.h"

static bool ends_with(const char *text, const char *end) {
    return text && strlen(text) >= strlen(end) &&
           strcmp(text + strlen(text) - strlen(end), end) == 0;
}

static void current_folder(void) {
    static char root[PATH_MAX], here[PATH_MAX], name[32];
    snprintf(name, sizeof name, "tree %d", cube_node());
    ok(getcwd(root, sizeof root) && root[0] == '/' && mkdir(name, 0755) == 0 && chdir(name) == 0 &&
           getcwd(here, sizeof here) && ends_with(here, name) &&
           strncmp(here, root, strlen(root)) == 0,
       "each node has a current folder");
    static char above[PATH_MAX];
    struct stat status;
    strcpy(above, root);
    *strrchr(above, '/') = 0;
    ok(lstat(above, &status) == 0 && S_ISDIR(status.st_mode) && stat("/", &status) == 0 &&
           fails(access(above, W_OK), EACCES) && fails(open(above, O_RDONLY), EACCES) &&
           fails(chdir(above), EACCES) && !opendir(above) &&
           fails(stat(strcat(above, "/secret"), &status), EACCES),
       "of folders above it can be told what they are, and nothing else");
    errno = 0;
    ok(!getcwd(here, 3) && errno == ERANGE, "no room for its name: ERANGE");
    int file = open("first", O_RDWR | O_CREAT | O_EXCL, 0644);
    ok(file >= 0 && write(file, "0123456789", 10) == 10 && close(file) == 0 &&
           access("../given", R_OK) == 0 && fails(chdir("../.."), EACCES) &&
           fails(chdir("first"), ENOTDIR) && fails(chdir("none"), ENOENT),
       "paths begin there, and none leads out");
    char *real = realpath("../inside", NULL), *own = getcwd(NULL, 0);
    ok(ends_with(real, "/given") && own && strcmp(own, getcwd(here, sizeof here)) == 0 &&
           !realpath("none", NULL) && errno == ENOENT && chdir(own) == 0,
       "realpath follows links");
    free(real);
    free(own);
}

static void descriptors(void) {
    char text[8] = "";
    int one = open("first", O_RDWR), two = dup(one), ten = fcntl(one, F_DUPFD, 10);
    ok(two >= 0 && ten == 10 && read(one, text, 2) == 2 && read(two, text, 2) == 2 &&
           memcmp(text, "23", 2) == 0 && lseek(ten, 0, SEEK_CUR) == 4,
       "two descriptors have one position");
    ok(close(one) == 0 && read(two, text, 2) == 2 && memcmp(text, "45", 2) == 0 &&
           fails(read(one, text, 1), EBADF),
       "one stays when the other is closed");
    ok(dup2(two, 20) == 20 && dup2(20, 20) == 20 && fails(dup2(33, 20), EBADF) &&
           fails(dup2(two, 64), EBADF) && close(20) == 0,
       "dup2");
    ok(pread(two, text, 3, 7) == 3 && memcmp(text, "789", 3) == 0 &&
           pread(two, text, 3, 100) == 0 && pwrite(two, "ab", 2, 0) == 2 &&
           lseek(two, 0, SEEK_CUR) == 6 && pread(two, text, 3, 0) == 3 &&
           memcmp(text, "ab2", 3) == 0 && fails(pread(two, text, 1, -1), EINVAL),
       "pread and pwrite leave the position");
    ok(fcntl(two, F_GETFL) == O_RDWR && fcntl(two, F_SETFL, O_APPEND) == 0 &&
           fcntl(ten, F_GETFL) == (O_RDWR | O_APPEND) && write(two, "!", 1) == 1 &&
           lseek(two, 0, SEEK_END) == 11 && fcntl(1, F_GETFL) == O_WRONLY &&
           fcntl(two, F_SETFD, FD_CLOEXEC) == 0 && fails(fcntl(two, 99), EINVAL),
       "fcntl");
    int output = dup(1), log = open("log", O_WRONLY | O_CREAT, 0600);
    fflush(stdout);
    dup2(log, 1);
    puts("to a file");
    fflush(stdout);
    dup2(output, 1);
    close(output);
    close(log);
    FILE *file = fopen("log", "r");
    ok(file && fgets(text, sizeof text, file) && strcmp(text, "to a fi") == 0 && fclose(file) == 0,
       "what is printed goes to a file, and back");
    const char *mapped = mmap(NULL, 4, PROT_READ, MAP_SHARED, two, 0);
    ok(mapped != MAP_FAILED && memcmp(mapped, "ab23", 4) == 0 && munmap((void *)mapped, 4) == 0,
       "a file is mapped to be read");
    close(two);
    close(ten);
    int given = open("matrix", O_RDONLY), second = dup(given);
    ok(given >= 0 && pread(given, text, 2, 2) == 2 && memcmp(text, "gr", 2) == 0 &&
           read(second, text, 2) == 2 && memcmp(text, "# ", 2) == 0,
       "a given file has a position for each");
    close(given);
    close(second);
}

static void attributes(void) {
    struct stat status;
    mode_t before = umask(027);
    int file = open("new", O_WRONLY | O_CREAT, 0666);
    ok(before == 0 && umask(0) == 027 && fstat(file, &status) == 0 &&
           (status.st_mode & 0777 & ~0640) == 0,
       "umask");
    ok(fchmod(file, 0600) == 0 && fstat(file, &status) == 0 && (status.st_mode & 07777) == 0600 &&
           chmod("new", 07444) == 0 && stat("new", &status) == 0 &&
           (status.st_mode & 07777) == 0444,
       "permissions");
    ok(fchown(file, status.st_uid, (gid_t)-1) == 0 && chown("new", (uid_t)-1, status.st_gid) == 0 &&
           fails(chown("new", (uid_t)(status.st_uid + 1), (gid_t)-1), EPERM),
       "owners stay");
    ok(getuid() == status.st_uid, "and are ours");
    const struct utimbuf times = {.actime = 1000000000, .modtime = 1100000000};
    const struct timeval exact[2] = {{5, 250000}, {6, 500000}};
    const struct timespec some[2] = {{0, UTIME_OMIT}, {7, 1}};
    ok(utime("new", &times) == 0 && stat("new", &status) == 0 && status.st_atime == 1000000000 &&
           status.st_mtime == 1100000000,
       "utime");
    ok(utimes("new", exact) == 0 && stat("new", &status) == 0 && status.st_mtime == 6 &&
           status.st_mtim.tv_nsec == 500000000,
       "utimes");
    ok(futimens(file, some) == 0 && stat("new", &status) == 0 && status.st_atime == 5 &&
           status.st_mtime == 7 && status.st_mtim.tv_nsec == 1 && utime("new", NULL) == 0 &&
           stat("new", &status) == 0 && status.st_mtime > 1000000000,
       "futimens, and now");
    close(file);
    ok(chmod("new", 0644) == 0 && truncate("new", 5) == 0 && stat("new", &status) == 0 &&
           status.st_size == 5 && fails(truncate("none", 1), ENOENT),
       "truncate");
}

static void links(void) {
    struct stat status;
    char target[16];
    ok(symlink("first", "link") == 0 && readlink("link", target, sizeof target) == 5 &&
           memcmp(target, "first", 5) == 0 && readlink("link", target, 2) == 2 &&
           stat("link", &status) == 0 && S_ISREG(status.st_mode) && lstat("link", &status) == 0 &&
           S_ISLNK(status.st_mode),
       "a link is made");
    ok(fails(symlink("first", "link"), EEXIST) && fails(readlink("first", target, 2), EINVAL) &&
           fails(readlink("none", target, 2), ENOENT),
       "once");
    ok(fails(symlink("../x", "up"), EPERM) && fails(symlink("a/../../x", "up"), EPERM) &&
           fails(symlink("/etc", "up"), EPERM) && fails(symlink("", "up"), ENOENT) &&
           fails(link("first", "second"), EPERM),
       "none that could lead out: EPERM");
}

static int has_s(const struct dirent *entry) {
    return strchr(entry->d_name, 's') ? 1 : 0;
}

static void lists(void) {
    struct dirent **list;
    int count = scandir(".", &list, has_s, alphasort);
    ok(count == 1 && strcmp(list[0]->d_name, "first") == 0 &&
           scandir("none", &list, NULL, NULL) == -1,
       "scandir");
    for (int i = 0; i < count; i++)
        free(list[i]);
    free(list);
    glob_t found;
    ok(glob("*[kw]", 0, NULL, &found) == 0 && found.gl_pathc == 2 &&
           strcmp(found.gl_pathv[0], "link") == 0 && strcmp(found.gl_pathv[1], "new") == 0 &&
           !found.gl_pathv[2],
       "glob");
    globfree(&found);
    ok(glob("../*e[n]/x", 0, NULL, &found) == GLOB_NOMATCH &&
           glob("../gi*", GLOB_MARK, NULL, &found) == 0 && found.gl_pathc == 1 &&
           glob("x*", GLOB_APPEND | GLOB_NOCHECK, NULL, &found) == 0 && found.gl_pathc == 2 &&
           strcmp(found.gl_pathv[0], "../given") == 0 && strcmp(found.gl_pathv[1], "x*") == 0,
       "in other folders, and none");
    globfree(&found);
}

/* Node 0 locks parts of a file, and the others find them locked. */
static void locks(void) {
    int file = open("../locked", O_RDWR | O_CREAT, 0644);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 10, .l_len = 5};
    ok(cube_node() > 0 || fcntl(file, F_SETLK, &lock) == 0, "node 0 locks bytes");
    cube_barrier();
    struct flock wanted = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 14}, asked = wanted;
    struct flock beside = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 10};
    if (cube_node() > 0)
        ok(fails(fcntl(file, F_SETLK, &wanted), EAGAIN) && fcntl(file, F_GETLK, &asked) == 0 &&
               asked.l_type == F_WRLCK && asked.l_start == 10 && asked.l_len == 5 &&
               asked.l_pid == 1 && fcntl(file, F_SETLK, &beside) == 0,
           "others find them locked, and by whom");
    else
        ok(fcntl(file, F_SETLK, &lock) == 0, "who has locked them can do so again");
    cube_barrier();
    lock.l_type = F_UNLCK;
    lock.l_len = 0;
    ok(cube_node() > 0 || fcntl(file, F_SETLK, &lock) == 0, "it gives them free");
    wanted.l_type = F_RDLCK;
    ok(fcntl(file, F_SETLKW, &wanted) == 0, "then all can lock them to read");
    cube_barrier();
    close(file);
    cube_barrier();
    file = open("../locked", O_RDWR);
    lock = (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET};
    ok(cube_node() > 0 || fcntl(file, F_SETLK, &lock) == 0, "a file that is closed is not locked");
    cube_barrier();
    close(file);
    lock.l_type = F_RDLCK;
    ok(fails(fcntl(1, F_SETLK, &lock), EBADF), "only files can be locked: EBADF");
    cube_barrier();
}

static void read_only(void) {
    char here[PATH_MAX];
    ok(getcwd(here, sizeof here) && chdir(".") == 0 && fails(chmod("given", 0600), EROFS) &&
           fails(utime("given", NULL), EROFS) && fails(symlink("given", "new"), EROFS) &&
           fails(truncate("given", 0), EROFS),
       "nothing is changed: EROFS");
}

int main(int arguments, char *argument[]) {
    if (arguments > 1 && strcmp(argument[1], "read-only") == 0) {
        read_only();
        return tap_end();
    }
    current_folder();
    descriptors();
    attributes();
    links();
    lists();
    locks();
    static const char *const made[] = {"first", "log", "new", "link"};
    char here[PATH_MAX];
    bool gone = true;
    for (int i = 0; i < 4; i++)
        gone = remove(made[i]) == 0 && gone;
    ok(gone && getcwd(here, sizeof here) && chdir("..") == 0 && rmdir(here) == 0, "all is removed");
    return tap_end();
}
