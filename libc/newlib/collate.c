/* Newlib's regular expressions ask by this for collation tables. There are none. */
int __collate_load_error = 1;
