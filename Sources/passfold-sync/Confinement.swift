// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemCallFilter

/// The process's remaining permissions once it starts: resolve names, use sockets that it connects, create threads, and read and write the
/// files of a folder that is synchronised elsewhere.
package enum Confinement {
  private static let descriptors: UInt = 128
  /// The clone(2) flag for a thread of the same process, and the ioctl(2) request for the number of readable bytes; Glibc does not have
  /// them.
  private static let threadFlag: CInt = 0x1_0000
  private static let bytesToRead: UInt32 = 0x541B

  /// Gives up everything else permanently: the process can start no program, inspect no other process and listen to nothing.
  ///
  /// Call this while the process has a single thread, so that the filter applies to all.
  ///
  /// - Throws: An error if the kernel does not let the process lock itself in.
  static func enter() throws(SystemCallFilter.Unavailable) {
    SystemCallFilter.limit(RLIMIT_CORE, to: 0)
    SystemCallFilter.limit(RLIMIT_NOFILE, to: descriptors)
    try filter().enforce()
  }

  /// Returns the filter in the kernel's form, for tests of what it permits.
  package static func program() throws -> [UInt8] { try filter().program() }

  private static func filter() throws(SystemCallFilter.Unavailable) -> SystemCallFilter {
    let filter = try SystemCallFilter()
    try filter.allow([
      // Sockets. The resolver binds for the kernel's list of addresses. Listening is not allowed.
      "bind", "connect", "getpeername", "getsockname", "getsockopt", "recvfrom", "recvmmsg", "recvmsg", "sendmmsg", "sendmsg", "sendto",
      "setsockopt", "shutdown", "socketpair",
      // Transferring data over them, and waiting for it.
      "clock_getres", "clock_nanosleep", "close", "dup", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait",
      "eventfd2", "fcntl", "lseek", "nanosleep", "pipe2", "pread64", "pselect6", "read", "readv", "select", "timerfd_create",
      "rt_sigsuspend", "timerfd_settime", "write", "writev",
      // Threads, and system calls of their libraries.
      "get_robust_list", "getegid", "geteuid", "getgid", "getppid", "getrlimit", "gettimeofday", "getuid", "prlimit64", "rseq",
      "sched_getaffinity", "sched_getparam", "sched_getscheduler", "set_robust_list", "set_tid_address", "sigaltstack", "sysinfo", "tgkill",
      "uname",
      // Files that the resolver and TLS need.
      "access", "faccessat", "faccessat2", "fstat", "fstatfs", "getcwd", "getdents64", "lstat", "newfstatat", "readlink", "readlinkat",
      "stat", "statfs", "statx",
    ])
    for family in [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] { try filter.allow(["socket"], where: [.argument(0, is: Int(family))]) }
    try filter.allow(["ioctl"], where: [.argument(1, hasLowerHalf: bytesToRead)])
    // The files of a folder in place of a server; the filter cannot see which files those are.
    try filter.allow(["fdatasync", "fsync", "mkdirat", "open", "openat", "renameat", "renameat2", "unlinkat"])
    // The resolver loads a library for each of its sources. No memory is ever both written and executed.
    try filter.allow(["mmap"], where: [.argument(2, lacks: PROT_WRITE)])
    // A thread, but not a process. The newer call hides its flags from the filter, and libraries work without it.
    try filter.allow(["clone"], where: [.argument(0, has: threadFlag)])
    try filter.answer(["clone3"], with: ENOSYS)
    try filter.kill(on: SystemCallFilter.intruding.filter { $0 != "clone3" })
    return filter
  }
}
