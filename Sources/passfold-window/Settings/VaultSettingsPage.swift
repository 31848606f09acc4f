// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import VaultProtocol

/// The settings page for locking and unlocking the vault, generated passwords and the language.
///
/// Changes that could weaken the vault go to the vault, whose own prompt asks for the passphrase first; the page decides nothing.
@MainActor
final class VaultSettingsPage {
  static let name = "vault"
  /// The offered times in minutes; a different time set with the command is offered as well.
  private static let usualMinutes = [1, 2, 5, 10, 15, 30, 60, 240]

  let content: Widget?
  private let locking = Build.column(spacing: 24)
  private let news = Build.label("", style: "heading")
  private var vault: VaultConversation?
  private var status: VaultStatus?
  /// Whether a request to the vault is in progress, which may be waiting for the user.
  private var isAsking = false
  private var isLooking = false
  private var buttons: [String: Widget] = [:]
  private var idle: (row: Widget, minutes: [Int])?
  private let generator = GeneratorGroup()

  init() {
    content = Build.column(spacing: 24, margin: ViewWindow.margin)
    for part in [news, locking, generator.widget, LanguageGroup.make()] {
      if let content, let part { passfold_gtk_box_append(content, part) }
    }
    say(nil)
  }

  /// Asks for the current state without prompting the user.
  func look() {
    guard !isLooking, !isAsking else { return }
    isLooking = true
    let vault = vault ?? VaultConversation()
    self.vault = vault
    vault.ask(.status, isUnattended: true) { [weak self] reply in
      guard let self else { return }
      self.isLooking = false
      guard !self.isAsking else { return }
      if case .answer(.status(let status), _) = reply { self.show(status) } else { self.show(nil) }
    }
  }

  // MARK: Asking

  private func ask(_ call: VaultCall, done words: String) {
    guard !isAsking, let vault else { return }
    isAsking = true
    say(VaultWords.asking)
    allow(false)
    vault.ask(call) { [weak self] reply in
      guard let self else { return }
      self.isAsking = false
      self.allow(true)
      switch reply {
      case .answer: self.say(words)
      case .failure(let failure): self.say(VaultFailureWords.text(failure))
      case .silence: self.say(VaultWords.silent + ". " + VaultWords.silentNext)
      }
      // A setting that was not changed returns to its actual value.
      self.status = nil
      self.look()
    }
  }

  private func say(_ words: String?) {
    guard let news else { return }
    passfold_gtk_label_set_text(news, words ?? "")
    gtk_widget_set_visible(news, words == nil ? 0 : 1)
  }

  private func allow(_ isAllowed: Bool) {
    for button in buttons.values { gtk_widget_set_sensitive(button, isAllowed ? 1 : 0) }
    if let idle { gtk_widget_set_sensitive(idle.row, isAllowed ? 1 : 0) }
  }

  // MARK: Drawing

  private func show(_ now: VaultStatus?) {
    guard let locking else { return }
    let isDrawn = gtk_widget_get_first_child(locking) != nil
    if isDrawn, let now, let status, (now.state == .noVault) == (status.state == .noVault), now.locksAfter == status.locksAfter,
      now.pin == status.pin, now.finger == status.finger
    {
      return
    }
    if isDrawn, now == nil, status == nil { return }
    status = now
    let focused = buttons.first { gtk_widget_has_focus($0.value) != 0 }?.key
    let wasAtChoice = idle.map { passfold_gtk_has_focus_within($0.row) != 0 || gtk_widget_has_focus($0.row) != 0 } ?? false
    (buttons, idle) = ([:], nil)
    passfold_gtk_box_remove_all(locking)
    guard let now, now.state != .noVault else {
      let words = now == nil ? VaultWords.silent + ". " + VaultWords.silentNext : VaultSettingsWords.noVault
      if let label = Build.label(words, style: "dim-label") { passfold_gtk_box_append(locking, label) }
      return
    }
    for group in [lockingGroup(now), quickGroup(now)].compactMap(\.self) { passfold_gtk_box_append(locking, group) }
    if let focused, let button = buttons[focused] { gtk_widget_grab_focus(button) }
    if wasAtChoice, let idle { gtk_widget_grab_focus(passfold_adw_choice_control(idle.row)) }
  }

  private func lockingGroup(_ status: VaultStatus) -> Widget? {
    guard let group = passfold_adw_group_new(VaultSettingsWords.locking, VaultSettingsWords.lockingHint) else { return nil }
    let chosen = max(1, Int(status.locksAfter / 60))
    let minutes = Set(Self.usualMinutes + [chosen]).sorted()
    let names = minutes.map(VaultSettingsWords.idle(minutes:))
    guard let row = ChoiceRow.make(VaultSettingsWords.idle, nil, names, chosen: minutes.firstIndex(of: chosen) ?? 0) else { return nil }
    idle = (row, minutes)
    ChoiceRow.hear(row) { [weak self] in
      guard let wanted = self?.idle?.minutes[ChoiceRow.selected(row)], wanted != chosen else { return }
      self?.ask(.chooseIdleTime(VaultCall.IdleTimeChoice(seconds: wanted * 60)), done: VaultSettingsWords.idleChosen)
    }
    passfold_adw_group_add(group, row)
    return group
  }

  private func quickGroup(_ status: VaultStatus) -> Widget? {
    guard let group = passfold_adw_group_new(VaultSettingsWords.quick, VaultSettingsWords.quickHint) else { return nil }
    let (pin, finger) = (status.pin ?? .off, status.finger ?? .off)
    let choose = button("pin", pin == .off ? VaultSettingsWords.choosePIN : VaultSettingsWords.chooseAnotherPIN) { [weak self] in
      self?.ask(.choosePIN, done: VaultSettingsWords.pinChosen)
    }
    let use =
      finger == .off
      ? button("finger", VaultSettingsWords.useFinger) { [weak self] in self?.ask(.chooseFinger, done: VaultSettingsWords.fingerChosen) }
      : nil
    let forget =
      pin == .off && finger == .off
      ? nil : button("forget", VaultSettingsWords.forget) { [weak self] in self?.ask(.forgetPIN, done: VaultSettingsWords.forgotten) }
    let rows = [
      ControlRow.below(VaultSettingsWords.pin, VaultSettingsWords.standing(pin), choose),
      use == nil
        ? ControlRow.make(VaultSettingsWords.finger, VaultSettingsWords.standing(finger))
        : ControlRow.below(VaultSettingsWords.finger, VaultSettingsWords.standing(finger), use),
      forget.flatMap { ControlRow.below(nil, nil, $0) },
    ]
    for row in rows.compactMap(\.self) { passfold_adw_group_add(group, row) }
    return group
  }

  private func button(_ name: String, _ words: String, _ act: @escaping @MainActor () -> Void) -> Widget? {
    guard let button = Build.button(words, act) else { return nil }
    buttons[name] = button
    return button
  }
}
