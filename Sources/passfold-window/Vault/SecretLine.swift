// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory
import VaultProtocol

/// A line with a secret, shown temporarily at the user's request and painted rather than kept in a widget.
@MainActor
final class SecretLine {
  /// The time in seconds for which a secret is shown, as in the popup.
  private static let shownTime: UInt32 = 30

  private(set) var row: Widget?
  private let label: String
  private let call: VaultCall
  private let acts: PageActions
  private let secret: DrawnSecret
  private let dots = Build.label(VaultWords.dots, style: "secret")
  private var button: Widget?
  private var showings = 0
  private var isShown = false
  /// Whether it is hidden again automatically; values that need no protection stay.
  private let hides: Bool

  /// Whether it is shown temporarily.
  var hidesSoon: Bool { isShown && hides }

  /// - Parameters:
  ///   - call: The request that returns the secret.
  ///   - isProse: Whether it is longer text.
  ///   - more: Another button after those that show and copy.
  init(_ label: String, _ call: VaultCall, isProse: Bool = false, hides: Bool = true, _ acts: PageActions, _ more: Widget? = nil) {
    self.label = label
    self.call = call
    self.acts = acts
    self.hides = hides
    secret = DrawnSecret(style: isProse ? "prose" : "secret", isLeftToRight: !isProse)
    if let dots { passfold_gtk_set_accessible_label(dots, VaultWords.hidden) }
    button = Build.symbolButton("view-reveal-symbolic", VaultWords.show(label)) { [weak self] in self?.turn() }
    let value = Build.column(spacing: 0, dots, secret.widget)
    let copying = Build.symbolButton("edit-copy-symbolic", VaultWords.copy(label)) { [weak self] in self?.copy() }
    row = EntryLine.make(label, lines: more == nil ? 2 : 3, value, button, copying, more)
    draw(nil)
  }

  /// Copies the secret, even if it is not shown.
  func copy() {
    let (acts, label) = (acts, label)
    acts.fetch(call) { secret in if let secret { acts.copy(secret, label) } }
  }

  /// Hides the secret if it is shown temporarily.
  func hide() {
    guard isShown, hides else { return }
    draw(nil)
  }

  /// Hides the value, even one that stays as long as its page.
  func clear() { draw(nil) }

  /// Shows the secret.
  func show(_ text: SharedSecret) {
    draw(text)
    showings += 1
    guard hides else { return }
    MainLoop.after(milliseconds: Self.shownTime * 1000) { [weak self, showings] in
      guard let self, self.showings == showings else { return }
      self.hide()
    }
  }

  private func turn() {
    if isShown { return draw(nil) }
    acts.fetch(call) { [weak self] secret in if let secret { self?.show(secret) } }
  }

  private func draw(_ text: SharedSecret?) {
    isShown = text != nil
    secret.show(text, spoken: text == nil ? VaultWords.hidden : nil)
    if let widget = secret.widget { gtk_widget_set_visible(widget, isShown ? 1 : 0) }
    if let dots { gtk_widget_set_visible(dots, isShown ? 0 : 1) }
    guard let button else { return }
    let words = isShown ? VaultWords.hide(label) : VaultWords.show(label)
    passfold_gtk_button_set_icon(button, isShown ? "view-conceal-symbolic" : "view-reveal-symbolic")
    passfold_gtk_set_accessible_label(button, words)
    gtk_widget_set_tooltip_text(button, words)
  }
}
