// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A message that a window shows for a few seconds below its content, without covering it. A new message replaces the previous one. A
/// message that needs the user's attention stays until they close it.
///
/// The desktop's own toasts queue up, so a toast can appear long after the event it reports. Dismissing a toast to make way for the next
/// crashes the window if it was already disappearing (libadwaita 1.2).
@MainActor
final class PassingWords {
  /// How long the message stays after the pointer or the focus leaves it, in milliseconds.
  private static let delay: UInt32 = 2_000

  /// The window's content, with the message below it.
  let widget: Widget
  private let frame: Widget
  private let alert: Widget
  private let label: Widget
  /// The button that undoes the reported action, if it can be undone.
  private var undoing: Widget?
  private var isTall = false
  private var undo: (@MainActor () -> Void)?
  /// Whether a message is shown, and whether it stays until closed.
  private var (isSaying, stays) = (false, false)
  /// The number of the current message; the timers of earlier messages are void.
  private var turn = 0

  /// - Parameters:
  ///   - dismiss: The name of the close button.
  ///   - undo: The label of the undo button.
  init?(below content: Widget, dismiss: String, undo: String) {
    gtk_widget_set_vexpand(content, 1)
    guard let widget = Build.column(content), let label = Build.label("", style: "heading"),
      let alert = passfold_gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0, GTK_ACCESSIBLE_ROLE_ALERT), let toast = passfold_gtk_toast_new(),
      let frame = passfold_gtk_toast_frame_new(toast)
    else { return nil }
    (self.widget, self.frame, self.alert, self.label) = (widget, frame, alert, label)
    // The label holds the words. Without a name of its own, the toolkit would name the alert after its role.
    passfold_gtk_set_accessible_label(alert, "")
    gtk_widget_set_hexpand(label, 1)
    passfold_gtk_box_append(alert, label)
    undoing = Build.button(undo, style: "flat") { [weak self] in _ = self?.takeBack() }
    if let undoing {
      passfold_gtk_button_keep_words(undoing)
      gtk_widget_set_valign(undoing, GTK_ALIGN_CENTER)
      gtk_widget_set_visible(undoing, 0)
    }
    // Large text leaves no room for the button next to it.
    isTall = passfold_gtk_letters_are_large() != 0
    let words = isTall ? Build.column(spacing: 6, alert, undoing) : Build.row(spacing: 6, alert, undoing)
    if let words { passfold_gtk_box_append(toast, words) }
    if let cross = Build.symbolButton("window-close-symbolic", dismiss, { [weak self] in self?.end() }) {
      gtk_widget_add_css_class(cross, "circular")
      passfold_gtk_box_append(toast, cross)
    }
    gtk_widget_set_visible(frame, 0)
    passfold_gtk_box_append(widget, frame)
    SignalHandler.connect(frame, "notify::child-revealed") { [frame] _ in
      // While invisible, it would still block the pointer and be exposed to screen readers.
      if passfold_gtk_is_revealed(frame) == 0 { gtk_widget_set_visible(frame, 0) }
    }
  }

  /// Shows a message, even if it repeats the previous one.
  ///
  /// - Parameters:
  ///   - stays: Whether it stays until the user closes it or another message replaces it.
  ///   - undo: Undoes the reported action while the message is shown.
  func say(_ words: String, stays: Bool = false, undo: (@MainActor () -> Void)? = nil) {
    turn += 1
    (isSaying, self.stays, self.undo) = (true, stays, undo)
    if let undoing { gtk_widget_set_visible(undoing, undo == nil ? 0 : 1) }
    // A screen reader announces an alert when it becomes visible.
    gtk_widget_set_visible(alert, 0)
    if passfold_gtk_has_focus_within(frame) == 0 {
      gtk_widget_set_visible(frame, 0)
      passfold_gtk_reveal(frame, 0)
    }
    passfold_gtk_label_set_text(label, words)
    passfold_gtk_label_set_widest(label, passfold_gtk_characters(widget, undo == nil || isTall ? 110 : 230, 80))
    gtk_widget_set_visible(frame, 1)
    gtk_widget_set_visible(alert, 1)
    passfold_gtk_reveal(frame, 1)
    if stays { return }
    // Long messages take longer to read, and an undo takes a decision.
    wait(turn, milliseconds: UInt32(min((undo == nil ? 5_000 : 12_000) + words.count * 50, 15_000)))
  }

  /// Undoes the action reported last; returns false if there is nothing to undo.
  func takeBack() -> Bool {
    guard let undo else { return false }
    end()
    undo()
    return true
  }

  /// Closes the message; returns false if there is none to close.
  ///
  /// - Parameter isAsked: Whether to close only a message that stays until closed or has the focus.
  func close(isAsked: Bool = true) -> Bool {
    guard isSaying, !isAsked || stays || passfold_gtk_has_focus_within(frame) != 0 else { return false }
    end()
    return true
  }

  /// Hides and discards the message.
  func silence() {
    turn += 1
    (isSaying, stays, undo) = (false, false, nil)
    passfold_gtk_reveal(frame, 0)
    gtk_widget_set_visible(frame, 0)
    passfold_gtk_label_set_text(label, "")
  }

  private func wait(_ turn: Int, milliseconds: UInt32) {
    MainLoop.after(milliseconds: milliseconds) { [weak self] in
      guard let self, self.turn == turn else { return }
      if passfold_gtk_is_attended(self.frame) != 0 { self.wait(turn, milliseconds: Self.delay) } else { self.end() }
    }
  }

  private func end() {
    turn += 1
    (isSaying, stays, undo) = (false, false, nil)
    // The focus returns to where it was before rather than leaving the window.
    for _ in 0..<2 where passfold_gtk_has_focus_within(frame) != 0 { gtk_widget_child_focus(widget, GTK_DIR_TAB_BACKWARD) }
    passfold_gtk_reveal(frame, 0)
  }
}
