/* What a node contributes to the sum: its number. */
long part(void);
