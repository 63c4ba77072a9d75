"""mpiexec --explore: runs a program in every order of its messages that MPI allows."""
