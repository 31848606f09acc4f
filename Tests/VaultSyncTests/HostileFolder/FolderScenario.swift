// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import SyncModel
import Testing
import VaultSync

/// An event at a folder, and its expected outcome.
struct FolderScenario: Sendable, CustomTestStringConvertible {
  typealias Verdict = HostileScenario.Verdict

  let name: String
  var victim = HostileScenario.Victim.behind
  let verdict: Verdict
  /// The number of exchanges that it takes.
  var attempts = 1
  /// Whether there is no folder afterwards.
  var isFinal = false
  /// Whether the folder's files are kept afterwards.
  var keepsFolder = false
  let act: @Sendable (inout FolderRun) async throws -> Void
  /// A check right after the exchange.
  var then: (@Sendable (FolderRun, CredentialVault) async throws -> Void)?

  init(
    _ name: String, _ verdict: Verdict, to victim: HostileScenario.Victim = .behind, attempts: Int = 1, isFinal: Bool = false,
    keepsFolder: Bool = false, act: @escaping @Sendable (inout FolderRun) async throws -> Void,
    then: (@Sendable (FolderRun, CredentialVault) async throws -> Void)? = nil
  ) {
    (self.name, self.verdict, self.victim, self.attempts) = (name, verdict, victim, attempts)
    (self.isFinal, self.keepsFolder, self.act, self.then) = (isFinal, keepsFolder, act, then)
  }

  var testDescription: String { name }

  /// Events that concern files, whatever their content is.
  static let ofFiles = withheld + damaged + kinds + joined + machines
  static let all = ofFiles + lies
}
