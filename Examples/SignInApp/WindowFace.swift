// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import AutoFillTextFields
import CGTK

/// The app in a window: a name, two buttons, and a field for the code that a password sign-in may require.
@MainActor
final class WindowFace {
  private let accounts: AccountManager
  private let autoFill = AutoFillTextFields()
  private let name: EntryField
  private let code: EntryField
  private let codeForm: Widget
  private let status: Widget

  /// Whether there is a display.
  static var isPossible: Bool {
    // The desktop file's name, by which desktops and screen readers identify the window's program.
    g_set_prgname("org.example.SignIn")
    return gtk_init_check() != 0
  }

  init(site: SiteClient) {
    adw_init()
    accounts = AccountManager(site: site, window: ASPresentationAnchor())
    name = EntryField(label: "User name", type: .username, autoFill: autoFill)
    code = EntryField(label: "Verification code", type: .oneTimeCode, autoFill: autoFill)
    codeForm = passfold_gtk_box_new(GTK_ORIENTATION_VERTICAL, 12, GTK_ACCESSIBLE_ROLE_GROUP)
    status = gtk_label_new("")
    passfold_gtk_label_wrap(status, 0)
    passfold_gtk_label_set_alignment(status, 0.5, GTK_JUSTIFY_CENTER)
    gtk_widget_set_visible(status, 0)
    autoFill.suggestionsHandler = { [weak self] suggestions, field in
      (field as? EntryField)?.show(suggestions) { self?.tell($0) }
    }
  }

  /// Shows the window until it is closed.
  func run() {
    let heading: Widget = gtk_label_new("Welcome to the shop")
    gtk_widget_add_css_class(heading, "title-2")
    let signIn = button("_Sign In", isSuggested: true) { accounts, _ in try await accounts.signIn() }
    let register = button("_Register") { accounts, face in try await accounts.register(userName: face.name.text) }
    let enter = button("_Continue", isSuggested: true) { accounts, face in try await accounts.enter(code: face.code.text) }
    for part in [code.widget, enter] { passfold_gtk_box_append(codeForm, part) }
    gtk_widget_set_visible(codeForm, 0)
    let content: Widget = passfold_gtk_box_new(GTK_ORIENTATION_VERTICAL, 18, GTK_ACCESSIBLE_ROLE_GROUP)
    for set in [gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(content, 24) }
    let buttons: Widget = passfold_gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12, GTK_ACCESSIBLE_ROLE_GROUP)
    passfold_gtk_box_set_homogeneous(buttons, 1)
    for part in [register, signIn] {
      gtk_widget_set_hexpand(part, 1)
      passfold_gtk_box_append(buttons, part)
    }
    for part in [heading, name.widget, buttons, codeForm, status] { passfold_gtk_box_append(content, part) }
    let window: Widget = passfold_adw_window_new("Sign In", 400, 420)
    passfold_adw_window_set_content(window, nil, passfold_adw_clamp_new(content, 400))
    let loop = g_main_loop_new(nil, 0)
    Signal.connect(window, "destroy") { g_main_loop_quit(loop) }
    passfold_gtk_window_present(window)
    MainQueueSource.add()
    // The buttons hold this object weakly, and nothing needs it after the loop.
    withExtendedLifetime(self) { g_main_loop_run(loop) }
  }

  private func button(
    _ label: String, isSuggested: Bool = false,
    _ work: @escaping @MainActor (AccountManager, WindowFace) async throws -> AccountManager.Progress
  ) -> Widget {
    let button: Widget = passfold_gtk_button_new(label)
    // The label inside is the accessible name. Otherwise the text with the underscore would be read as well.
    passfold_gtk_forget_accessible_label(button)
    if isSuggested { gtk_widget_add_css_class(button, "suggested-action") }
    Signal.connect(button, "clicked") { [weak self] in
      guard let self else { return }
      Task {
        do { self.show(try await work(self.accounts, self)) } catch { self.tell(error) }
      }
    }
    return button
  }

  private func show(_ progress: AccountManager.Progress) {
    gtk_widget_set_visible(codeForm, progress == .needsCode ? 1 : 0)
    if progress == .needsCode { code.focus() }
    tell(TerminalFace.words(for: progress))
  }

  private func tell(_ error: any Error) { tell(TerminalFace.words(for: error)) }

  private func tell(_ words: String) {
    passfold_gtk_label_set_text(status, words)
    gtk_widget_set_visible(status, 1)
  }
}
