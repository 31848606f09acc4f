// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The pages that stand alone, beside no list.
extension VaultWindow {
  func turn(to page: any ClosedPage, _ title: String) {
    closedPage = page
    guard let stack, let widget = page.widget else { return }
    passfold_gtk_stack_add(stack, widget, State.alone.rawValue, title)
    turn(to: .alone)
    page.focus()
  }

  /// Leaves nothing of the page that stands alone, and gives up what is under way there.
  func endClosedPage() {
    guard let closedPage else { return }
    closedPage.clear()
    if let stack, let widget = closedPage.widget { passfold_gtk_stack_remove(stack, widget) }
    self.closedPage = nil
  }

  // MARK: Copies

  /// Turns to the copies of the vault, beside the list or, of a vault that cannot be used, alone.
  ///
  /// - Parameter hasVault: Whether there is a vault; else a copy becomes the first.
  func showCopies(hasVault: Bool = true) {
    let replaced: @MainActor @Sendable (String) -> Void = { [weak self] in self?.vaultIsReplaced($0) }
    guard !isOpen else { return show(CopiesPage(over: window, CopiesPage.Ways(replaced: replaced, back: nil, hasVault: true))) }
    endClosedPage()
    let back: @MainActor () -> Void = { [weak self] in
      self?.endClosedPage()
      self?.look()
    }
    turn(to: CopiesPage(over: window, CopiesPage.Ways(replaced: replaced, back: back, hasVault: hasVault)), CopiesWords.title)
  }

  /// Another vault stands there, and is locked.
  private func vaultIsReplaced(_ words: String) {
    ended = words
    endClosedPage()
    look()
  }
}
