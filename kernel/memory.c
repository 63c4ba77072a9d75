#include "kernel/memory.h"

uint64_t memory_distance;
