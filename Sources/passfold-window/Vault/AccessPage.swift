// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The page for changing the passphrase and making another recovery key.
@MainActor
final class AccessPage: PaneContent {
  let widget: Widget?
  let title = AccessWords.title
  private let heading = Build.pageHeading(AccessWords.title, AccessWords.next)

  /// - Parameters:
  ///   - changePassphrase: Has the vault ask for the current passphrase and a new one.
  ///   - makeKey: Has another recovery key made and shown.
  init(changePassphrase: @escaping @MainActor () -> Void, makeKey: @escaping @MainActor () -> Void) {
    let content = Build.column(
      spacing: 24, margin: 18, heading,
      Self.part(AccessWords.passphrase, AccessWords.passphraseNext, AccessWords.change, changePassphrase),
      Self.part(AccessWords.key, AccessWords.keyNext, FirstRunWords.makeKey, makeKey))
    widget = content.flatMap { passfold_adw_clamp_new($0, 640) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
  }

  func focus() { if let heading { gtk_widget_grab_focus(heading) } }

  func clear() {}

  private static func part(_ title: String, _ words: String, _ act: String, _ go: @escaping @MainActor () -> Void) -> Widget? {
    Build.column(
      spacing: 8, Build.label(title, style: "heading"), Build.label(words), EntryPage.choices([Build.button(act, go)], areLong: true))
  }
}
