// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import VaultProtocol

import PresentedViews

/// What `passfold doctor` sees, before it is judged.
package struct DoctorFacts: Sendable {
  /// The folder of the session's sockets.
  package enum Session: Sendable {
    case ready
    /// There is no folder of the login session, so one below /tmp serves.
    case temporary
    /// It cannot be used, for the reason given.
    case unusable(FailureWords)
  }

  /// What the broker keeps of a person's decisions.
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
  /// The program that asks for passphrases, as it was named or is usual, and whether it is there.
  package var prompt: (program: String, isThere: Bool)
  /// Where the vault is kept.
  package var folder: String
  /// Who may look into that folder.
  package var rights: FolderRights
  /// Whether there are files of a vault.
  package var vaultFilesExist: Bool
  /// What lies in that folder and beside it.
  package var surroundings = VaultSurroundings()
  /// What the vault says; nil where it does not run.
  package var vault: VaultStatus?
  /// Why the broker could not be asked; nil when it answered.
  package var brokerFault: FailureWords?
  /// How the broker comes to run.
  package var unit: BrokerUnit
  /// The installed providers.
  package var providers: [ProviderSettingsValue]
  /// The browsers that were found.
  package var browsers: [BrowserReport]
  /// How synchronising goes; nil where the vault does not run.
  package var sync: VaultAnswer.SyncStatus?

  /// What of the person's decisions the broker could not read.
  package var unreadable: Set<Kept> = []
  /// What else is seen of the vault's files.
  package var files = VaultFiles()
  /// Whether the program that asks for passphrases does so in terminals alone, though there is a display.
  package var promptNeedsTerminal = false

  /// Puts together what was seen.
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
