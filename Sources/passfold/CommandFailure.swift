// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// Why a command could not do what it was asked; data only, the words are the presenter's.
package enum CommandFailure: Error, Hashable, Sendable {
  /// The vault answered that it could not.
  case vault(VaultFailure)
  /// The vault hung up in the middle of a request.
  case hungUp
  /// This copy of Passfold lacks the broker's program, looked for beside the folder named.
  case brokerMissing(folder: String)
  /// The broker was started and nobody answered at the socket; the broker's log may say why.
  case brokerSilent(log: String)
  /// The broker runs, and the vault does not answer at its door.
  case vaultSilent(log: String)
  /// The session's runtime folder is somebody else's or open to others.
  case unsafeFolder(path: String)
  /// A system call failed on a path.
  case system(path: String, errorNumber: Int32)
  /// There is no terminal for the recovery kit, and no file was named.
  case nowhereForRecoveryKit
  /// The file for the recovery kit is there already.
  case fileExists(path: String)
  /// Standard input was to carry a secret and was empty.
  case emptyInput
  /// Standard input carried more than a secret may be long, in bytes.
  case inputTooLong(limit: Int)
  /// This copy of Passfold lacks the program that browsers start.
  case browserHostMissing(folder: String)
  /// There is no home folder to register browsers in.
  case noHome
}
