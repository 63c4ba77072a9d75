/* Requests of programs to the folder of cuberun --dir. The kernel passes each request on to cuberun
 * through one pipe, and waits for the answer from another (kernel/host/folder.c). Programs make the
 * requests (libc/folder.c), and tools/running/folder.py answers them. All is little-endian. */
#ifndef FORMATS_FOLDER_H
#define FORMATS_FOLDER_H

#include <stdint.h>

/* The operations. Each comment names the first and the second argument, the data sent, and after a
 * colon the data returned and the result (default: 0). A descriptor is cuberun's, and known only to
 * the node that has opened it. A path is not zero-terminated; if it has FOLDER_PATH_BYTES bytes or
 * more, the result is ENAMETOOLONG. If the answer does not fit, the result is EINVAL, without data.
 */
enum folder_operation {
    FOLDER_OPEN,          /* set of enum folder_open, mode; path: a descriptor */
    FOLDER_CLOSE,         /* of a descriptor */
    FOLDER_READ,          /* of a descriptor: data; number of bytes, 0 at the end */
    FOLDER_WRITE,         /* of a descriptor; the bytes: how many were written */
    FOLDER_SEEK,          /* of a descriptor; offset, and 0 from the start, 1 from here or 2 from
                             the end: the new position */
    FOLDER_STATUS,        /* of a descriptor: a struct folder_status */
    FOLDER_RESIZE,        /* of a descriptor; bytes that the file is to have */
    FOLDER_LIST,          /* of a descriptor of a folder; the name of the last entry returned, or
                             nothing: further struct folder_entry that fit; their number, 0 at the
                             end */
    FOLDER_STATUS_AT,     /* 1 to follow a link at the end, or 0; path: a struct folder_status */
    FOLDER_MAKE,          /* mode; path of a new folder */
    FOLDER_REMOVE,        /* path of a file */
    FOLDER_REMOVE_FOLDER, /* path of an empty folder */
    FOLDER_RENAME,        /* bytes of the old path; old path and, right behind it, the new one */
    FOLDER_CHANGE,    /* path of a folder, at which this node's relative paths begin from now on */
    FOLDER_REAL,      /* path: its absolute path on the host, without links and dots; number of
                         bytes */
    FOLDER_DUPLICATE, /* of a descriptor: another one, of the same position */
    FOLDER_FLAGS,     /* of a descriptor; 0, or 1 to set the changeable flags of enum folder_open,
                         which is FOLDER_OPEN_APPEND: the resulting set */
    FOLDER_READ_AT,   /* of a descriptor; offset: as FOLDER_READ, but the position stays */
    FOLDER_WRITE_AT,  /* of a descriptor; offset; the bytes: how many were written there */
    FOLDER_MODE,      /* of a descriptor; its new permissions */
    FOLDER_MODE_AT,   /* new permissions; path */
    FOLDER_TIMES,     /* of a descriptor; when it was read and written last, in nanoseconds since
                         1970, or FOLDER_TIME_NOW or FOLDER_TIME_KEPT */
    FOLDER_TIMES_AT,  /* the same; path */
    FOLDER_READ_LINK, /* path of a link: its content; number of bytes */
    FOLDER_MAKE_LINK, /* size of the content; the content, followed by the path */
    FOLDER_MASK,      /* permissions that new files and folders of this node do not get: those of
                         before */
    FOLDER_LOCK,      /* of a descriptor; enum folder_lock; where the bytes begin and how many they
                         are, two numbers of 64 bits, 0 for all that follow: -EAGAIN where another
                         node has locked some; with FOLDER_LOCK_ASK, a struct folder_locked */
    FOLDER_ALLOCATE,  /* of a descriptor; offset, bytes that the host is to have room for there */
    FOLDER_READ_PIECES,  /* of a descriptor; number of pieces; a struct folder_piece for each: their
                            data one after the other, up to the first incomplete piece; number of
                            bytes */
    FOLDER_WRITE_PIECES, /* of a descriptor; how many pieces; a struct folder_piece for each, and
                            right behind these the bytes of all: how many were written, up to the
                            first piece that was not written whole */
    FOLDER_SPACE,        /* of a descriptor: a struct folder_space */
    FOLDER_SPACE_AT,     /* path: the same */
    FOLDER_OPERATIONS
};

enum folder_open {
    FOLDER_OPEN_READ = 1u << 0,
    FOLDER_OPEN_WRITE = 1u << 1,
    FOLDER_OPEN_APPEND = 1u << 2,    /* all writes go to the end */
    FOLDER_OPEN_CREATE = 1u << 3,    /* make the file if it is not there */
    FOLDER_OPEN_EXCLUSIVE = 1u << 4, /* with FOLDER_OPEN_CREATE: fail if the file is there */
    FOLDER_OPEN_TRUNCATE = 1u << 5,
    FOLDER_OPEN_FOLDER = 1u << 6, /* fail unless it is a folder */
};

/* A lock of a part of a file, which a node has against others: any number may read, or one write.
 */
enum folder_lock { FOLDER_LOCK_READ, FOLDER_LOCK_WRITE, FOLDER_LOCK_NONE, FOLDER_LOCK_ASK = 4 };

/* The lock that stands in the way of one that was asked for, or none. */
struct folder_locked {
    uint64_t start, bytes;
    uint32_t how, node; /* enum folder_lock */
};

struct folder_piece {
    int64_t offset, bytes;
};

#define FOLDER_TIME_NOW  INT64_MIN
#define FOLDER_TIME_KEPT (INT64_MIN + 1)

/* Modes are Linux's, whose file types and permissions are also those of the C libraries. */
struct folder_status {
    uint64_t device, inode, mode, links, user, group, bytes, blocks;
    int64_t accessed[2], modified[2], changed[2]; /* seconds and nanoseconds since 1970 */
};

/* The file system of the host that something lies in. `read_only` is also 1 where programs may only
 * read the folder. */
struct folder_space {
    uint64_t block, fragment;         /* bytes to move at once; bytes that the next three count */
    uint64_t blocks, free, available; /* available: to the user of cuberun */
    uint64_t files, free_files, available_files;
    uint64_t name, identity; /* bytes of the longest name; the file system's number */
    uint64_t read_only;
};

#define FOLDER_PATH_BYTES 4096u /* of the longest path that Linux takes, with a zero */
#define FOLDER_NAME_BYTES 256u  /* of a name in a folder, the zero at its end included */

struct folder_entry {
    uint64_t inode;
    char name[FOLDER_NAME_BYTES]; /* zero-terminated */
};

/* A request goes through one pipe, and its `bytes` bytes follow it; an answer comes through the
 * other, and its `bytes` bytes follow it. The result is a negative errno, by the C libraries'
 * numbers, where something failed. */
struct folder_request {
    uint32_t node; /* whose request it is: the kernel fills this in */
    uint32_t operation;
    int64_t descriptor;
    int64_t argument[2];
    uint32_t bytes;
    uint32_t room; /* the most bytes that the answer may have */
};

struct folder_answer {
    int64_t result;
    uint64_t bytes;
};

#endif
