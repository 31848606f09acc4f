// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews

/// A form that is kept outside the window until the vault is unlocked again: the user's unsaved input survives for an hour, and its secrets
/// leave the widgets.
@MainActor
final class KeptForm {
  let page: any PaneContent
  private let widget: Widget
  private let wait: FormWait

  /// - Parameters:
  ///   - widget: The page's widget, kept alive outside any window.
  ///   - now: The start of the wait.
  init(_ page: any PaneContent, in widget: Widget, from now: ContinuousClock.Instant) {
    (self.page, self.widget) = (page, widget)
    wait = FormWait(from: now)
    for field in page.secretFields { field.withdraw() }
    passfold_gtk_keep(widget)
  }

  /// Whether there is still something to store; a request in progress may have stored it since.
  var isWanted: Bool { page.hasChanges }

  /// Whether it has waited too long.
  func isOverdue(at now: ContinuousClock.Instant) -> Bool { wait.isOver(at: now) }

  /// Returns the form to a window.
  func give(to pane: PagePane?) {
    for field in page.secretFields { field.giveBack() }
    pane?.show(page)
    passfold_gtk_let_go(widget)
  }

  /// Clears and discards the form.
  func end() {
    page.clear()
    passfold_gtk_let_go(widget)
  }
}
