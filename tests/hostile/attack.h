/* Attacks of hostile neighbours on a victim: before each of its accesses to their windows they may
 * rewrite a field of the current header, or the word that it is about to read. */
#ifndef TESTS_HOSTILE_ATTACK_H
#define TESTS_HOSTILE_ATTACK_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/hostile/turns.h"

/* Draws the attacks from `seed` (not 0): fields, number, and the first moment. `channels`: a set of
 * enum attack_channel, those that the calls use; `returns`: the moments are those when it comes
 * back to a header, of which there are many. */
enum attack_channel { CHANNEL_DIRECT = 1 << 0, CHANNEL_ROUTED = 1 << 1 };
void attack_draw(uint32_t seed, const struct turns_settings *settings, uint32_t channels,
                 bool returns);

/* Does this at such moments instead of rewriting headers, in the victim's thread: `dimension` is
 * that of the link that it reads, and *random the state of the attack's random numbers. */
void attack_by(void (*act)(uint32_t dimension, uint32_t *random));

/* Rewrites nothing from here on. */
void attack_not(void);

/* Whether it is words of the control pages that are rewritten: tails, heads, barriers. */
bool attack_has_words(void);

/* Begins the attack. turns_run calls this first. */
void attack_begin(const struct turns_windows *windows);

/* Reports on the run since: the number of the victim's reads of its neighbours' windows, the number
 * of rewrites before them, and the victim's violation, or null. */
uint64_t attack_accesses(void);
uint64_t attack_rewrites(void);
const char *attack_violation(void);

#endif
