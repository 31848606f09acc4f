// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemCallFilter

/// What the process may still do once it begins: look names up, speak over sockets that it connects, have threads, and read
/// and write the files of a folder that is carried elsewhere.
package enum Confinement {
  private static let descriptors: UInt = 128
  /// The flag of clone(2) for a thread of the same process, and the request of ioctl(2) for how much there is to read; Glibc does not have them.
  private static let threadFlag: CInt = 0x1_0000
  private static let bytesToRead: UInt32 = 0x541B

  /// Gives up everything else, for good: no program can be started, no other process looked into and nothing listened to.
  ///
  /// The process has one thread when it calls this, so that the filter holds for all.
  ///
  /// - Throws: when the kernel does not let the process lock itself in.
  static func enter() throws(SystemCallFilter.Unavailable) {
    SystemCallFilter.limit(RLIMIT_CORE, to: 0)
    SystemCallFilter.limit(RLIMIT_NOFILE, to: descriptors)
    try filter().enforce()
  }

  /// The filter as the kernel takes it, for tests of what it lets through.
  package static func program() throws -> [UInt8] { try filter().program() }

  private static func filter() throws(SystemCallFilter.Unavailable) -> SystemCallFilter {
    let filter = try SystemCallFilter()
    try filter.allow([
      // Sockets; binding is what the resolver does to the kernel's list of addresses. Nobody listens.
      "bind", "connect", "getpeername", "getsockname", "getsockopt", "recvfrom", "recvmmsg", "recvmsg", "sendmmsg", "sendmsg", "sendto",
      "setsockopt", "shutdown", "socketpair",
      // What comes and goes over them, and the waiting for it.
      "clock_getres", "clock_nanosleep", "close", "dup", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait",
      "eventfd2", "fcntl", "lseek", "nanosleep", "pipe2", "pread64", "pselect6", "read", "readv", "select", "timerfd_create",
      "rt_sigsuspend", "timerfd_settime", "write", "writev",
      // Threads, and what their libraries ask of the system.
      "get_robust_list", "getegid", "geteuid", "getgid", "getppid", "getrlimit", "gettimeofday", "getuid", "prlimit64", "rseq",
      "sched_getaffinity", "sched_getparam", "sched_getscheduler", "set_robust_list", "set_tid_address", "sigaltstack", "sysinfo", "tgkill",
      "uname",
      // Files that the resolver and TLS look for.
      "access", "faccessat", "faccessat2", "fstat", "fstatfs", "getcwd", "getdents64", "lstat", "newfstatat", "readlink", "readlinkat",
      "stat", "statfs", "statx",
    ])
    for family in [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] { try filter.allow(["socket"], where: [.argument(0, is: Int(family))]) }
    try filter.allow(["ioctl"], where: [.argument(1, hasLowerHalf: bytesToRead)])
    // The files of a folder in a server's place; which files those are the filter cannot see.
    try filter.allow(["fdatasync", "fsync", "mkdirat", "open", "openat", "renameat", "renameat2", "unlinkat"])
    // The resolver loads a library for each of its sources. No memory is ever both written and run.
    try filter.allow(["mmap"], where: [.argument(2, lacks: PROT_WRITE)])
    // A thread, and no process. The newer call hides its flags from the filter, and libraries do without it.
    try filter.allow(["clone"], where: [.argument(0, has: threadFlag)])
    try filter.answer(["clone3"], with: ENOSYS)
    try filter.kill(on: SystemCallFilter.intruding.filter { $0 != "clone3" })
    return filter
  }
}
