! What a program in Fortran does at run time, one thing at each run: run WHAT [ARGUMENT].
module work
    implicit none
contains
    subroutine beyond(x, last)
        integer, intent(inout) :: x(:)
        integer, intent(in) :: last
        x(last) = 1
    end subroutine
    subroutine fault(x)
        use, intrinsic :: iso_c_binding
        integer, intent(in) :: x
        integer, pointer :: p
        call c_f_pointer(transfer(int(x, c_intptr_t), c_null_ptr), p)
        p = x
    end subroutine
end module

program run
    use, intrinsic :: ieee_arithmetic
    use work
    implicit none
    character(20) :: what, text, word
    integer :: i, ios, n, list(3), length
    integer(8) :: before, after, rate
    real(8) :: x, y(2)
    real :: seconds
    logical :: is_there
    integer, allocatable :: grown(:)
    namelist /given/ n, x, text
    call get_command_argument(1, what)
    select case (what)
    case ('files')
        open (10, file='text', status='replace')
        write (10, '(a, i5, f8.3, es12.4, l2)') 'x', 42, 2.5d0, 1d-7, .true.
        write (10, *) 7, 1.5d0, 'list directed'
        rewind (10)
        read (10, '(a1, i5, f8.3)') text, i, x
        read (10, *) n, y(1), word
        print '(a1, i5, f8.3, i3, f4.1, 1x, a)', text, i, x, n, y(1), trim(word)
        read (10, *, iostat=ios) n
        print *, 'end', ios < 0
        close (10)
        open (11, file='data', form='unformatted', status='replace')
        write (11) [1, 2, 3], 2.5d0
        backspace (11)
        read (11) list, x
        close (11, status='delete')
        inquire (file='data', exist=is_there)
        print '(3i2, f4.1, l2)', list, x, is_there
        open (12, file='direct', access='direct', recl=8, status='replace')
        write (12, rec=3) 9d0
        read (12, rec=3) x
        close (12)
        open (13, file='stream', access='stream', status='replace')
        write (13) 'abc', 5
        inquire (13, pos=i, size=length)
        read (13, pos=4) n
        close (13)
        print '(f4.1, 3i3)', x, i, length, n
        open (14, file='names', status='replace')
        n = 3
        text = 'by name'
        write (14, given)
        n = 0
        text = ' '
        rewind (14)
        read (14, given)
        close (14)
        open (15, status='scratch')
        write (15, *) 'scratch'
        rewind (15)
        read (15, *) word
        close (15)
        open (16, file='nowhere/x', iostat=ios, status='old')
        print '(i2, 1x, a, 1x, a, l2)', n, trim(text), trim(word), ios == 2
    case ('input')
        do
            read (*, *, iostat=ios) n, x
            if (ios /= 0) exit
            print '(i4, f6.2)', n, x
        end do
    case ('clock')
        call system_clock(before, rate)
        call cpu_time(seconds)
        call date_and_time(date=text)
        call system_clock(after)
        print *, rate > 0, after >= before, seconds >= 0, text(1:2) == '20', &
            ieee_is_nan(ieee_value(x, ieee_quiet_nan))
    case ('stop')
        stop 7
    case ('words')
        error stop 'in words'
    case ('beyond')
        allocate (grown(4))
        call get_command_argument(2, what)
        read (what, *) i
        call beyond(grown, i)
    case ('twice')
        allocate (grown(4))
        allocate (grown(4))
    case ('fault')
        call fault(16)
    case ('convert')
        text = 'no number'
        read (text, *) n
    end select
end program
