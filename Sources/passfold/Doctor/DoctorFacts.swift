// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import VaultProtocol

import PresentedViews

/// The facts that `passfold doctor` gathers before evaluating them.
package struct DoctorFacts: Sendable {
  /// The folder of the session's sockets.
  package enum Session: Sendable {
    case ready
    /// The login session has no runtime folder, so one below /tmp is used.
    case temporary
    /// It cannot be used, for the given reason.
    case unusable(FailureWords)
  }

  /// The user's decisions that the broker stores.
  package enum Kept: Sendable {
    case providers
    case browsers
  }

  /// Passfold's version.
  package var version: String
  /// The installation.
  package var parts: InstalledParts
  /// The folder of the session's sockets.
  package var session: Session
  /// The program that asks for passphrases, as configured or by default, and whether it exists.
  package var prompt: (program: String, isThere: Bool)
  /// The path of the vault.
  package var folder: String
  /// The access rights of that folder.
  package var rights: FolderRights
  /// Whether there are vault files.
  package var vaultFilesExist: Bool
  /// The files in that folder and next to it.
  package var surroundings = VaultSurroundings()
  /// The vault's status; nil if it is not running.
  package var vault: VaultStatus?
  /// The reason why the broker could not be asked; nil if it answered.
  package var brokerFault: FailureWords?
  /// The way in which the broker is started.
  package var unit: BrokerUnit
  /// The installed providers.
  package var providers: [ProviderSettingsValue]
  /// The browsers found.
  package var browsers: [BrowserReport]
  /// The state of synchronisation; nil if the vault is not running.
  package var sync: VaultAnswer.SyncStatus?

  /// The user's decisions that the broker could not read.
  package var unreadable: Set<Kept> = []
  /// Further facts about the vault's files.
  package var files = VaultFiles()
  /// Whether the vault runs but does not answer.
  package var vaultIsSilent = false
  /// Whether the program that asks for passphrases works only in terminals although there is a display.
  package var promptNeedsTerminal = false

  /// Combines the facts.
  package init(
    version: String, parts: InstalledParts, session: Session, prompt: (program: String, isThere: Bool), folder: String,
    rights: FolderRights, vaultFilesExist: Bool, vault: VaultStatus? = nil, brokerFault: FailureWords? = nil,
    unit: BrokerUnit = .none, providers: [ProviderSettingsValue] = [], browsers: [BrowserReport] = [], sync: VaultAnswer.SyncStatus? = nil
  ) {
    self.version = version
    self.parts = parts
    self.session = session
    self.prompt = prompt
    self.folder = folder
    self.rights = rights
    self.vaultFilesExist = vaultFilesExist
    self.vault = vault
    self.brokerFault = brokerFault
    self.unit = unit
    self.providers = providers
    self.browsers = browsers
    self.sync = sync
  }
}
