// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

extension Presenter {
  private struct Unlocking: Encodable {
    var pin: VaultStatus.PIN
  }

  /// The answer to `unlock-with status`.
  package func unlocking(_ pin: VaultStatus.PIN) -> String {
    if format == .json { return json(Unlocking(pin: pin)) }
    return switch pin {
    case .off: "Your passphrase opens the vault. To choose a PIN beside it: passfold unlock-with pin\n"
    case .ready: "Your PIN opens the vault, and your passphrase does.\n"
    case .afterPassphrase: "Your passphrase opens the vault; from then on your PIN does for a while.\n"
    }
  }
}
