// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The exit statuses of the command; these numbers do not change.
package enum CommandStatus: Int32, Sendable {
  /// Success.
  case done = 0
  /// Failure, for the reason in the message.
  case failed = 1
  /// No credential, or more than one, matches the query.
  case notFound = 3
  /// The passphrase was wrong, or it is too early for another attempt.
  case notUnlocked = 4
  /// There is no vault yet.
  case noVault = 5
  /// The vault's files cannot be used.
  case vaultUnusable = 6
  /// Passfold is not running and could not be started.
  case notRunning = 7
  /// No prompt could be shown.
  case noPrompt = 8
  /// A check of the vault found damage.
  case damageFound = 9
  /// Synchronisation has stopped, and waits for the user.
  case syncStopped = 10
  /// The command line is invalid (`EX_USAGE`).
  case usage = 64
  /// The user cancelled or declined.
  case canceled = 130
}
