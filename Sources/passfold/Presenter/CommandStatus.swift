// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the command's exit status says; these numbers do not change.
package enum CommandStatus: Int32, Sendable {
  /// The command did what it was asked to.
  case done = 0
  /// Not done, for the reason in the message.
  case failed = 1
  /// No credential, or more than one, fits the query.
  case notFound = 3
  /// The passphrase was wrong, or it is too early for another try.
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
  /// Synchronising has stopped, and waits for the person.
  case syncStopped = 10
  /// The command line is wrong (`EX_USAGE`).
  case usage = 64
  /// The person cancelled or said no.
  case canceled = 130
}
