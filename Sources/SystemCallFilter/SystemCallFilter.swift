// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CSeccomp
package import Glibc

/// The system calls that a process may still make once it has restricted itself (seccomp).
///
/// Other calls fail with EPERM, because libraries make calls for files that they can do without.
package final class SystemCallFilter {
  /// The error that the kernel does not let the process restrict itself.
  package struct Unavailable: Error {}

  /// The condition for an argument under which a call is allowed.
  package struct Condition: Sendable {
    let comparison: scmp_arg_cmp

    /// The argument is this number.
    package static func argument(_ index: CUnsignedInt, is value: Int) -> Condition {
      Condition(comparison: scmp_arg_cmp(arg: index, op: SCMP_CMP_EQ, datum_a: scmp_datum_t(value), datum_b: 0))
    }

    /// The argument's lower half is this number: the kernel uses only that half of some arguments.
    package static func argument(_ index: CUnsignedInt, hasLowerHalf value: UInt32) -> Condition {
      Condition(
        comparison: scmp_arg_cmp(
          arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: scmp_datum_t(UInt32.max), datum_b: scmp_datum_t(value)))
    }

    /// All of these bits are set in the argument.
    package static func argument(_ index: CUnsignedInt, has bits: CInt) -> Condition {
      Condition(comparison: scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: scmp_datum_t(bits), datum_b: scmp_datum_t(bits)))
    }

    /// None of these bits is set in the argument.
    package static func argument(_ index: CUnsignedInt, lacks bits: CInt) -> Condition {
      Condition(comparison: scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: scmp_datum_t(bits), datum_b: 0))
    }
  }

  /// The calls of a process that only computes: memory, locks, time, randomness, its own signals and its end.
  package static let computing = [
    "brk", "clock_gettime", "exit", "exit_group", "futex", "getpid", "getrandom", "gettid", "madvise", "mlock", "mremap", "munlock",
    "munmap", "poll", "ppoll", "restart_syscall", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sched_yield",
  ]

  /// The calls that only an attacker makes in a process that computes.
  package static let intruding = [
    "bpf", "clone3", "execve", "execveat", "fork", "kill", "memfd_create", "process_vm_readv", "process_vm_writev", "ptrace", "vfork",
  ]

  private let context: scmp_filter_ctx

  /// Creates a filter that allows computing, and memory that is never executable.
  package convenience init() throws(Unavailable) {
    guard passfold_forbid_new_privileges() == 0 else { throw Unavailable() }
    try self.init(otherwise: passfold_seccomp_refuse)
    try allow(Self.computing)
    try allow(["mmap", "mprotect"], where: [.argument(2, lacks: PROT_EXEC)])
  }

  /// Creates a filter without rules; `action` applies to every call that no rule names.
  init(otherwise action: UInt32) throws(Unavailable) {
    guard let context = seccomp_init(action) else { throw Unavailable() }
    self.context = context
  }

  deinit {
    seccomp_release(context)
  }

  /// Allows calls if their arguments satisfy the conditions; ignores calls that the architecture does not have.
  package func allow(_ names: [String], where conditions: [Condition] = []) throws(Unavailable) {
    for name in names { try add(passfold_seccomp_allow, name, conditions.map(\.comparison)) }
  }

  /// Kills the process if it makes one of these calls.
  package func kill(on names: [String]) throws(Unavailable) {
    for name in names { try add(passfold_seccomp_kill, name, []) }
  }

  /// Makes these calls fail with a given error, for libraries that treat EPERM as serious.
  package func answer(_ names: [String], with error: CInt, where conditions: [Condition] = []) throws(Unavailable) {
    for name in names { try add(passfold_seccomp_answer(UInt16(truncatingIfNeeded: error)), name, conditions.map(\.comparison)) }
  }

  /// Applies the filter permanently.
  package func enforce() throws(Unavailable) {
    guard seccomp_load(context) == 0 else { throw Unavailable() }
  }

  /// Returns the filter in the kernel's form, for a program that another program starts, which applies the filter.
  package func program() throws(Unavailable) -> [UInt8] {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0, let reading = ends.first, let writing = ends.last else { throw Unavailable() }
    defer { close(reading) }
    // Filters of this size fit into a pipe.
    let status = seccomp_export_bpf(context, writing)
    close(writing)
    guard status == 0 else { throw Unavailable() }
    var program: [UInt8] = []
    while true {
      let part = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, read(reading, buffer.baseAddress, buffer.count))
      }
      if part.isEmpty { return program }
      program += part
    }
  }

  private func add(_ action: UInt32, _ name: String, _ comparisons: [scmp_arg_cmp]) throws(Unavailable) {
    let number = seccomp_syscall_resolve_name(name)
    if number < 0 { return }
    guard seccomp_rule_add_array(context, action, number, CUnsignedInt(comparisons.count), comparisons) == 0 else { throw Unavailable() }
  }

  /// Sets a resource limit that cannot be raised again; a lower limit that already applies is kept.
  package static func limit(_ resource: __rlimit_resource, to value: UInt) {
    var bound = rlimit(rlim_cur: value, rlim_max: value)
    _ = setrlimit(__rlimit_resource_t(resource.rawValue), &bound)
  }
}
