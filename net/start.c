#include "net/start.h"

#include "net/inbox.h"
#include "net/node.h"
#include "net/physical.h"
#include "net/time.h"

void net_start(void) {
    node_start();
    physical_start();
    inbox_start();
    time_start();
}
