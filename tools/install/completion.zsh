#compdef cubecc cubec++ cuberun mpicc mpicxx mpic++ mpiexec mpirun
# zsh completes the options of these commands by itself, from what --help prints.
_gnu_generic
