/* Lists of texts that lie one behind the other, each with a zero byte at its end, so that no
 * pointers to them are needed. */
#ifndef MPI_TEXT_LIST_H
#define MPI_TEXT_LIST_H

/* Returns the text with this number, counted from 0. The list has to have so many. */
const char *text_in(const char *list, int number);

#endif
