/* The rules that every plan keeps. They can be checked of an action before it is done. */
#ifndef CHECK_RULES_H
#define CHECK_RULES_H

#include "tests/check/interpretation.h"

/* Writes an error of action `index` of a node into the interpretation's message. Returns false. */
bool rule_broken(struct interpretation *all, uint32_t node, uint32_t index, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Checks an action that node `v` is about to do: its kind, its size, the memory that it uses, its
 * port and its step; and, unless it goes on `together` with others, piece by piece, that its packet
 * fits in half a ring. Returns false, with a message, if it breaks a rule. */
bool rules_of_action(struct interpretation *all, uint32_t v, const struct action *action,
                     bool together);

/* Checks the actions that follow `group`, which are done in any order or together: each by itself,
 * and that none of them writes what another one uses. Returns false, with a message, if one breaks
 * a rule. */
bool rules_of_group(struct interpretation *all, uint32_t v, const struct action *group);

#endif
