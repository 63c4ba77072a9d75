#include "kernel/output.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "board/host.h"
#include "kernel/console.h"
#include "kernel/folder.h"
#include "kernel/lock.h"
#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/page.h"
#include "kernel/pages.h"

enum {
    NO_HANDLE = -1,
    FIRST_DESCRIPTOR = 3,
    FILES_OF_A_NODE = 64,
};

struct output {
    char name[CUBE_NAME_BYTES + 1];
    int64_t handle; /* the host's handle; NO_HANDLE when the host has closed the file */
    bool open;      /* whether the node has it open */
};

/* The files of one node. A descriptor stands for a place in this list as long as the machine runs.
 */
struct outputs {
    uint32_t count;
    struct output file[FILES_OF_A_NODE];
};

static struct lock lock;         /* on all lists, but not on the handle of an open file */
static struct outputs *of_nodes; /* by node; null: programs can write no files */

static _Atomic(struct output *) lost; /* a file of which the host has not taken all, or null */

/* The first file that could not be created because programs can write no files. */
enum { NONE, BEGUN, COMPLETE };
static struct {
    _Atomic int state;
    uint32_t node;
    char name[CUBE_NAME_BYTES + 1];
} refused;

size_t output_pages(void) {
    return page_count(node_count * sizeof(struct outputs));
}

bool output_start(void) {
    uint64_t frames = pages_allocate(output_pages(), PAGES_KERNEL);
    if (!frames)
        return false;
    of_nodes = memory_at(frames);
    for (uint32_t i = 0; i < node_count; i++)
        of_nodes[i].count = 0;
    return true;
}

/* Whether the name stands for a file in the folder. A name that leads out of the folder, or to one
 * of the emulator's own devices (":tt"), has one of these characters. */
static bool is_bare(const char *name, size_t bytes) {
    if (bytes == 0 || name[0] == '.' || name[0] == ':')
        return false;
    for (size_t i = 0; i < bytes; i++)
        if ((uint8_t)name[i] < ' ' || name[i] == 0x7f || name[i] == '/' || name[i] == '\\')
            return false;
    return true;
}

static void note_refused(const struct node *node, const char *name) {
    int none = NONE;
    if (!atomic_compare_exchange_strong(&refused.state, &none, BEGUN))
        return;
    refused.node = node->number;
    strcpy(refused.name, name);
    /* Release: whoever sees COMPLETE sees the name. Partner: the acquire in output_report. */
    atomic_store_explicit(&refused.state, COMPLETE, memory_order_release);
}

void output_report(void) {
    if (atomic_load_explicit(&refused.state, memory_order_acquire) == COMPLETE)
        console_print("graycube: node %u could not create the file %s: %s\n",
                      (unsigned)refused.node, refused.name,
                      folder_is_there()
                          ? "the folder that cuberun --dir names can only be read"
                          : "what programs write goes to the folder that cuberun --out names");
}

bool output_lost_report(void) {
    const struct output *file = atomic_load(&lost);
    if (file)
        console_print("graycube: the host has not taken all that was written to the file %s\n",
                      file->name);
    return file != NULL;
}

static struct output *find(struct outputs *outputs, const char *name) {
    for (uint32_t i = 0; i < outputs->count; i++)
        if (strcmp(outputs->file[i].name, name) == 0)
            return &outputs->file[i];
    return NULL;
}

static bool is_another_nodes(const struct node *node, const char *name) {
    for (uint32_t i = 0; i < node_count; i++)
        if (i != node->number && find(&of_nodes[i], name))
            return true;
    return false;
}

/* Closes the host's handles of all files that no node has open. The emulator cannot open a file to
 * append to it, so the host keeps a file open that a node has closed, for as long as it has
 * descriptors to spare. The caller holds the lock. */
static void close_idle(void) {
    for (uint32_t i = 0; i < node_count; i++) {
        for (uint32_t j = 0; j < of_nodes[i].count; j++) {
            struct output *file = &of_nodes[i].file[j];
            if (!file->open && file->handle != NO_HANDLE) {
                host_close(file->handle);
                file->handle = NO_HANDLE;
            }
        }
    }
}

/* Empties the file and gets a handle for it. Returns false when the host refuses. The caller holds
 * the lock. */
static bool begin_anew(struct output *file) {
    if (file->handle != NO_HANDLE)
        host_close(file->handle);
    file->handle = host_create(file->name);
    if (file->handle < 0) {
        close_idle();
        file->handle = host_create(file->name);
    }
    if (file->handle < 0)
        file->handle = NO_HANDLE;
    return file->handle != NO_HANDLE;
}

static struct output *add(struct outputs *outputs, const char *name) {
    if (outputs->count == FILES_OF_A_NODE)
        return NULL;
    struct output *file = &outputs->file[outputs->count++];
    strcpy(file->name, name);
    file->handle = NO_HANDLE;
    return file;
}

static int64_t create(const struct node *node, const char *name, uint64_t how) {
    struct outputs *outputs = &of_nodes[node->number];
    struct output *file = find(outputs, name);
    bool appends = file && how & CUBE_CREATE_APPEND;
    if (file && file->open)
        return -EBUSY;
    if (file ? how & CUBE_CREATE_NEW : is_another_nodes(node, name))
        return -EEXIST;
    if (appends && file->handle == NO_HANDLE)
        return -ENFILE;
    if (!file)
        file = add(outputs, name);
    if (!file)
        return -EMFILE;
    if (!appends && !begin_anew(file))
        return -EIO;
    file->open = true;
    return FIRST_DESCRIPTOR + (file - outputs->file);
}

int64_t output_create(struct node *node, uint64_t address, uint64_t bytes, uint64_t how) {
    char name[CUBE_NAME_BYTES + 1] = "";
    if (how & ~(uint64_t)(CUBE_CREATE_APPEND | CUBE_CREATE_NEW))
        return -EINVAL;
    if (bytes > CUBE_NAME_BYTES)
        return -ENAMETOOLONG;
    if (!process_read(&node->process, name, address, bytes))
        return -EFAULT;
    if (!is_bare(name, bytes))
        return -EINVAL;
    if (!of_nodes) {
        note_refused(node, name);
        return -EROFS;
    }
    lock_take(&lock);
    int64_t result = create(node, name, how);
    lock_release(&lock);
    return result;
}

/* Returns the node's open file with this descriptor, or null. */
static struct output *open_file(const struct node *node, uint64_t descriptor) {
    uint64_t place = descriptor - FIRST_DESCRIPTOR;
    if (!of_nodes || place >= of_nodes[node->number].count)
        return NULL;
    struct output *file = &of_nodes[node->number].file[place];
    return file->open ? file : NULL;
}

bool output_is_open(const struct node *node, uint64_t descriptor) {
    return open_file(node, descriptor) != NULL;
}

size_t output_write(const struct node *node, uint64_t descriptor, const void *data, size_t bytes) {
    struct output *file = open_file(node, descriptor);
    size_t taken = host_write(file->handle, data, bytes);
    if (taken < bytes)
        atomic_store(&lost, file);
    return taken;
}

int64_t output_close(struct node *node, uint64_t descriptor) {
    struct output *file = open_file(node, descriptor);
    if (!file)
        return -EBADF;
    lock_take(&lock);
    file->open = false;
    lock_release(&lock);
    return 0;
}
