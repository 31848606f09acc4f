// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// What a window says for a few seconds, below what it shows and over nothing of it: what is said last takes the place of what was said before.
/// What a person has to do something about stays until they close it.
///
/// The desktop's own toasts wait for each other, so that one may come long after what it tells of; and to take one away for the next ends the
/// window where it was going already (libadwaita 1.2).
@MainActor
final class PassingWords {
  /// How long a person who points at the words, or has the focus in them, still has once they leave, in milliseconds.
  private static let delay: UInt32 = 2_000

  /// What the window shows, with the words below it.
  let widget: Widget
  private let frame: Widget
  private let alert: Widget
  private let label: Widget
  /// The way back from what was done, where there is one.
  private var undoing: Widget?
  private var isTall = false
  private var undo: (@MainActor () -> Void)?
  /// Whether something is said, and whether it waits to be closed.
  private var (isSaying, stays) = (false, false)
  /// What was said before has no time left.
  private var turn = 0

  /// - Parameters:
  ///   - dismiss: Names the cross.
  ///   - undo: Names the way back.
  init?(below content: Widget, dismiss: String, undo: String) {
    gtk_widget_set_vexpand(content, 1)
    guard let widget = Build.column(content), let label = Build.label("", style: "heading"),
      let alert = passfold_gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0, GTK_ACCESSIBLE_ROLE_ALERT), let toast = passfold_gtk_toast_new(),
      let frame = passfold_gtk_toast_frame_new(toast)
    else { return nil }
    (self.widget, self.frame, self.alert, self.label) = (widget, frame, alert, label)
    // Its words are those of the label. Without a name of its own the toolkit would name it by its kind.
    passfold_gtk_set_accessible_label(alert, "")
    gtk_widget_set_hexpand(label, 1)
    passfold_gtk_box_append(alert, label)
    undoing = Build.button(undo, style: "flat") { [weak self] in _ = self?.takeBack() }
    if let undoing {
      passfold_gtk_button_keep_words(undoing)
      gtk_widget_set_valign(undoing, GTK_ALIGN_CENTER)
      gtk_widget_set_visible(undoing, 0)
    }
    // Beside large letters there is no room for another word.
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
      // Out of sight it would still be in the way of the pointer, and there for a screen reader.
      if passfold_gtk_is_revealed(frame) == 0 { gtk_widget_set_visible(frame, 0) }
    }
  }

  /// Says something, also where it is what was said before.
  ///
  /// - Parameters:
  ///   - stays: Whether it is there until it is closed, or something else is said.
  ///   - undo: Takes back what it tells of, for as long as it is seen.
  func say(_ words: String, stays: Bool = false, undo: (@MainActor () -> Void)? = nil) {
    turn += 1
    (isSaying, self.stays, self.undo) = (true, stays, undo)
    if let undoing { gtk_widget_set_visible(undoing, undo == nil ? 0 : 1) }
    // A screen reader says an alert that comes into sight.
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
    // Long words take longer to read, and to go back takes a decision.
    wait(turn, milliseconds: UInt32(min((undo == nil ? 5_000 : 12_000) + words.count * 50, 15_000)))
  }

  /// Takes back what was told of last; false where there is no way back.
  func takeBack() -> Bool {
    guard let undo else { return false }
    end()
    undo()
    return true
  }

  /// Closes what is said; false where there is nothing of that kind.
  ///
  /// - Parameter isAsked: Whether only what waits for that, or has the focus, is closed.
  func close(isAsked: Bool = true) -> Bool {
    guard isSaying, !isAsked || stays || passfold_gtk_has_focus_within(frame) != 0 else { return false }
    end()
    return true
  }

  /// Shows and keeps nothing of what was said.
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
    // The focus that was in it goes where it was before, and not out of the window.
    for _ in 0..<2 where passfold_gtk_has_focus_within(frame) != 0 { gtk_widget_child_focus(widget, GTK_DIR_TAB_BACKWARD) }
    passfold_gtk_reveal(frame, 0)
  }
}
