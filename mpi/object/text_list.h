/* Texts that lie one behind the other, each with a zero at its end: without a pointer each. */
#ifndef MPI_TEXT_LIST_H
#define MPI_TEXT_LIST_H

/* The text with that number, counted from 0, of a list that has so many. */
const char *text_in(const char *list, int number);

#endif
