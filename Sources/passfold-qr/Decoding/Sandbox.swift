// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CSeccomp
internal import Glibc

/// What a process may still do once it is about to look into a stranger's picture: compute, read standard input, write its result.
enum Sandbox {
  /// Gives up everything else, for good.
  ///
  /// No file can be opened, no socket made, no program started, no memory made executable. Resource limits bound time and
  /// memory. Refused calls fail with EPERM, since libraries ask for files that they can do without; calls that only an
  /// intruder makes end the process.
  ///
  /// - Throws: `sandboxUnavailable` when the kernel does not let the process lock itself in.
  static func enter(limits: Limits) throws(QRFailure) {
    limit(RLIMIT_AS, limits.addressSpace)
    limit(RLIMIT_CPU, limits.decoderProcessorSeconds)
    limit(RLIMIT_NOFILE, 3)
    guard passfold_forbid_new_privileges() == 0, let filter = seccomp_init(passfold_seccomp_refuse) else {
      throw QRFailure(.sandboxUnavailable)
    }
    defer { seccomp_release(filter) }
    for name in computing { try allow(name, in: filter, []) }
    // Memory may be mapped and changed, never to be run.
    for name in ["mmap", "mprotect"] {
      let isNotExecutable = scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: scmp_datum_t(PROT_EXEC), datum_b: 0)
      try allow(name, in: filter, [isNotExecutable])
    }
    try allow("read", in: filter, [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: 0, datum_b: 0)])
    for descriptor: scmp_datum_t in [1, 2] {
      try allow("write", in: filter, [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: descriptor, datum_b: 0)])
    }
    for name in intruding {
      let number = seccomp_syscall_resolve_name(name)
      // The architecture does not have it.
      if number < 0 { continue }
      guard seccomp_rule_add_array(filter, passfold_seccomp_kill, number, 0, nil) == 0 else { throw QRFailure(.sandboxUnavailable) }
    }
    guard seccomp_load(filter) == 0 else { throw QRFailure(.sandboxUnavailable) }
  }

  private static let computing = [
    "brk", "clock_gettime", "exit", "exit_group", "futex", "getpid", "getrandom", "gettid", "madvise", "mlock", "mremap", "munlock",
    "munmap",
    "poll", "ppoll", "restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sched_yield",
  ]

  private static let intruding = [
    "bpf", "clone3", "connect", "execve", "execveat", "fork", "kill", "memfd_create", "process_vm_readv", "process_vm_writev", "ptrace",
    "socket",
    "vfork",
  ]

  private static func allow(_ name: String, in filter: scmp_filter_ctx, _ conditions: [scmp_arg_cmp]) throws(QRFailure) {
    let number = seccomp_syscall_resolve_name(name)
    if number < 0 { return }
    guard seccomp_rule_add_array(filter, passfold_seccomp_allow, number, CUnsignedInt(conditions.count), conditions) == 0 else {
      throw QRFailure(.sandboxUnavailable)
    }
  }

  /// Sets a limit that cannot be raised again; where a lower one holds already, that one stays.
  private static func limit(_ resource: __rlimit_resource, _ value: UInt) {
    var bound = rlimit(rlim_cur: value, rlim_max: value)
    _ = setrlimit(__rlimit_resource_t(resource.rawValue), &bound)
  }
}
