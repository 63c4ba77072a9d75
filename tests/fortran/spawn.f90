! Spawns by each form of the arguments.
use mpi
integer parent, others, rank, codes(3), i
character(len=8) words(3), both(2, 3)
character(len=100) own, word
call MPI_Init(i)
call MPI_Comm_get_parent(parent, i)
call get_command_argument(0, own)
if (parent == MPI_COMM_NULL) then
  words = [character(len=8) :: 'first', 'second', '']
  call MPI_Comm_spawn(trim(own), words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, others, codes, i)
  call MPI_Comm_disconnect(others, i)
  both(1, :) = [character(len=8) :: 'third', '', '']
  both(2, :) = [character(len=8) :: 'third', 'fourth', '']
  call MPI_Comm_spawn_multiple(2, [own, own], both, [1, 1], [MPI_INFO_NULL, MPI_INFO_NULL], 0, MPI_COMM_WORLD, &
    others, MPI_ERRCODES_IGNORE, i)
  call MPI_Comm_disconnect(others, i)
  call MPI_Comm_spawn(own, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, others, MPI_ERRCODES_IGNORE, i)
  call MPI_Comm_disconnect(others, i)
  call MPI_Comm_spawn_multiple(1, [own], MPI_ARGVS_NULL, [1], [MPI_INFO_NULL], 0, MPI_COMM_WORLD, others, codes, i)
else
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, i)
  word = 'none'
  if (command_argument_count() > 0) call get_command_argument(command_argument_count(), word)
  print '(i0, x, i0, x, a)', rank, command_argument_count(), trim(word)
  others = parent
end if
call MPI_Comm_disconnect(others, i)
call MPI_Finalize(i)
end
