! A number goes once round the ring of Gray codes, on which neighbours are neighbours in the cube:
!
!     tools/cubecc programs/ring.f90 -o ring && tools/cuberun -n 8 ring.elf
program ring
    use cube
    implicit none
    integer(c_int) :: node, nodes, place, next, previous, passed, largest
    node = cube_node()
    nodes = cube_nodes()
    place = cube_gray_inverse(node)
    next = cube_gray(mod(place + 1, nodes))
    previous = cube_gray(mod(place + nodes - 1, nodes))
    passed = place
    if (place > 0) then
        call must(cube_recv(previous, passed, c_sizeof(passed)))
        passed = passed + place
    end if
    call must(cube_send(next, passed, c_sizeof(passed)))
    if (place == 0) then
        call must(cube_recv(previous, passed, c_sizeof(passed)))
        print '(a, i0, a, i0)', 'round ', nodes, ' nodes came ', passed
    end if
    call must(cube_allreduce(place, largest, 1_c_size_t, cube_int32, cube_max))
    if (largest /= nodes - 1) error stop 1
contains
    subroutine must(error)
        integer(c_int), intent(in) :: error
        if (error /= 0) error stop 1
    end subroutine
end program
