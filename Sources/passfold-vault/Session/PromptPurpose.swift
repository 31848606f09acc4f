// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason that the user is asked for the passphrase: the act, and the program or service behind it.
package enum PromptPurpose: Sendable, Hashable {
  /// The vault is opened for a program at the management door.
  case manage(program: String)
  /// A code is filled in at a service.
  case fillCode(service: String)
  /// A password is filled in at a service.
  case fillPassword(service: String)
  /// The user signs in to a service with a passkey.
  case signIn(service: String)
  /// A passkey is created for a service.
  case createPasskey(service: String)
  /// One-time codes are set up for a service.
  case setUpCode(service: String)
  /// A new or changed password of a service is stored.
  case savePassword(service: String)
  /// The set-up link of a credential's codes leaves the vault for a program.
  case export(name: String, program: String)
  /// The list of credentials is shown.
  case showList
  /// A program is allowed something and there is no display to ask for consent on.
  case allow(ReleaseAct, program: String)
  /// A copy replaces the vault, for a program.
  case restoreVault(day: String, count: Int, program: String)
  /// The vault is rebuilt, for a program; one that synchronises stops doing so.
  case repairVault(program: String, endsSynchronising: Bool)
  /// More credentials than usual are filled in within a minute, and there is no display to ask for consent on.
  case fillMore(service: String)
  /// Everything in the vault is exported to another provider.
  case handOver(provider: String)
  /// Another provider's credentials are imported into the vault.
  case takeOver(provider: String)
}

extension PromptPurpose {
  /// Whether a PIN or a fingerprint is enough. Permanent releases, and acts that would need consent on a display, require the passphrase.
  var takesPIN: Bool {
    switch self {
    case .manage, .fillCode, .fillPassword, .signIn, .createPasskey, .setUpCode, .savePassword, .showList, .takeOver: true
    case .export, .allow, .fillMore, .handOver, .restoreVault, .repairVault: false
    }
  }
}
