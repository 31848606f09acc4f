// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// Guides a user whose vault is on another device.
extension VaultWindow {
  func join() {
    endClosedPage()
    turn(
      to: JoinPage(over: window, lost: { [weak self] in self?.bringBack() }) { [weak self] in self?.leaveJoining($0) },
      JoinWords.join)
  }

  /// Guides a user who has lost all devices.
  private func bringBack() {
    endClosedPage()
    let page = LostDevicesPage(over: window, firstSteps) { [weak self] outcome in
      guard let self else { return }
      endClosedPage()
      switch outcome {
      case .back(let kit, let key):
        show(kit, key)
        say(JoinWords.broughtBack)
      case .withoutKey(let why):
        unfold()
        say(why)
      case .canceled: look()
      }
    }
    turn(to: page, JoinWords.lost)
  }

  private func leaveJoining(_ account: VaultAnswer.JoinedAccount?) {
    endClosedPage()
    guard let account else { return look() }
    // The recovery key belongs to the account, and the account's entries are here.
    firstSteps.begin([.browser])
    unfold()
    say(JoinWords.joined(account))
    look()
  }
}
