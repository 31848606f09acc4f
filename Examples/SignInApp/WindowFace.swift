// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import AutoFillTextFields
import CGTK

/// The app in a window: a name, two buttons, and a field for a one-time code.
@MainActor
final class WindowFace {
  private let accounts: AccountManager
  private let autoFill = AutoFillTextFields()
  private let name: EntryField
  private let code: EntryField
  private let status: Widget

  /// Whether there is a display.
  static var isPossible: Bool { gtk_init_check() != 0 }

  init(site: SiteClient) {
    adw_init()
    accounts = AccountManager(site: site, window: ASPresentationAnchor())
    name = EntryField(label: "User name", type: .username, autoFill: autoFill)
    code = EntryField(label: "Verification code", type: .oneTimeCode, autoFill: autoFill)
    status = gtk_label_new("")
    passfold_gtk_label_wrap(status, 0)
    autoFill.suggestionsHandler = { [weak self] suggestions, field in
      (field as? EntryField)?.show(suggestions) { self?.tell($0) }
    }
  }

  /// Shows the window until it is closed.
  func run() {
    let content = passfold_gtk_box_new(GTK_ORIENTATION_VERTICAL, 12, GTK_ACCESSIBLE_ROLE_GROUP)
    let register: Widget = passfold_gtk_button_new("_Register")
    let signIn: Widget = passfold_gtk_button_new("_Sign in")
    for part in [name.widget, register, signIn, code.widget, status] { passfold_gtk_box_append(content, part) }
    Signal.connect(register, "clicked") { [weak self] in self?.act { "Registered and signed in as \(try await $0.register(userName: $1))." }
    }
    Signal.connect(signIn, "clicked") { [weak self] in self?.act { accounts, _ in "Signed in as \(try await accounts.signIn())." } }
    let window: Widget = passfold_adw_window_new("Sign In", 360, 480)
    passfold_adw_window_set_content(window, nil, passfold_adw_clamp_new(content, 320))
    let loop = g_main_loop_new(nil, 0)
    Signal.connect(window, "destroy") { g_main_loop_quit(loop) }
    passfold_gtk_window_present(window)
    MainQueueSource.add()
    g_main_loop_run(loop)
  }

  private func act(_ work: @escaping @MainActor (AccountManager, String) async throws -> String) {
    Task {
      do { passfold_gtk_label_set_text(status, try await work(accounts, name.text)) } catch { tell(error) }
    }
  }

  private func tell(_ error: any Error) {
    passfold_gtk_label_set_text(status, TerminalFace.words(for: error))
  }
}
