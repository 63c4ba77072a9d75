#include "kernel/host/records.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "board/host.h"
#include "formats/record.h"
#include "kernel/lock.h"
#include "kernel/node.h"

enum { NO_HANDLE = -1 };

struct record {
    struct record_head head;
    uint8_t text[CUBE_RECORD_BYTES];
};

static struct lock lock; /* on `handle` and `record` */
static int64_t handle = NO_HANDLE;
static struct record record;

bool records_open(uint32_t descriptor) {
    handle = host_open(descriptor);
    return handle >= 0;
}

/* Writes `record`, whose text has `text` bytes. A reader could not find the next record behind half
 * of one, so if the host does not take all of a record, no other is written. */
static int64_t write_record(uint32_t writer, size_t text) {
    size_t bytes = offsetof(struct record, text) + text;
    record.head = (struct record_head){writer, (uint32_t)text};
    if (host_write(handle, &record, bytes) == bytes)
        return 0;
    handle = NO_HANDLE;
    return -EIO;
}

int64_t records_write(struct node *node, uint64_t address, uint64_t bytes) {
    int64_t result = -EROFS;
    if (bytes < 1 || bytes > CUBE_RECORD_BYTES)
        return -EINVAL;
    lock_take(&lock);
    if (handle >= 0)
        result = process_read(&node->process, record.text, address, bytes)
                     ? write_record(node_place(node), bytes)
                     : -EFAULT;
    lock_release(&lock);
    return result;
}

void records_print(uint32_t writer, const char *format, ...) {
    va_list arguments;
    lock_take(&lock);
    va_start(arguments, format);
    int bytes = vsnprintf((char *)record.text, sizeof record.text, format, arguments);
    va_end(arguments);
    if (handle >= 0 && bytes > 0 && bytes < (int)sizeof record.text)
        write_record(writer, (size_t)bytes);
    lock_release(&lock);
}
