// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory
import VaultProtocol

/// Guides a user without a vault to the end of the first steps.
extension VaultWindow {
  /// Creates the vault, which asks for the new passphrase itself.
  func makeVault(over reason: ClosedVault.Reason = .noVault) {
    // Recorded before the vault is created, which can complete after this window has ended.
    firstSteps.begin()
    ask(.create, over: reason) { [weak self] answer, key in
      guard let self, case .created(let kit) = answer, let key else { return }
      self.show(kit, key)
    }
  }

  /// Unlocks the vault with its recovery key and sets a new passphrase; the vault asks for both itself.
  func recover() {
    let begun = expectKey()
    ask(.recover, over: .locked, refused: { [weak self] in self?.firstSteps.takeBack(begun) }) { [weak self] answer, key in
      guard let self, case .recoveryKit(let kit) = answer, let key else { return }
      self.show(kit, key)
    }
  }

  func showAccess() {
    let acts = acts
    show(
      AccessPage(
        changePassphrase: { [weak self] in
          self?.requests.ask(.changePassphrase) { reply in if acts.answer(in: reply) != nil { acts.say(AccessWords.changed) } }
        },
        makeKey: { [weak self] in self?.makeKey() }))
  }

  /// Makes another recovery key, for a user who did not write the last one down or has lost it.
  private func makeKey() {
    let (acts, begun) = (acts, expectKey())
    requests.ask(.replaceRecoveryKey) { [weak self] reply in
      if case .failure(let failure) = reply, failure.code != .recoveryKeyInDoubt { self?.firstSteps.takeBack(begun) }
      guard let self, let (answer, key) = acts.answer(in: reply), case .recoveryKit(let kit) = answer, let key else { return }
      self.show(kit, key)
    }
  }

  /// Records the step before the current key is used up: the vault can complete this after this window has ended, and the next window must
  /// then say that no key is on paper.
  private func expectKey() -> Set<FirstSteps.Step> { firstSteps.begin([.recoveryKey]) }

  func show(_ kit: VaultAnswer.RecoveryKit, _ key: SharedSecret) {
    endPaper()
    let paper = RecoveryPaper(kit, key) { [weak self] isOnPaper in self?.leavePaper(isOnPaper: isOnPaper) }
    self.paper = paper
    guard let stack, let widget = paper.widget else { return }
    passfold_gtk_stack_add(stack, widget, State.paper.rawValue, FirstRunWords.paper)
    turn(to: .paper)
    paper.focus()
  }

  private func leavePaper(isOnPaper: Bool) {
    if isOnPaper {
      firstSteps.finish(.recoveryKey)
      requests.ask(.recoveryKeyArrived) { _ in }
    }
    endPaper()
    say(isOnPaper ? FirstRunWords.confirmed : FirstRunWords.notConfirmed)
    guard isOpen else { return unfold() }
    turn(to: .open)
    sections?.showFirstSteps(!firstSteps.left.isEmpty)
    if firstSteps.left.isEmpty { showAccess() } else { showFirstSteps() }
  }

  /// Discards the recovery key that is shown.
  func endPaper() {
    guard let paper else { return }
    paper.clear()
    if let stack, let widget = paper.widget { passfold_gtk_stack_remove(stack, widget) }
    self.paper = nil
  }

  func showFirstSteps() {
    let ways = FirstStepsPage.Actions(
      makeKey: { [weak self] in self?.makeKey() }, bring: { [weak self] in self?.bring() },
      finish: { [weak self] step in
        self?.firstSteps.finish(step)
        self?.stepDone()
      })
    show(FirstStepsPage(firstSteps.left, acts, ways))
  }

  /// Records that a step is done without leaving the current page.
  func finishStep(_ step: FirstSteps.Step) {
    firstSteps.finish(step)
    sections?.showFirstSteps(!firstSteps.left.isEmpty)
  }

  /// Shows the first steps that are left.
  private func stepDone() {
    sections?.showFirstSteps(!firstSteps.left.isEmpty)
    if !firstSteps.left.isEmpty { return showFirstSteps() }
    say(FirstRunWords.allDone)
    leavePage()
    entries?.focusSearch()
  }
}
