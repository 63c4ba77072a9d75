/* Records: data for cuberun apart from printed output, one after the other in a file. The kernel
 * writes the heads (kernel/host/records.c), and a node's program writes the texts, which are JSON
 * (net/record/record.c); tools/running/records.py reads both. */
#ifndef FORMATS_RECORD_H
#define FORMATS_RECORD_H

#include <stdint.h>

/* The numbers are little-endian, and `bytes` bytes of text follow. */
struct record_head {
    uint32_t node; /* whose record it is, or RECORD_KERNEL */
    uint32_t bytes;
};

#define RECORD_KERNEL UINT32_MAX

#endif
