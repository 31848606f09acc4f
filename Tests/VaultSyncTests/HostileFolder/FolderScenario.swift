// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import SyncModel
import Testing
import VaultSync

/// One thing that becomes of a folder, and what a device makes of it.
struct FolderScenario: Sendable, CustomTestStringConvertible {
  typealias Verdict = HostileScenario.Verdict

  let name: String
  var victim = HostileScenario.Victim.behind
  let verdict: Verdict
  /// How many exchanges it takes.
  var attempts = 1
  /// Whether there is no folder to go on with.
  var isFinal = false
  /// Whether what is in the folder by now is what it goes on with.
  var keepsFolder = false
  let act: @Sendable (inout FolderRun) async throws -> Void
  /// What holds right after the exchange.
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

  /// What becomes of files, whatever is in them.
  static let ofFiles = withheld + damaged + kinds + joined + machines
  static let all = ofFiles + lies
}
