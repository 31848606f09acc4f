// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a person is asked for the passphrase: what will happen, and who wants it.
package enum PromptPurpose: Sendable, Hashable {
  /// The vault is opened for a program at the management door.
  case manage(program: String)
  /// A code is filled in at a service.
  case fillCode(service: String)
  /// A password is filled in at a service.
  case fillPassword(service: String)
  /// The person signs in to a service with a passkey.
  case signIn(service: String)
  /// A passkey is made for a service.
  case createPasskey(service: String)
  /// One-time codes are set up for a service.
  case setUpCode(service: String)
  /// A new or changed password of a service is kept.
  case savePassword(service: String)
  /// The set-up link of a credential's codes leaves the vault for a program.
  case export(name: String, program: String)
  /// The list of credentials is shown.
  case showList
  /// A program is allowed something where there is no display to say yes on.
  case allow(ReleaseAct, program: String)
  /// A copy of the vault takes its place, for a program.
  case restoreVault(day: String, count: Int, program: String)
  /// The vault is put together anew, for a program; one that synchronises does not do so any more.
  case repairVault(program: String, endsSynchronising: Bool)
  /// More credentials than usual are filled in within a minute, where there is no display to say yes on.
  case fillMore(service: String)
  /// Everything in the vault is handed over to another provider.
  case handOver(provider: String)
  /// What another provider hands over is taken into the vault.
  case takeOver(provider: String)
}

extension PromptPurpose {
  /// Whether a PIN or a finger does. What leaves for good, and what a yes would be asked for where there is a display, takes the passphrase.
  var takesPIN: Bool {
    switch self {
    case .manage, .fillCode, .fillPassword, .signIn, .createPasskey, .setUpCode, .savePassword, .showList, .takeOver: true
    case .export, .allow, .fillMore, .handOver, .restoreVault, .repairVault: false
    }
  }
}
