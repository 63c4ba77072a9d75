"""What an MPI program uses, and what of it there is here."""
