// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc

/// Protective measures for a process that holds secrets, to be taken before it reads the first one.
public enum ProcessHardening {
  /// Turns off core dumps, crash reports and ptrace by other processes of the user, and makes new files private to their owner. Calling it
  /// repeatedly is harmless.
  public static func apply() {
    passfold_forgo_crash_reports()
    _ = passfold_forbid_dumps()
    _ = umask(0o077)
  }

  /// Makes a crash end the process immediately without a report. For processes that other programs may inspect before they hold a secret.
  package static func forgoCrashReports() { passfold_forgo_crash_reports() }

  /// Lets the user's other processes inspect this one while `body` runs. A process that has held a secret stays hidden.
  ///
  /// A program that identifies itself has its path read from `/proc`, which the kernel does not show for a hardened process.
  package static func whileVisible<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    showUntilFirstSecret()
    defer { conceal() }
    return try await body()
  }

  /// Lets the user's other processes inspect this one until ``conceal()`` is called or memory for the first secret is allocated. A process
  /// that has held a secret stays hidden.
  package static func showUntilFirstSecret() { SecretArena.shared.showProcess() }

  /// Hides the process again; has no effect if it is already hidden.
  package static func conceal() { SecretArena.shared.concealProcess() }

  /// Whether all secrets so far fit into locked memory. False if the system's limit was reached and some secrets may be swapped out.
  public static var secretsAreLocked: Bool { SecretArena.shared.isLocked }
}
