// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSeccomp
import Glibc

/// The system calls of a third-party program: everything that services and windows need, except calls that inspect or control other
/// processes, create namespaces or mounts, or reach parts of the kernel that few programs need and many attacks have used.
package enum HostedProgramFilters {
  /// The calls that a program may make unconditionally. A call added by a later kernel fails as on an older one until it is listed here.
  private static let allowed = [
    "accept", "accept4", "access", "adjtimex", "alarm", "arch_prctl", "bind", "brk", "cachestat", "capget", "capset", "chdir", "chmod",
    "chown", "clock_adjtime", "clock_getres", "clock_gettime", "clock_nanosleep", "close", "close_range", "connect", "copy_file_range",
    "creat", "dup", "dup2", "dup3", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd",
    "eventfd2", "execve", "execveat", "exit", "exit_group", "faccessat", "faccessat2", "fadvise64", "fallocate", "fchdir", "fchmod",
    "fchmodat", "fchmodat2", "fchown", "fchownat", "fcntl", "fdatasync", "fgetxattr", "flistxattr", "flock", "fork", "fremovexattr",
    "fsetxattr", "fstat", "fstatfs", "fsync", "ftruncate", "futex", "futex_requeue", "futex_wait", "futex_waitv", "futex_wake",
    "futimesat", "get_robust_list", "getcpu", "getcwd", "getdents", "getdents64", "getegid", "geteuid", "getgid", "getgroups",
    "getitimer", "getpeername", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getrandom", "getresgid", "getresuid",
    "getrlimit", "getrusage", "getsid", "getsockname", "getsockopt", "gettid", "gettimeofday", "getuid", "getxattr", "inotify_add_watch",
    "inotify_init", "inotify_init1", "inotify_rm_watch", "ioctl", "ioprio_get", "ioprio_set", "kill", "landlock_add_rule",
    "landlock_create_ruleset", "landlock_restrict_self", "lchown", "lgetxattr", "link", "linkat", "listen", "listxattr", "llistxattr",
    "lremovexattr", "lseek", "lsetxattr", "lstat", "madvise", "map_shadow_stack", "membarrier", "memfd_create", "memfd_secret",
    "mincore", "mkdir", "mkdirat", "mlock", "mlock2", "mlockall", "mmap", "mprotect", "mremap", "mseal", "msync", "munlock",
    "munlockall", "munmap", "nanosleep", "newfstatat", "open", "openat", "openat2", "pause", "pidfd_open", "pidfd_send_signal", "pipe",
    "pipe2", "pkey_alloc", "pkey_free", "pkey_mprotect", "poll", "ppoll", "prctl", "pread64", "preadv", "preadv2", "prlimit64",
    "pselect6", "pwrite64", "pwritev", "pwritev2", "read", "readahead", "readlink", "readlinkat", "readv", "recvfrom", "recvmmsg",
    "recvmsg", "removexattr", "rename", "renameat", "renameat2", "restart_syscall", "rmdir", "rseq", "rt_sigaction", "rt_sigpending",
    "rt_sigprocmask", "rt_sigqueueinfo", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait", "rt_tgsigqueueinfo",
    "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity", "sched_getattr", "sched_getparam", "sched_getscheduler",
    "sched_rr_get_interval", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler", "sched_yield", "seccomp",
    "select", "sendfile", "sendmmsg", "sendmsg", "sendto", "set_robust_list", "set_tid_address", "setfsgid", "setfsuid", "setgid",
    "setgroups", "setitimer", "setpgid", "setpriority", "setregid", "setresgid", "setresuid", "setreuid", "setrlimit", "setsid",
    "setsockopt", "setuid", "setxattr", "shutdown", "sigaltstack", "signalfd", "signalfd4", "socketpair", "splice", "stat", "statfs",
    "statx", "symlink", "symlinkat", "sync", "sync_file_range", "syncfs", "sysinfo", "tee", "tgkill", "time", "timer_create",
    "timer_delete", "timer_getoverrun", "timer_gettime", "timer_settime", "timerfd_create", "timerfd_gettime", "timerfd_settime",
    "times", "tkill", "truncate", "umask", "uname", "unlink", "unlinkat", "utime", "utimensat", "utimes", "vfork", "vmsplice", "wait4",
    "waitid", "write", "writev",
  ]

  /// Local sockets, internet sockets, and the kernel's messages about interfaces, which name resolution reads.
  private static let families = [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK]

  /// Returns the filters, all of which must be applied. There are two because an allowlist cannot exclude a single value of an argument.
  package static func programs() throws(SystemCallFilter.Unavailable) -> [[UInt8]] {
    let calls = try SystemCallFilter(otherwise: passfold_seccomp_unknown)
    try calls.allow(allowed)
    try calls.allow(["clone"], where: [.argument(0, lacks: passfold_clone_namespaces)])
    for family in families { try calls.allow(["socket"], where: [.argument(0, is: Int(family))]) }
    for persona in [0, Int(UInt32.max)] { try calls.allow(["personality"], where: [.argument(0, is: persona)]) }
    let arguments = try SystemCallFilter(otherwise: passfold_seccomp_allow)
    // A program must not type into a terminal that it shares with the user's shell.
    for request in [passfold_tiocsti, passfold_tioclinux] {
      try arguments.answer(["ioctl"], with: EPERM, where: [.argument(1, hasLowerHalf: request)])
    }
    return [try calls.program(), try arguments.program()]
  }
}
