"""The names that an MPI program uses, and those that are supported here."""
