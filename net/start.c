#include "net/start.h"

#include "net/clock/time.h"
#include "net/messages/inbox.h"
#include "net/node.h"
#include "net/physical.h"

void net_start(void) {
    node_start();
    physical_start();
    inbox_start();
    time_start();
}
