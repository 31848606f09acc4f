// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

extension Presenter {
  private struct Unlocking: Encodable {
    var pin: VaultStatus.PIN
    var finger: VaultStatus.PIN
  }

  /// The answer to `unlock-with status`.
  package func unlocking(pin: VaultStatus.PIN, finger: VaultStatus.PIN) -> String {
    if format == .json { return json(Unlocking(pin: pin, finger: finger)) }
    let pinText =
      switch pin {
      case .off: translated("Your passphrase opens the vault. To choose a PIN beside it: passfold unlock-with pin") + "\n"
      case .ready: translated("Your PIN opens the vault, and your passphrase does.") + "\n"
      case .afterPassphrase: translated("Your passphrase opens the vault; from then on your PIN does for a while.") + "\n"
      }
    let fingerText =
      switch finger {
      case .off: ""
      case .ready: translated("A finger of yours opens it too.") + "\n"
      case .afterPassphrase: translated("After your passphrase, a finger of yours opens it for a while.") + "\n"
      }
    return pinText + fingerText
  }
}
