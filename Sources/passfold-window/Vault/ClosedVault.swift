// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The page shown while the vault is closed: the reason, and the way to continue.
@MainActor
final class ClosedVault {
  /// The reason why nothing is shown.
  enum Reason: Equatable {
    case locked
    /// The vault is open, but not for this window.
    case notYours
    case noVault
    /// There is no vault, but this many snapshots of one.
    case copiesAlone(Int)
    /// The vault's fault, if it reported one.
    case unreadable(VaultFailure.Code?)
    case silent

    init(_ status: VaultStatus) {
      self =
        switch status.state {
        case .noVault: if let copies = status.copies, copies > 0 { .copiesAlone(copies) } else { .noVault }
        case .locked: .locked
        case .unlocked: .notYours
        case .unreadable: .unreadable(status.fault)
        }
    }

    /// Whether a repair or a snapshot can help.
    var isMended: Bool {
      if case .unreadable(let fault) = self { fault != .vaultInUse && fault != .vaultUnreadable } else { false }
    }
  }

  let widget = Build.column()
  private let goOn: @MainActor (Reason) -> Void
  private let goOtherWay: @MainActor (Reason) -> Void
  private let goByBackup: @MainActor () -> Void
  /// The button to continue, if there is one.
  private var wayOn: Widget?
  private var drawn: (reason: Reason, words: String?, note: String?, isAsking: Bool)?

  /// - Parameters:
  ///   - goOn: Called when the user presses the main button.
  ///   - goOtherWay: Called when the user takes the alternative: they have a vault on another device, or have forgotten the passphrase.
  ///   - goByBackup: Called when a user without a vault has a backup.
  init(
    goOn: @escaping @MainActor (Reason) -> Void, goOtherWay: @escaping @MainActor (Reason) -> Void,
    goByBackup: @escaping @MainActor () -> Void
  ) {
    (self.goOn, self.goOtherWay, self.goByBackup) = (goOn, goOtherWay, goByBackup)
    if let widget, let bar = passfold_adw_bar_new(VaultWords.title) { passfold_gtk_box_append(widget, bar) }
  }

  /// Makes Enter press the main button once it is visible.
  func focus() { if let wayOn { gtk_widget_grab_focus(wayOn) } }

  /// - Parameters:
  ///   - words: The latest error; nil for none.
  ///   - note: What became of the user's unfinished work; nil for nothing.
  ///   - isAsking: Whether the vault's prompt is open.
  func show(_ reason: Reason, words: String? = nil, note: String? = nil, isAsking: Bool = false) {
    if let drawn, drawn == (reason, words, note, isAsking) { return }
    drawn = (reason, words, note, isAsking)
    guard let widget else { return }
    passfold_gtk_box_remove_all(widget)
    wayOn = nil
    let bar = passfold_adw_bar_new(VaultWords.title)
    if let bar { passfold_gtk_box_append(widget, bar) }
    let (title, next, act): (String, String, String) =
      switch reason {
      case .locked: (VaultWords.locked, VaultWords.lockedNext, VaultWords.unlock)
      case .notYours: (VaultWords.notYours, VaultWords.notYoursNext, VaultWords.unlock)
      case .noVault: (FirstRunWords.welcome, FirstRunWords.welcomeNext, FirstRunWords.make)
      case .copiesAlone(let count): (CopiesWords.alone(count), CopiesWords.aloneNext, CopiesWords.seeCopies)
      case .unreadable(let fault):
        (
          VaultWords.unreadable, fault.map { VaultFailureWords.text(VaultFailure($0)) } ?? VaultWords.unreadableNext,
          reason.isMended ? CopiesWords.title : VaultWords.again
        )
      case .silent: (VaultWords.silent, VaultWords.silentNext, VaultWords.again)
      }
    let hint = [isAsking ? VaultWords.asking : words ?? next, note].compactMap(\.self).joined(separator: "\n\n")
    guard let page = passfold_adw_status_new(reason == .noVault ? "dialog-password-symbolic" : "changes-prevent-symbolic", title, hint)
    else { return }
    gtk_widget_set_vexpand(page, 1)
    if passfold_gtk_letters_are_large() != 0 { gtk_widget_add_css_class(page, "compact") }
    if !isAsking, let button = Build.button(act, style: "suggested-action pill", { [goOn] in goOn(reason) }) {
      let otherWay: String? =
        switch reason {
        case .noVault: JoinWords.join
        case .copiesAlone: FirstRunWords.makeNew
        case .locked: AccessWords.forgotten
        case .notYours, .unreadable, .silent: nil
        }
      let other = otherWay.flatMap { Build.button($0, style: "pill", { [goOtherWay] in goOtherWay(reason) }) }
      let backup = reason == .noVault ? Build.button(CopiesWords.haveBackup, style: "pill", goByBackup) : nil
      for way in [button, other, backup] { if let way { gtk_widget_set_halign(way, GTK_ALIGN_CENTER) } }
      if let ways = Build.column(spacing: 12, button, other, backup) { passfold_adw_status_set_child(page, ways) }
      passfold_gtk_box_append(widget, page)
      wayOn = button
      focus()
    } else {
      passfold_gtk_box_append(widget, page)
    }
  }
}
