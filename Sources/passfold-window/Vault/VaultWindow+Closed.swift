// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The pages that fill the window, without the list.
extension VaultWindow {
  func turn(to page: any ClosedPage, _ title: String) {
    closedPage = page
    guard let stack, let widget = page.widget else { return }
    passfold_gtk_stack_add(stack, widget, State.alone.rawValue, title)
    turn(to: .alone)
    page.focus()
  }

  /// Discards the page that fills the window and abandons its operation in progress.
  func endClosedPage() {
    guard let closedPage else { return }
    closedPage.clear()
    if let stack, let widget = closedPage.widget { passfold_gtk_stack_remove(stack, widget) }
    self.closedPage = nil
  }

  // MARK: Copies

  /// Shows the vault's snapshots, next to the list or, if the vault cannot be used, in the whole window.
  ///
  /// - Parameter hasVault: Whether there is a vault; otherwise a backup becomes the first one.
  func showCopies(hasVault: Bool = true) {
    let replaced: @MainActor @Sendable (String) -> Void = { [weak self] in self?.vaultIsReplaced($0) }
    guard !isOpen else { return show(CopiesPage(over: window, CopiesPage.Actions(replaced: replaced, back: nil, hasVault: true))) }
    endClosedPage()
    let back: @MainActor () -> Void = { [weak self] in
      self?.endClosedPage()
      self?.look()
    }
    turn(to: CopiesPage(over: window, CopiesPage.Actions(replaced: replaced, back: back, hasVault: hasVault)), CopiesWords.title)
  }

  /// Handles the replacement of the vault; the new one is locked.
  private func vaultIsReplaced(_ words: String) {
    ended = words
    endClosedPage()
    look()
  }
}
