// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews

/// A form that waits, out of the window, for the vault to be open again: what a person typed there is not stored and for an hour not lost, and what
/// is secret of it lies in no widget.
@MainActor
final class KeptForm {
  let page: any PaneContent
  private let widget: Widget
  private let wait: FormWait

  /// - Parameters:
  ///   - widget: The page's, which stays although no window has it.
  ///   - now: When it begins to wait.
  init(_ page: any PaneContent, in widget: Widget, from now: ContinuousClock.Instant) {
    (self.page, self.widget) = (page, widget)
    wait = FormWait(from: now)
    for field in page.secretFields { field.withdraw() }
    passfold_gtk_keep(widget)
  }

  /// Whether what was typed is still to be stored; what was on its way may have come there since.
  var isWanted: Bool { page.hasChanges }

  /// Whether it has waited for too long.
  func isOverdue(at now: ContinuousClock.Instant) -> Bool { wait.isOver(at: now) }

  /// Gives it back to a window.
  func give(to pane: PagePane?) {
    for field in page.secretFields { field.giveBack() }
    pane?.show(page)
    passfold_gtk_let_go(widget)
  }

  /// Leaves nothing of it.
  func end() {
    page.clear()
    passfold_gtk_let_go(widget)
  }
}
