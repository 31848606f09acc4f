// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

extension Presenter {
  private struct Unlocking: Encodable {
    var pin: VaultStatus.PIN
    var finger: VaultStatus.PIN
  }

  /// The output of `unlock-with status`.
  package func unlocking(pin: VaultStatus.PIN, finger: VaultStatus.PIN) -> String {
    if format == .json { return json(Unlocking(pin: pin, finger: finger)) }
    let pinText =
      switch pin {
      case .off: translated("Your passphrase unlocks the vault. To also choose a PIN: passfold unlock-with pin") + "\n"
      case .ready: translated("Your PIN or your passphrase unlocks the vault.") + "\n"
      case .afterPassphrase: translated("Your passphrase unlocks the vault; after that, your PIN unlocks it for a while.") + "\n"
      }
    let fingerText =
      switch finger {
      case .off: ""
      case .ready: translated("Your fingerprint unlocks it too.") + "\n"
      case .afterPassphrase: translated("After your passphrase, your fingerprint unlocks it for a while.") + "\n"
      }
    return pinText + fingerText
  }
}
