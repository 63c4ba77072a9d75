/* Contracts of functions of the C library, for proofs. Frama-C's own are stronger, and too hard for
 * its provers. */
#ifndef TESTS_PROVE_STRING_H
#define TESTS_PROVE_STRING_H

#include <string.h>

/* A text is terminated if a zero follows in memory that can be read; so is each tail of bytes that
 * end with a zero. */
/*@ axiomatic Terminated {
      predicate terminated{L}(char *text) reads text[0 ..];
      predicate ends_with_zero{L}(char *text, integer bytes) reads text[0 .. bytes - 1];
      axiom tail{L}: \forall char *text, integer bytes, integer at;
        ends_with_zero(text, bytes) && 0 <= at < bytes ==> terminated(text + at);
    } */

/*@ requires \valid_read((char *)one + (0 .. bytes - 1));
    requires \valid_read((char *)other + (0 .. bytes - 1));
    assigns \result \from ((char *)one)[0 .. bytes - 1], ((char *)other)[0 .. bytes - 1]; */
int plain_memcmp(const void *one, const void *other, size_t bytes);

/*@ requires \valid_read((char *)place + (0 .. bytes - 1));
    assigns \result \from place, ((char *)place)[0 .. bytes - 1];
    ensures \result != \null && wanted == 0 ==> terminated((char *)place); */
void *plain_memchr(const void *place, int wanted, size_t bytes);

/* The second text is a literal wherever this is called. */
/*@ requires terminated(one);
    assigns \result \from one[0 ..]; */
int plain_strcmp(const char *one, const char *other);

#define memcmp plain_memcmp
#define memchr plain_memchr
#define strcmp plain_strcmp

#endif
