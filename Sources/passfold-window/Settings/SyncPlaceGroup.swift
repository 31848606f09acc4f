// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import VaultProtocol

/// The group for synchronisation: starting it or, once it is in use, moving it to another place and stopping it.
@MainActor
final class SyncPlaceGroup {
  /// The maximum length of a place in bytes.
  private static let longestPlace: Int32 = 256
  private static let longestInvite: Int32 = 64

  let widget: Widget?
  private let window: Widget
  private let ask: @MainActor (DeviceSettings.Question) -> Void
  private let place = gtk_entry_new()
  private let invite = gtk_entry_new()
  private let former: Widget?
  private let news = Build.label("", style: "heading")
  private var buttons: [Widget] = []

  /// - Parameters:
  ///   - isInUse: Whether the vault is synchronised.
  ///   - window: The parent window of questions.
  init(isInUse: Bool, over window: Widget, ask: @escaping @MainActor (DeviceSettings.Question) -> Void) {
    (self.window, self.ask) = (window, ask)
    former = isInUse ? gtk_switch_new() : nil
    widget = Build.column(spacing: 24)
    let (title, hint) = isInUse ? ("", nil) : (SyncPlaceWords.beginTitle, SyncPlaceWords.beginHint)
    guard let group = passfold_adw_group_new(title, hint) else { return }
    let rows = rows(isInUse: isInUse)
    if isInUse {
      if let row = passfold_adw_expander_new(SyncPlaceWords.another, SyncPlaceWords.anotherHint) {
        for line in rows { passfold_adw_expander_add(row, line) }
        passfold_adw_group_add(group, row)
      }
      let stop = button(SyncPlaceWords.stop, style: "destructive-action") { [weak self] in self?.askToStop() }
      if let row = ControlRow.below(nil, SyncPlaceWords.stopHint, stop) { passfold_adw_group_add(group, row) }
    } else {
      for line in rows { passfold_adw_group_add(group, line) }
    }
    guard let widget else { return }
    passfold_gtk_box_append(widget, group)
    if let news { passfold_gtk_box_append(widget, news) }
    say(nil)
  }

  /// Shows the outcome of the last action here.
  func say(_ words: String?) {
    guard let news else { return }
    passfold_gtk_label_set_text(news, words ?? "")
    gtk_widget_set_visible(news, words == nil ? 0 : 1)
  }

  /// Disables the buttons while a question is in progress.
  func wait(_ isWaiting: Bool) { for button in buttons { gtk_widget_set_sensitive(button, isWaiting ? 0 : 1) } }

  // MARK: Parts

  private func rows(isInUse: Bool) -> [Widget] {
    let folder = FolderButton.make(over: window) { [weak self] path in
      guard let entry = self?.place else { return }
      passfold_gtk_editable_set_text(entry, path)
      gtk_widget_grab_focus(entry)
    }
    if let folder { buttons.append(folder) }
    let begin = button(isInUse ? SyncPlaceWords.goOver : SyncPlaceWords.begin, style: "suggested-action") { [weak self] in self?.begin() }
    let hint = isInUse ? SyncPlaceWords.placeHint + " " + SyncPlaceWords.sameHint : SyncPlaceWords.placeHint
    var rows = [
      field(place, SyncPlaceWords.place, hint, Self.longestPlace, folder),
      field(invite, SyncPlaceWords.invite, SyncPlaceWords.inviteHint, Self.longestInvite),
    ]
    if let former {
      passfold_gtk_set_accessible_label(former, SyncPlaceWords.sayFormer)
      gtk_widget_set_halign(former, GTK_ALIGN_START)
      rows.append(ControlRow.make(SyncPlaceWords.former, SyncPlaceWords.formerHint, former))
    }
    rows.append(ControlRow.below(nil, nil, begin))
    return rows.compactMap(\.self)
  }

  /// Makes a row with a text field below its words, since an address is long.
  private func field(_ entry: Widget?, _ title: String, _ hint: String, _ most: Int32, _ beside: Widget? = nil) -> Widget? {
    guard let entry, let row = passfold_adw_tall_row_new(title, hint) else { return nil }
    passfold_gtk_entry_limit(entry, 8, most)
    gtk_widget_set_hexpand(entry, 1)
    passfold_gtk_set_accessible_label(entry, title)
    SignalHandler.connect(entry, "activate") { [weak self] _ in self?.begin() }
    passfold_adw_tall_row_add(row, entry)
    if let beside {
      if passfold_gtk_letters_are_large() == 0 { gtk_widget_set_halign(beside, GTK_ALIGN_START) }
      passfold_adw_tall_row_add(row, beside)
    }
    return row
  }

  private func button(_ words: String, style: String? = nil, _ act: @escaping @MainActor () -> Void) -> Widget? {
    guard let button = Build.button(words, style: style, act) else { return nil }
    buttons.append(button)
    return button
  }

  // MARK: Acts

  private func begin() {
    let (place, invite) = (typed(place), typed(invite))
    guard !place.isEmpty else {
      if let entry = self.place { gtk_widget_grab_focus(entry) }
      return
    }
    let isGone = former.map { passfold_gtk_switch_is_on($0) != 0 } ?? false
    ask(
      .synchronise(
        VaultCall.SyncPlace(place: place, invitation: invite.isEmpty ? nil : invite, formerIsGone: isGone ? true : nil)))
  }

  private func typed(_ entry: Widget?) -> String {
    let text = entry.flatMap { passfold_gtk_editable_text($0) }.map { String(cString: $0) } ?? ""
    return String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private func askToStop() {
    Question.ask(
      over: window, SyncPlaceWords.stopTitle, SyncPlaceWords.stopWords, no: VaultWords.cancel, yes: SyncPlaceWords.stopYes
    ) { [weak self] isAgreed in
      if isAgreed { self?.ask(.leave) }
    }
  }
}
