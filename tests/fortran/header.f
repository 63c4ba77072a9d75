C     MPI by mpif.h, in the form of 1977: constants that are addresses, texts, functions of the program's, types.
      module sums
      contains
      subroutine check(right, what)
      logical right
      character*(*) what
      integer failures
      common /counts/ failures
      if (.not. right) then
        failures = failures + 1
        print *, 'wrong: ', what
      end if
      end subroutine
      end module

C     The largest by absolute value: commutative, on pairs of a type of our own.
      subroutine farthest(in, inout, n, type)
      integer n, type, in(n), inout(n), i
      do i = 1, n
        if (abs(in(i)) .gt. abs(inout(i))) inout(i) = in(i)
      end do
      end

      subroutine copies(comm, key, extra, from, to, flag, ierr)
      include 'mpif.h'
      integer comm, key, ierr
      integer(MPI_ADDRESS_KIND) extra, from, to
      logical flag
      to = from + extra
      flag = .true.
      ierr = MPI_SUCCESS
      end

      subroutine deletes(comm, key, value, extra, ierr)
      include 'mpif.h'
      integer comm, key, ierr, deleted
      integer(MPI_ADDRESS_KIND) value, extra
      common /attributes/ deleted
      deleted = deleted + int(value)
      ierr = MPI_SUCCESS
      end

      subroutine handles(comm, code)
      include 'mpif.h'
      integer comm, code, handled, class, ierr, own
      common /errors/ handled, own
      call MPI_Error_class(code, class, ierr)
      if (class .eq. MPI_ERR_RANK .and. comm .eq. own) then
        handled = handled + 1
      end if
      end

      program header
      use sums
      include 'mpif.h'
      external farthest, copies, deletes, handles
      integer ierr, rank, n, i, op, key, comm, info, type, failures
      integer deleted, handled, own, handler, length, index, group
      integer request(2), statuses(MPI_STATUS_SIZE,2), pair(2)
      integer status(MPI_STATUS_SIZE), blocks(2), types(2), ranges(3,1)
      integer(MPI_ADDRESS_KIND) value, extra, places(2), low, extent
      logical flag, all, flags(2)
      character*(MPI_MAX_OBJECT_NAME) name
      character*12 text
      double precision x, y(2)
      complex z
      integer(8) big
      volatile i, y, pair
      integer box(2)
      common /counts/ failures
      common /attributes/ deleted
      common /errors/ handled, own
      call MPI_INIT(ierr)
      call check(ierr .eq. MPI_SUCCESS, 'init')
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, n, ierr)

C     Constants that are addresses.
      i = rank + 1
      call MPI_ALLREDUCE(MPI_IN_PLACE, i, 1, MPI_INTEGER, MPI_SUM,
     &                   MPI_COMM_WORLD, ierr)
      call check(i .eq. n * (n + 1) / 2, 'in place')
      blocks(1) = 1
      blocks(2) = 2
      types(1) = MPI_INTEGER
      types(2) = MPI_DOUBLE_PRECISION
      call MPI_GET_ADDRESS(i, places(1), ierr)
      call MPI_GET_ADDRESS(y, places(2), ierr)
      call MPI_TYPE_CREATE_STRUCT(2, blocks, places, types, type, ierr)
      call MPI_TYPE_COMMIT(type, ierr)
      i = 7 * (1 - min(rank, 1))
      y(2) = 2.5d0 * (1 - min(rank, 1))
      call MPI_BCAST(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD, ierr)
      call check(i .eq. 7 .and. y(2) .eq. 2.5d0, 'bottom')
      call MPI_TYPE_FREE(type, ierr)
      call MPI_IRECV(pair, 1, MPI_INTEGER, MPI_ANY_SOURCE, 3,
     &               MPI_COMM_WORLD, request(1), ierr)
      call MPI_ISEND(rank, 1, MPI_INTEGER, mod(rank + 1, n), 3,
     &               MPI_COMM_WORLD, request(2), ierr)
      call MPI_WAITALL(2, request, statuses, ierr)
      call check(statuses(MPI_SOURCE,1) .eq. pair(1) .and.
     &  statuses(MPI_TAG,1) .eq. 3 .and.
     &  request(1) .eq. MPI_REQUEST_NULL, 'statuses')
      request(1) = MPI_REQUEST_NULL
      call MPI_IBARRIER(MPI_COMM_WORLD, request(2), ierr)
      call MPI_WAITANY(2, request, index, MPI_STATUS_IGNORE, ierr)
      call check(index .eq. 2, 'index')
      call MPI_WAITALL(2, request, MPI_STATUSES_IGNORE, ierr)
      call MPI_WAITANY(2, request, index, status, ierr)
      call check(index .eq. MPI_UNDEFINED, 'no index')

C     Texts.
      call MPI_COMM_DUP(MPI_COMM_WORLD, comm, ierr)
      call MPI_COMM_SET_NAME(comm, 'a name   ', ierr)
      name = 'x'
      call MPI_COMM_GET_NAME(comm, name, length, ierr)
      call check(name .eq. 'a name' .and. length .eq. 6, 'name')
      call MPI_INFO_CREATE(info, ierr)
      call MPI_INFO_SET(info, ' key ', ' a value ', ierr)
      text = 'unchanged'
      call MPI_INFO_GET(info, 'none', 12, text, flag, ierr)
      call check(text .eq. 'unchanged' .and. .not. flag, 'no value')
      call MPI_INFO_GET(info, 'key', 12, text, flag, ierr)
      call check(text .eq. 'a value' .and. flag, 'value')
      length = 12
      call MPI_INFO_GET_STRING(info, 'key', length, text, flag, ierr)
      call check(text .eq. 'a value' .and. length .eq. 7, 'string')
      call MPI_INFO_FREE(info, ierr)
      call check(info .eq. MPI_INFO_NULL, 'null')

C     Functions of the program's.
      call MPI_OP_CREATE(farthest, .true., op, ierr)
      i = -rank
      call MPI_ALLREDUCE(i, pair, 1, MPI_INTEGER, op, comm, ierr)
      call check(pair(1) .eq. 1 - n, 'operator')
      call MPI_OP_FREE(op, ierr)
      extra = 100
      call MPI_COMM_CREATE_KEYVAL(copies, deletes, key, extra, ierr)
      value = -2
      call MPI_COMM_SET_ATTR(comm, key, value, ierr)
      call MPI_COMM_DUP(comm, own, ierr)
      call MPI_COMM_GET_ATTR(own, key, value, flag, ierr)
      call check(flag .and. value .eq. 98, 'attribute')
      call MPI_COMM_FREE(comm, ierr)
      call check(deleted .eq. -2, 'deleted')
      call MPI_COMM_GET_ATTR(MPI_COMM_WORLD, MPI_TAG_UB, value, flag,
     &                       ierr)
      call check(flag .and. value .ge. 32767, 'tag')
      call MPI_KEYVAL_CREATE(MPI_DUP_FN, MPI_NULL_DELETE_FN, key, 0,
     &                       ierr)
      call MPI_ATTR_PUT(own, key, -5, ierr)
      call MPI_COMM_DUP(own, comm, ierr)
      call MPI_ATTR_GET(comm, key, i, flag, ierr)
      call check(flag .and. i .eq. -5, 'old attribute')
      call MPI_COMM_FREE(comm, ierr)
      call MPI_COMM_CREATE_ERRHANDLER(handles, handler, ierr)
      call MPI_COMM_SET_ERRHANDLER(own, handler, ierr)
      call MPI_SEND(i, 1, MPI_INTEGER, n, 0, own, ierr)
      call check(handled .eq. 1 .and. ierr .eq. MPI_ERR_RANK, 'handler')
      call MPI_ERRHANDLER_FREE(handler, ierr)

C     Types of Fortran's, and reductions of them.
      pair(1) = mod(rank + 1, n)
      pair(2) = rank
      call MPI_ALLREDUCE(pair, box, 1, MPI_2INTEGER, MPI_MAXLOC, own,
     &                   ierr)
      call check(box(1) .eq. n - 1 .and. box(2) .eq. n - 2, 'maxloc')
      flag = rank .eq. 0
      call MPI_ALLREDUCE(flag, all, 1, MPI_LOGICAL, MPI_LOR, own, ierr)
      call check(all, 'or')
      call MPI_ALLREDUCE(flag, all, 1, MPI_LOGICAL, MPI_LAND, own,
     &                   ierr)
      call check(.not. all, 'and')
      call MPI_ALLREDUCE((1.0, 2.0), z, 1, MPI_COMPLEX, MPI_SUM, own,
     &                   ierr)
      call check(z .eq. n * (1.0, 2.0), 'complex')
      call MPI_ALLREDUCE(2.5d0, x, 1, MPI_REAL8, MPI_SUM, own, ierr)
      call check(x .eq. 2.5d0 * n, 'real8')
      call MPI_ALLREDUCE(2_8**40, big, 1, MPI_INTEGER8, MPI_MAX, own,
     &                   ierr)
      call check(big .eq. 2_8**40, 'integer8')
      call MPI_TYPE_CREATE_F90_REAL(15, MPI_UNDEFINED, type, ierr)
      call MPI_TYPE_GET_EXTENT(type, low, extent, ierr)
      call check(low .eq. 0 .and. extent .eq. 8, 'f90')
      call MPI_TYPE_EXTENT(MPI_2DOUBLE_PRECISION, i, ierr)
      call check(i .eq. 16, 'extent')
      ranges(1,1) = n - 1
      ranges(2,1) = 0
      ranges(3,1) = -1
      call MPI_COMM_GROUP(own, group, ierr)
      call MPI_GROUP_RANGE_INCL(group, 1, ranges, i, ierr)
      call MPI_GROUP_RANK(i, index, ierr)
      call check(index .eq. n - 1 - rank, 'ranges')
      call MPI_GROUP_FREE(group, ierr)
      call MPI_GROUP_FREE(i, ierr)
      flags(1) = .true.
      flags(2) = .false.
      pair(1) = 2
      pair(2) = n / 2
      call MPI_CART_CREATE(own, 2, pair, flags, .false., comm, ierr)
      flags(1) = .false.
      flags(2) = .true.
      call MPI_CART_GET(comm, 2, pair, flags, box, ierr)
      call check(flags(1) .and. .not. flags(2), 'periods')
      call MPI_COMM_FREE(comm, ierr)
      call MPI_COMM_FREE(own, ierr)
      call check(MPI_WTIME() .ge. 0, 'time')
      call MPI_FINALIZE(ierr)
      if (failures .eq. 0) print *, 'header: right'
      if (failures .ne. 0) stop 1
      end
