// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc

/// What a process that holds secrets does before it touches the first one.
public enum ProcessHardening {
  /// Turns off core dumps, reports of faults and same-user ptrace and keeps new files private to their owner; repeating it is harmless.
  public static func apply() {
    passfold_forgo_crash_reports()
    _ = passfold_forbid_dumps()
    _ = umask(0o077)
  }

  /// Has a fault end the process at once and in silence, for one that others may look at before it holds a secret.
  package static func forgoCrashReports() { passfold_forgo_crash_reports() }

  /// Lets this user's other processes see what this one is while `body` runs; a process that has held a secret stays closed.
  ///
  /// A program that introduces itself has its path read from `/proc`, which the kernel shows of no hardened process.
  package static func whileVisible<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    showUntilFirstSecret()
    defer { conceal() }
    return try await body()
  }

  /// Lets this user's other processes see what this one is, until ``conceal()`` is called or memory for the first secret is taken; a process that
  /// has held a secret stays closed.
  package static func showUntilFirstSecret() { SecretArena.shared.showProcess() }

  /// Hides the process again; nothing happens where it is hidden.
  package static func conceal() { SecretArena.shared.concealProcess() }

  /// Whether every secret so far fits into locked memory; false means that the system's limit let some be swapped out.
  public static var secretsAreLocked: Bool { SecretArena.shared.isLocked }
}
