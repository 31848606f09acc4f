// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The way of a person whose vault is on another device already.
extension VaultWindow {
  func join() {
    endClosedPage()
    turn(
      to: JoinPage(over: window, lost: { [weak self] in self?.bringBack() }) { [weak self] in self?.leaveJoining($0) },
      JoinWords.join)
  }

  /// The way of a person whose devices are all lost.
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
    // The recovery key is the account's, and what it has is here.
    firstSteps.begin([.browser])
    unfold()
    say(JoinWords.joined(account))
    look()
  }
}
