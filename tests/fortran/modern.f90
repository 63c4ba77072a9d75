! MPI by the module mpi_f08: handles and statuses as types, no ierror, functions of the program's, counts of two kinds.
module own
    use mpi_f08
    use, intrinsic :: iso_c_binding
    implicit none
    integer :: handled = 0
contains
    subroutine farthest(invec, inoutvec, len, datatype)
        type(c_ptr), value :: invec, inoutvec
        integer :: len
        type(MPI_Datatype) :: datatype
        integer, pointer :: in(:), inout(:)
        call c_f_pointer(invec, in, [len])
        call c_f_pointer(inoutvec, inout, [len])
        if (datatype /= MPI_INTEGER) error stop 9
        where (abs(in) > abs(inout)) inout = in
    end subroutine
    subroutine handles(comm, error_code)
        type(MPI_Comm) :: comm
        integer :: error_code
        if (comm == MPI_COMM_SELF) handled = error_code
    end subroutine
    subroutine check(right, what)
        logical, intent(in) :: right
        character(*), intent(in) :: what
        if (.not. right) then
            print *, 'wrong: ', what
            error stop 1
        end if
    end subroutine
end module

program modern
    use own
    implicit none
    integer :: rank, n, i, j, key, old(MPI_STATUS_SIZE)
    type(MPI_Comm) :: comm, copy
    type(MPI_Status) :: status, statuses(2)
    type(MPI_Request) :: requests(2)
    type(MPI_Datatype) :: type, types(2)
    type(MPI_Op) :: op
    type(MPI_Errhandler) :: handler
    type(MPI_Group) :: group
    integer(MPI_COUNT_KIND) :: large
    integer(MPI_ADDRESS_KIND) :: value
    integer, allocatable :: weights(:)
    type(c_ptr) :: address
    integer, target :: buffer(300)
    integer :: grid(4, 4)
    logical :: flag
    character(12) :: name
    integer(MPI_ADDRESS_KIND), pointer :: number
    interface
        function c_get(comm, keyval, value, flag) bind(C, name='MPI_Comm_get_attr')
            import c_int, c_ptr
            type(c_ptr), value :: comm
            integer(c_int), value :: keyval
            type(c_ptr) :: value
            integer(c_int) :: flag, c_get
        end function
        function c_set(comm, keyval, value) bind(C, name='MPI_Comm_set_attr')
            import c_int, c_ptr
            type(c_ptr), value :: comm, value
            integer(c_int), value :: keyval
            integer(c_int) :: c_set
        end function
        function of_c(comm) bind(C, name='MPI_Comm_f2c')
            import c_ptr, MPI_Comm
            type(MPI_Comm), value :: comm
            type(c_ptr) :: of_c
        end function
    end interface
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, n, i)
    call check(i == MPI_SUCCESS, 'ierror')
    i = rank
    call MPI_Allreduce(MPI_IN_PLACE, i, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call check(i == n * (n - 1) / 2, 'in place')
    grid = rank
    call MPI_Sendrecv(grid(2, :), 4, MPI_INTEGER, mod(rank + 1, n), 1, grid(3, :), 4, MPI_INTEGER, &
                      MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, status)
    call check(all(grid(3, :) == status%MPI_SOURCE) .and. status%MPI_TAG == 1, 'section')
    call MPI_Get_count(status, MPI_INTEGER, large)
    call check(large == 4 .and. .not. MPI_SUBARRAYS_SUPPORTED, 'count')
    call MPI_Irecv(i, 1, MPI_INTEGER, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, requests(1))
    call MPI_Isend(rank, 1_MPI_COUNT_KIND, MPI_INTEGER, mod(rank + 1, n), 2, MPI_COMM_WORLD, requests(2))
    call MPI_Waitall(2, requests, statuses)
    call check(statuses(1)%MPI_SOURCE == i .and. requests(1) == MPI_REQUEST_NULL, 'waitall')
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    types = [MPI_INTEGER, MPI_REAL]
    call MPI_Type_create_struct(2, [1, 1], [0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND], types, type)
    call MPI_Type_commit(type)
    call MPI_Type_size(type, i)
    call check(i == 8, 'struct')
    call MPI_Type_free(type)
    call MPI_Op_create(farthest, .true., op)
    call MPI_Reduce(-rank, i, 1, MPI_INTEGER, op, 0, MPI_COMM_WORLD)
    call check(rank /= 0 .or. i == 1 - n, 'operator')
    call MPI_Op_free(op)
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(MPI_COMM_WORLD, key, 77_MPI_ADDRESS_KIND)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm)
    call MPI_Comm_get_attr(comm, key, value, flag)
    call check(flag .and. value == 77, 'attribute')
    call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, i, 0_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(comm, i, 77_MPI_ADDRESS_KIND)
    call MPI_Comm_dup(comm, copy)
    call MPI_Comm_get_attr(copy, i, value, flag)
    call check(.not. flag, 'an attribute that is not copied')
    ! C gets the address of a number that Fortran has set, and Fortran the number of an address (MPI 5.0, 19.3.7).
    i = c_get(of_c(comm), key, address, j)
    call c_f_pointer(address, number)
    call check(i == MPI_SUCCESS .and. number == 77, 'an attribute of Fortran in C')
    i = c_set(of_c(comm), key, c_loc(buffer))
    call MPI_Comm_get_attr(comm, key, value, flag)
    call check(flag .and. value == transfer(c_loc(buffer), value), 'an attribute of C in Fortran')
    i = c_get(of_c(comm), key, address, j)
    call check(c_associated(address, c_loc(buffer)), 'an attribute of C in C')
    call MPI_Comm_free(copy)
    call MPI_Comm_set_name(comm, 'copy')
    call MPI_Comm_get_name(comm, name, i)
    call check(name == 'copy' .and. comm /= MPI_COMM_WORLD, 'name')
    call MPI_Comm_free(comm)
    call MPI_Comm_create_errhandler(handles, handler)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler)
    call MPI_Send(i, 1, MPI_INTEGER, 1, 0, MPI_COMM_SELF, j)
    call check(handled == MPI_ERR_RANK .and. j == handled, 'handler')
    call MPI_Errhandler_free(handler)
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [mod(rank + n - 1, n)], MPI_UNWEIGHTED, 1, &
                                        [mod(rank + 1, n)], MPI_UNWEIGHTED, MPI_INFO_NULL, .false., comm)
    call MPI_Dist_graph_neighbors_count(comm, i, j, flag)
    call check(i == 1 .and. j == 1 .and. .not. flag, 'unweighted')
    call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, i, 1, MPI_INTEGER, comm)
    call check(i == mod(rank + n - 1, n), 'neighbour')
    call MPI_Comm_free(comm)
    call MPI_Buffer_attach(buffer, 1200)
    call MPI_Buffer_detach(address, i)
    call check(c_associated(address, c_loc(buffer)) .and. i == 1200, 'detach')
    call MPI_Comm_group(MPI_COMM_WORLD, group=group)
    call MPI_Group_free(group)
    status%MPI_TAG = 12
    call MPI_Status_f082f(status, old)
    status%MPI_TAG = 0
    call MPI_Status_f2f08(old, status)
    call check(old(MPI_TAG) == 12 .and. status%MPI_TAG == 12, 'statuses')
    call PMPI_Barrier(MPI_COMM_WORLD)
    call check(PMPI_Wtime() >= 0, 'twins')
    call MPI_Finalize()
    print *, 'modern: right'
end program
