// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory
import VaultProtocol

/// The way of a person who has no vault yet, to the end of the first steps.
extension VaultWindow {
  /// Has the vault made; it asks for the new passphrase itself.
  func makeVault(over reason: ClosedVault.Reason = .noVault) {
    // Before the vault is made: it may end behind a window that has ended.
    firstSteps.begin()
    ask(.create, over: reason) { [weak self] answer, key in
      guard let self, case .created(let kit) = answer, let key else { return }
      self.show(kit, key)
    }
  }

  /// Has the vault opened by its recovery key, which the vault asks for itself, and for a new passphrase.
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

  /// Has another recovery key made, for one that did not come onto paper or is not where it was.
  private func makeKey() {
    let (acts, begun) = (acts, expectKey())
    requests.ask(.replaceRecoveryKey) { [weak self] reply in
      if case .failure(let failure) = reply, failure.code != .recoveryKeyInDoubt { self?.firstSteps.takeBack(begun) }
      guard let self, let (answer, key) = acts.answer(in: reply), case .recoveryKit(let kit) = answer, let key else { return }
      self.show(kit, key)
    }
  }

  /// Takes note before the key that a person has is used up: the vault may do that behind a window that has ended, and then the next one is the
  /// first to say that there is none on paper.
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

  /// Leaves nothing of a recovery key.
  func endPaper() {
    guard let paper else { return }
    paper.clear()
    if let stack, let widget = paper.widget { passfold_gtk_stack_remove(stack, widget) }
    self.paper = nil
  }

  func showFirstSteps() {
    let ways = FirstStepsPage.Ways(
      makeKey: { [weak self] in self?.makeKey() }, bring: { [weak self] in self?.bring() },
      finish: { [weak self] step in
        self?.firstSteps.finish(step)
        self?.stepDone()
      })
    show(FirstStepsPage(firstSteps.left, acts, ways))
  }

  /// Takes note that a step is done, and stays where the person is.
  func finishStep(_ step: FirstSteps.Step) {
    firstSteps.finish(step)
    sections?.showFirstSteps(!firstSteps.left.isEmpty)
  }

  /// Shows what is left of the first steps.
  private func stepDone() {
    sections?.showFirstSteps(!firstSteps.left.isEmpty)
    if !firstSteps.left.isEmpty { return showFirstSteps() }
    say(FirstRunWords.allDone)
    leavePage()
    entries?.focusSearch()
  }
}
