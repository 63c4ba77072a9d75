/* Newlib's regular expressions ask by this whether letters have another order than their numbers
 * say: the tables that would tell have not been loaded, for there are none. */
int __collate_load_error = 1;
