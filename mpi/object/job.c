#include "mpi/object/job.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "net/system.h"

_Noreturn void job_end(int code) {
    fflush(stdout);
    fflush(stderr);
    uint8_t status = (uint8_t)code;
    system_end(status != 0 ? status : EXIT_FAILURE);
}
