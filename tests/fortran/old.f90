! MPI by the module mpi: sizes, windows, files, memory, buffers, large counts, and what an interface refuses.
module requests
    use mpi
    implicit none
    integer :: answered = 0
contains
    subroutine answers(extra, given, ierror)
        integer(MPI_ADDRESS_KIND) :: extra
        integer :: given(MPI_STATUS_SIZE), ierror
        given(MPI_TAG) = int(extra)
        call MPI_Status_set_elements(given, MPI_BYTE, 0, ierror)
        call MPI_Status_set_cancelled(given, .false., ierror)
        answered = answered + int(extra)
        if (extra == 7) ierror = MPI_ERR_OTHER
    end subroutine
    subroutine frees(extra, ierror)
        integer(MPI_ADDRESS_KIND) :: extra
        integer :: ierror
        answered = answered + 1
        ierror = MPI_SUCCESS
    end subroutine
    subroutine cancels(extra, complete, ierror)
        integer(MPI_ADDRESS_KIND) :: extra
        logical :: complete
        integer :: ierror
        ierror = MPI_SUCCESS
    end subroutine
end module

program old
    use mpi
    use requests
    use, intrinsic :: iso_c_binding
    implicit none
    integer :: ierr, rank, n, bytes, win, file, status(MPI_STATUS_SIZE), count, i, group, request
    integer(MPI_ADDRESS_KIND) :: size
    integer(MPI_OFFSET_KIND) :: offset
    integer, target :: window(4)
    integer :: got(4)
    character(20) :: text
    character(MPI_MAX_ERROR_STRING) :: message
    type(c_ptr) :: memory
    real(8), pointer :: x(:)
    logical :: flag
    integer, allocatable :: buffer(:)
    complex(8) :: z(2)
    integer(MPI_ADDRESS_KIND) :: value
    call MPI_Init_thread(MPI_THREAD_SINGLE, i, ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
    call MPI_Sizeof(z, bytes, ierr)
    call MPI_Sizeof(rank, i, ierr)
    call check(bytes == 16 .and. i == 4, 'sizeof')

    window = rank
    size = 16
    call MPI_Win_create(window, size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call MPI_Win_fence(0, win, ierr)
    call MPI_Get(got, 2, MPI_INTEGER, mod(rank + 1, n), 1_MPI_ADDRESS_KIND, 2, MPI_INTEGER, win, ierr)
    call MPI_Win_fence(0, win, ierr)
    call check(all(got(1:2) == mod(rank + 1, n)), 'get')
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, flag, ierr)
    call check(flag .and. value == 16, 'window size')
    call MPI_Win_free(win, ierr)

    call MPI_File_open(MPI_COMM_WORLD, 'shared  ', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, ierr)
    call check(ierr == MPI_SUCCESS, 'open')
    offset = 4 * rank
    call MPI_File_write_at_all(file, offset, rank, 1, MPI_INTEGER, status, ierr)
    call MPI_Get_count(status, MPI_INTEGER, count, ierr)
    call MPI_File_read_at_all(file, 0_MPI_OFFSET_KIND, got, n, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
    call check(count == 1 .and. all(got(1:n) == [(i, i = 0, n - 1)]), 'file')
    call MPI_File_set_view(file, 4_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
    call MPI_File_get_view(file, offset, i, count, text, ierr)
    call check(offset == 4 .and. i == MPI_INTEGER .and. text == 'native', 'view')
    call MPI_File_close(file, ierr)

    call MPI_Alloc_mem(80_MPI_ADDRESS_KIND, MPI_INFO_NULL, memory, ierr)
    call c_f_pointer(memory, x, [10])
    x = 1.5d0
    call check(sum(x) == 15d0, 'memory')
    call MPI_Free_mem(x, ierr)
    allocate (buffer(1000))
    call MPI_Buffer_attach(buffer, 4000, ierr)
    call MPI_Bsend('hello', 5, MPI_CHARACTER, rank, 9, MPI_COMM_WORLD, ierr)
    text = ' '
    call MPI_Recv(text, 20, MPI_CHARACTER, rank, 9, MPI_COMM_WORLD, status, ierr)
    call check(text == 'hello', 'characters')
    call MPI_Buffer_detach(buffer, i, ierr)
    call check(i == 4000, 'detach')
    call MPI_Send_c(rank, 1_MPI_COUNT_KIND, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, ierr)
    call check(ierr == MPI_SUCCESS, 'large')
    call MPI_Grequest_start(answers, frees, cancels, 5_MPI_ADDRESS_KIND, request, ierr)
    call MPI_Grequest_complete(request, ierr)
    call MPI_Wait(request, status, ierr)
    call check(answered == 6 .and. status(MPI_TAG) == 5, 'generalized')
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierr)
    call MPI_Grequest_start(answers, frees, cancels, 7_MPI_ADDRESS_KIND, request, ierr)
    call MPI_Grequest_complete(request, ierr)
    call MPI_Wait(request, status, ierr)
    call check(ierr == MPI_ERR_OTHER, 'a query that fails')
    call MPI_Error_string(MPI_ERR_RANK, message, i, ierr)
    call check(i > 0 .and. len_trim(message) == i, 'error string')
    call MPI_Comm_group(MPI_COMM_WORLD, group, ierr)
    call MPI_Group_translate_ranks(group, 2, [1, 0], group, got, ierr)
    call check(all(got(1:2) == [1, 0]), 'translate')
    call MPI_Group_free(group, ierr)
    call MPI_Finalize(ierr)
    print *, 'old: right'
contains
    subroutine check(right, what)
        logical, intent(in) :: right
        character(*), intent(in) :: what
        if (.not. right) then
            print *, 'wrong: ', what
            error stop 1
        end if
    end subroutine
end program
