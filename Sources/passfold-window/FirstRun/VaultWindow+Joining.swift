// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The way of a person whose vault is on another device already.
extension VaultWindow {
  func join() {
    endJoining()
    turn(
      toJoining: JoinPage(over: window, lost: { [weak self] in self?.bringBack() }) { [weak self] in self?.leaveJoining($0) },
      JoinWords.join)
  }

  /// The way of a person whose devices are all lost.
  private func bringBack() {
    endJoining()
    let page = LostDevicesPage(over: window, firstSteps) { [weak self] issued in
      guard let self else { return }
      endJoining()
      guard let (kit, key) = issued else { return look() }
      show(kit, key)
      say(JoinWords.broughtBack)
    }
    turn(toJoining: page, JoinWords.lost)
  }

  private func turn(toJoining page: any JoiningPage, _ title: String) {
    joining = page
    guard let stack, let widget = page.widget else { return }
    passfold_gtk_stack_add(stack, widget, State.join.rawValue, title)
    turn(to: .join)
    page.focus()
  }

  private func leaveJoining(_ account: VaultAnswer.JoinedAccount?) {
    endJoining()
    guard let account else { return look() }
    // The recovery key is the account's, and what it has is here.
    firstSteps.begin([.browser])
    unfold()
    say(JoinWords.joined(account))
    look()
  }

  /// Leaves nothing of it, and gives up what waits for the other device.
  func endJoining() {
    guard let joining else { return }
    joining.clear()
    if let stack, let widget = joining.widget { passfold_gtk_stack_remove(stack, widget) }
    self.joining = nil
  }
}
