/* Output and records of parts, on their way to host 0. */
#ifndef BRIDGE_OUTPUT_H
#define BRIDGE_OUTPUT_H

#include <stdbool.h>

#include "tools/bridge/bridge.h"
#include "tools/bridge/notes.h"

void output_open(const struct settings *settings);

/* ---- On other hosts than host 0 ---- */

/* Returns the console of a near part, or -1 once it has ended. */
int output_console(uint32_t part);

/* Writes notes of near parts' output. Returns the set of parts that have ended. */
uint32_t output_read(void);

/* Whether all near parts have ended. */
bool output_has_ended(void);

/* Writes notes of near parts' records. All have ended. */
void output_write_records(void);

/* ---- On host 0 ---- */

/* Passes a far part's output or records to cuberun. Waits until cuberun has taken them. */
void output_apply(uint32_t host, const struct note *note);

/* Says to cuberun that a far part has ended. */
void output_close(uint32_t part);

#endif
