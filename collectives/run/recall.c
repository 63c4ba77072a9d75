#include "collectives/run/recall.h"

#include <string.h>

NODE_LOCAL struct recall recall;

struct script *recall_room(uint32_t *actions) {
    if (RECALL_BYTES - recall.used < RECALL_ROOM) {
        memset(recall.script, 0, sizeof recall.script);
        recall.used = 0;
    }
    size_t bytes = RECALL_BYTES - recall.used - sizeof(struct script);
    *actions = (uint32_t)(bytes / sizeof(struct action));
    return (struct script *)(void *)(recall.memory + recall.used);
}

void recall_keep(const struct call *call, struct script *script) {
    size_t bytes = sizeof *script + script->length * sizeof script->action[0];
    script->key = (struct script_key){call->size, call->argument, call->type, call->op};
    script->buffer[BUFFER_SCRATCH] = recall.scratch;
    recall.used += (bytes + _Alignof(struct script) - 1) & ~(_Alignof(struct script) - 1);
    recall.script[call->known][call->argument % RECALL_WAYS] = script;
}
