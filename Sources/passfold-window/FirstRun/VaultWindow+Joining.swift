// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The way of a person whose vault is on another device already.
extension VaultWindow {
  func join() {
    endJoining()
    let page = JoinPage(over: window) { [weak self] account in self?.leaveJoining(account) }
    joining = page
    guard let stack, let widget = page.widget else { return }
    passfold_gtk_stack_add(stack, widget, State.join.rawValue, JoinWords.join)
    turn(to: .join)
    page.focus()
  }

  private func leaveJoining(_ account: VaultAnswer.JoinedAccount?) {
    endJoining()
    guard let account else { return look() }
    // The recovery key is the account's, and what it has is here.
    firstSteps.begin()
    for step in [FirstSteps.Step.recoveryKey, .importing] { firstSteps.finish(step) }
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
