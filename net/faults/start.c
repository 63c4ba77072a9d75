#include "net/faults/start.h"

#include "net/faults/dead.h"
#include "net/faults/failed.h"
#include "net/system/system.h"

void faults_start(void) {
    if (system_node_page()->failed)
        failed_start();
    else
        dead_begin();
}
