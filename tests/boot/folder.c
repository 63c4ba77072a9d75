/* The folder that the program reaches (cuberun --dir). Each node works in a folder of its own, then
 * all in one file. To be run with a folder in which `given` has the bytes "given\n", `inside` is a
 * link to it, and `outside`, `up` and `loop` are links that lead out or nowhere; and with a file
 * that is given as `matrix`. With the argument `read-only` it may change nothing. */
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

#include "cube_system_call.h"
#include "formats/folder.h"
#include "libc/folder.h"
#include "net/system/system.h"
#include "tests/tap.h"

enum {
    LARGE = 100000, /* bytes: more than one request carries */
    MANY = 70,      /* files in a folder: more than a page of its entries */
};

static bool holds(const char *name, const char *wanted) {
    char text[64] = "";
    FILE *file = fopen(name, "r");
    if (!file)
        return false;
    size_t bytes = fread(text, 1, sizeof text - 1, file);
    return fclose(file) == 0 && bytes == strlen(wanted) && strcmp(text, wanted) == 0;
}

static bool writes(const char *name, const char *mode, const char *text) {
    FILE *file = fopen(name, mode);
    return file && fputs(text, file) >= 0 && fclose(file) == 0;
}

/* The path of a name in the folder that only this node uses. Four paths can be in use at once. */
static const char *own(const char *name) {
    static char paths[4][64];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "node %d/%s", cube_node(), name);
    return path;
}

/* ---- What works */

static void one_file(void) {
    char text[32] = "";
    FILE *file = fopen(own("file"), "w+x");
    ok(file && fprintf(file, "one two three") == 13 && ftell(file) == 13, "a new file is written");
    if (!file)
        return;
    ok(fseek(file, 4, SEEK_SET) == 0 && fscanf(file, "%3s", text) == 1 && strcmp(text, "two") == 0,
       "and read back");
    ok(fseek(file, -5, SEEK_END) == 0 && fputs("THREE", file) >= 0 && fclose(file) == 0 &&
           holds(own("file"), "one two THREE"),
       "in its middle, too");
    ok(writes(own("file"), "a", "!") && holds(own("file"), "one two THREE!"),
       "more goes behind its end");
    ok(refuses_to_open(own("file"), "wx", EEXIST), "it is there: EEXIST");
    ok(writes(own("file"), "w", "anew") && holds(own("file"), "anew"), "it is written anew");
    int descriptor = open(own("file"), O_WRONLY | O_APPEND | O_TRUNC);
    ok(write(descriptor, "one", 3) == 3 && lseek(descriptor, 0, SEEK_SET) == 0 &&
           write(descriptor, " two", 4) == 4 && close(descriptor) == 0 &&
           holds(own("file"), "one two"),
       "both anew and at its end");
    descriptor = open(own("file"), O_RDWR);
    ok(ftruncate(descriptor, 2) == 0 && lseek(descriptor, 0, SEEK_END) == 2 &&
           fsync(descriptor) == 0 && close(descriptor) == 0,
       "it is cut");
    ok(fails(ftruncate(descriptor, 2), EBADF), "after close it is not open");
}

static void large_file(void) {
    char *bytes = malloc(LARGE), *back = malloc(LARGE);
    for (int i = 0; i < LARGE; i++)
        bytes[i] = (char)(i * 7 + cube_node());
    int file = open(own("large"), O_RDWR | O_CREAT | O_TRUNC, 0640);
    ok(write(file, bytes, LARGE) == LARGE && lseek(file, 0, SEEK_SET) == 0, "many bytes at once");
    ssize_t got = 0, some;
    while ((some = read(file, back + got, (size_t)(LARGE - got))) > 0)
        got += some;
    ok(got == LARGE && memcmp(bytes, back, LARGE) == 0, "come back");
    struct stat status;
    ok(fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & 0777) == 0640 &&
           status.st_size == LARGE && status.st_mtime > 0,
       "fstat tells what it is");
    close(file);
    ok(remove(own("large")) == 0 && fails(stat(own("large"), &status), ENOENT), "it is removed");
    free(bytes);
    free(back);
}

static void names(void) {
    struct stat status;
    ok(mkdir(own("folder"), 0755) == 0 && stat(own("folder"), &status) == 0 &&
           S_ISDIR(status.st_mode),
       "a folder is made");
    ok(fails(mkdir(own("folder"), 0755), EEXIST), "it is there: EEXIST");
    ok(rename(own("file"), own("folder/moved")) == 0 &&
           access(own("folder/moved"), R_OK | W_OK) == 0 &&
           fails(access(own("file"), F_OK), ENOENT) &&
           fails(access(own("folder/moved"), X_OK), EACCES),
       "a file gets another name");
    ok(fails(rmdir(own("folder")), ENOTEMPTY), "a folder that is not empty stays: ENOTEMPTY");
    ok(fails(rename(own("nothing"), own("file")), ENOENT), "there is nothing to rename: ENOENT");
    ok(writes(own("folder/../folder/./b"), "w", "b") && writes(own("folder/a"), "w", "a"),
       "paths of all kinds");
    char list[64] = "";
    DIR *folder = opendir(own("folder"));
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        strcat(strcat(list, entry->d_name), " ");
    ok(strcmp(list, ". .. a b moved ") == 0, "readdir");
    if (folder) {
        rewinddir(folder);
        seekdir(folder, 3);
        const struct dirent *entry = readdir(folder);
        ok(entry && strcmp(entry->d_name, "b") == 0 && telldir(folder) == 4, "from any entry on");
        ok(closedir(folder) == 0, "closedir");
    }
    ok(!opendir(own("folder/a")) && errno == ENOTDIR, "a file is no folder: ENOTDIR");
    ok(remove(own("folder/moved")) == 0 && unlink(own("folder/a")) == 0 &&
           remove(own("folder/b")) == 0 && remove(own("folder")) == 0,
       "all is removed");
    FILE *file = tmpfile(); /* in the folder that all nodes share */
    char text[8] = "";
    ok(file && fputs("gone", file) >= 0 && (rewind(file), fgets(text, 8, file)) &&
           strcmp(text, "gone") == 0 && fclose(file) == 0,
       "tmpfile");
    ok(writes(own("mine"), "w", "mine") && fails(rename(own("mine"), "matrix"), EACCES) &&
           holds(own("mine"), "mine") && remove(own("mine")) == 0,
       "no file gets the name of one that was given: EACCES");
    int left = 0;
    folder = opendir(own("."));
    while (folder && readdir(folder))
        left++;
    ok(left == 2 && closedir(folder) == 0, "nothing is left");
}

/* The names of a folder, in their order, while it is changed and others read it. */
static void many_names(void) {
    char names[MANY][16] = {"many/.", "many/.."};
    bool good = mkdir(own("many"), 0755) == 0;
    for (int i = 2; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "many/%d", 100 + i);
        good = good && writes(own(names[i]), "w", "");
    }
    DIR *first = opendir(own("many")), *second = opendir(own("many"));
    good = good && first && second;
    for (int i = 0; good && i < MANY; i++) {
        const struct dirent *entry = readdir(first);
        good = entry && strcmp(entry->d_name, names[i] + strlen("many/")) == 0 &&
               telldir(first) == i + 1 && readdir(second) && (i < 2 || remove(own(names[i])) == 0);
    }
    ok(good && !readdir(first) && !readdir(second),
       "readdir leaves out no name, though each that it returns is removed");
    ok(closedir(first) == 0 && closedir(second) == 0 && rmdir(own("many/")) == 0,
       "then the folder is empty");
}

/* ---- What does not */

/* A path of N bytes that leads to `given`. */
static const char *long_path(size_t bytes) {
    static char path[40001];
    memset(path, '/', bytes);
    path[0] = '.';
    strcpy(path + bytes - strlen("given"), "given");
    return path;
}

static void long_paths(void) {
    static const size_t bytes[] = {FOLDER_PATH_BYTES, FOLDER_PATH_BYTES + 1, 40000};
    struct stat status;
    ok(holds(long_path(FOLDER_PATH_BYTES - 1), "given\n"), "a path may be long");
    bool refused = true;
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        const char *path = long_path(bytes[i]);
        refused =
            refused && refuses_to_open(path, "r", ENAMETOOLONG) &&
            fails(stat(path, &status), ENAMETOOLONG) && fails(rename(path, "x"), ENAMETOOLONG) &&
            fails(rename("given", path), ENAMETOOLONG) && fails(rename(path, path), ENAMETOOLONG) &&
            fails(unlink(path), ENAMETOOLONG) && fails(mkdir(path, 0777), ENAMETOOLONG);
    }
    ok(refused, "one that is longer is refused in every call: ENAMETOOLONG");
}

/* Asks for a status, with so much room for it. */
static intptr_t ask(size_t room) {
    static struct folder_status status;
    const struct cube_request request = {.operation = FOLDER_STATUS_AT,
                                         .send = (uintptr_t) ".",
                                         .send_bytes = 1,
                                         .room = (uintptr_t)&status,
                                         .room_bytes = room};
    return system_call(CUBE_SYS_FOLDER, (uintptr_t)&request, 0, 0);
}

static void little_room(void) {
    ok(ask(0) == -EINVAL && ask(sizeof(struct folder_status) - 1) == -EINVAL &&
           ask(sizeof(struct folder_status)) == 0,
       "too little room for an answer is an error of that call alone");
}

static void wrong(void) {
    static const char *const paths[] = {"/",         "/etc/passwd",     "..",     "../given",
                                        "outside",   "outside/passwd",  "up",     "up/given",
                                        "/dev/kmsg", "inside/../../up", "./../.."};
    bool refused = true;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        refused = refused && (refuses_to_open(paths[i], "r", EACCES) ||
                              (strcmp(paths[i], "inside/../../up") == 0 && errno == ENOTDIR));
    ok(refused, "what leads out is refused: EACCES");
    struct stat status;
    ok(stat("/dev/null", &status) == 0 && S_ISCHR(status.st_mode), "devices are in no folder");
    ok(fails(stat("outside", &status), EACCES) && fails(rename("given", "../given"), EACCES) &&
           fails(mkdir("up/x", 0777), EACCES) && fails(unlink("/etc/passwd"), EACCES) &&
           !opendir("outside") && errno == EACCES,
       "in every call");
    ok(refuses_to_open("loop", "r", ELOOP) && refuses_to_open("", "r", ENOENT) &&
           refuses_to_open("given/", "r", ENOTDIR) && fails(stat("inside/", &status), ENOTDIR) &&
           fails(rename("given", "new/"), ENOTDIR) &&
           fails(open("./", O_RDWR | O_CREAT, 0), EISDIR),
       "errors of the host's are those of the C library (tests/tools/folder.t has all requests)");
    ok(lstat("inside", &status) == 0 && S_ISLNK(status.st_mode) && stat("inside", &status) == 0 &&
           S_ISREG(status.st_mode) && holds("inside", "given\n"),
       "a link that stays inside is followed");
    int descriptor = open("given", O_RDONLY);
    ok(fails(write(descriptor, "x", 1), EBADF) && lseek(descriptor, 2, SEEK_SET) == 2 &&
           fails(lseek(descriptor, -3, SEEK_CUR), EINVAL) && fails(lseek(descriptor, 0, 9), EINVAL),
       "wrong use of a descriptor");
    close(descriptor);
}

/* Reads with so much room at an address, and with N bytes sent along. */
static intptr_t read_to(intptr_t descriptor, const void *room, size_t room_bytes,
                        size_t send_bytes) {
    static const char nothing[1];
    const struct cube_request request = {.operation = FOLDER_READ,
                                         .descriptor = descriptor,
                                         .send = (uintptr_t)nothing,
                                         .send_bytes = send_bytes,
                                         .room = (uintptr_t)room,
                                         .room_bytes = room_bytes};
    return system_call(CUBE_SYS_FOLDER, (uintptr_t)&request, 0, 0);
}

/* Requests that no library makes. Node 0 tells the others what it has open. */
static void strange_requests(void) {
    static char room[8];
    intptr_t descriptor = cube_node() == 0 ? folder_open("given", FOLDER_OPEN_READ, 0) : 0;
    cube_bcast(&descriptor, sizeof descriptor, &cube_byte, 0);
    ok(read_to(descriptor, room, CUBE_REQUEST_BYTES + 1, 0) == -EINVAL &&
           read_to(descriptor, room, sizeof room, CUBE_REQUEST_BYTES + 1) == -EINVAL,
       "more bytes than a request has are refused");
    if (cube_node() == 0) {
        ok(read_to(descriptor, room, 2, 0) == 2 && memcmp(room, "gi", 2) == 0,
           "a node reads what it has open");
        ok(read_to(descriptor, room - (uintptr_t)room, 2, 0) == -EFAULT,
           "but not to where it has no memory");
        ok(folder_of(FOLDER_CLOSE, descriptor, 0, 0) == 0, "and closes it");
    } else {
        ok(read_to(descriptor, room, 2, 0) == -EBADF, "what another node has open cannot be read");
        ok(folder_of(FOLDER_CLOSE, descriptor, 0, 0) == -EBADF, "nor closed");
    }
    cube_barrier();
}

/* All nodes write to one file, each its own word of it, and node 0 sees them all. */
static void together(void) {
    int file = open("together", O_RDWR | O_CREAT, 0644);
    uint32_t word = (uint32_t)cube_node() + 1000;
    off_t place = (off_t)sizeof word * cube_node();
    bool good =
        lseek(file, place, SEEK_SET) == place && write(file, &word, sizeof word) == sizeof word;
    cube_barrier();
    ok(good && lseek(file, 0, SEEK_SET) == 0, "all nodes have one file open");
    good = true;
    for (int i = 0; i < cube_nodes(); i++)
        good = good && read(file, &word, sizeof word) == sizeof word && word == (uint32_t)i + 1000;
    ok(good, "and each reads what the others have written");
    close(file);
}

/* folder.t compares what is printed with what the host says. */
static void space(bool read_only) {
    struct statvfs found, open_found;
    struct statfs linux_found;
    int descriptor = open("given", O_RDONLY);
    ok(statvfs("inside", &found) == 0 && fstatvfs(descriptor, &open_found) == 0 &&
           found.f_blocks == open_found.f_blocks && found.f_fsid == open_found.f_fsid &&
           found.f_bavail <= found.f_bfree && found.f_bfree <= found.f_blocks &&
           found.f_flag == (ST_NOSUID | (read_only ? ST_RDONLY : 0)),
       "the space of the file system");
    ok(statfs(".", &linux_found) == 0 && linux_found.f_blocks == found.f_blocks &&
           (unsigned long)linux_found.f_namelen == found.f_namemax &&
           fstatfs(descriptor, &linux_found) == 0,
       "statfs");
    printf("# space %lu %lu %lu %lu\n", found.f_frsize, (unsigned long)found.f_blocks,
           found.f_files, found.f_namemax);
    close(descriptor);
    ok(fails(statvfs("outside", &found), EACCES) && fails(statvfs("no", &found), ENOENT) &&
           fails(fstatvfs(descriptor, &found), EBADF) && fails(fstatvfs(1, &found), ENOSYS),
       "of nothing else");
}

static void read_only(void) {
    ok(holds("given", "given\n") && holds("inside", "given\n"), "files are read");
    ok(refuses_to_open("new", "w", EROFS) && refuses_to_open("given", "r+", EROFS) &&
           refuses_to_open("given", "a", EROFS),
       "nothing is written: EROFS");
    ok(fails(mkdir("new", 0777), EROFS) && fails(remove("given"), EROFS) &&
           fails(rename("given", "new"), EROFS) && fails(rmdir("given"), EROFS),
       "nor changed");
}

int main(int arguments, char *argument[]) {
    if (arguments > 1 && strcmp(argument[1], "read-only") == 0) {
        read_only();
        space(true);
        return tap_end();
    }
    wrong();
    space(false);
    ok(fails(statvfs("matrix", &(struct statvfs){0}), ENOSYS), "a given file is in no file system");
    long_paths();
    little_room();
    strange_requests();
    together();
    ok(fails(mkdir(own("."), 0755), ENOENT) && mkdir(own(""), 0755) == 0,
       "each node makes a folder of its own");
    one_file();
    large_file();
    names();
    many_names();
    return tap_end();
}
