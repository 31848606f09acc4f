// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The page of one entry: its values and actions.
@MainActor
final class EntryPage: PaneContent {
  let widget: Widget?
  let title = ""
  let record: String
  private(set) var details: EntryDetails
  private let acts: PageActions
  private let content = Build.column(spacing: 18, margin: 18)
  private var heading: Widget?
  private var secrets: [SecretLine] = []
  /// The lines of the values shown without asking, by the names of the custom fields; nil for the note.
  private var parts: [String?: SecretLine] = [:]
  private var code: CodeLine?
  private var former: Widget?
  private var historyButton: Widget?
  /// Retained for its buttons, which do not retain it.
  private var formerVersions: FormerVersions?
  private var sharing: Widget?
  private var shared: SharedCode?
  private var files: FileLines?
  /// What is wrong with the password, if the user comes from the list of such passwords; nil once the entry has changed.
  private var finding: String?

  init(_ details: EntryDetails, finding: String? = nil, _ acts: PageActions) {
    self.details = details
    self.finding = finding
    self.acts = acts
    record = details.entry.record
    widget = content.flatMap { passfold_adw_clamp_new($0, 640) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
    draw()
  }

  private func draw() {
    files = details.entry.trashed == nil ? FileLines(details.attachments ?? [], of: details.entry, acts) : nil
    (former, sharing) = (Build.column(spacing: 18), Build.column(spacing: 18))
    put(makeHeading())
    put(findingLines())
    put(sharing)
    put(EntryLine.group(PrintableText.of(details.entry.title), mainLines()))
    put(EntryLine.group(VaultWords.about, aboutLines()))
    put(partLines())
    showParts()
    put(files?.widget)
    put(others())
    put(former)
    put(tools())
  }

  // MARK: Changes from elsewhere

  /// Whether the user is looking at something that is hidden again automatically, or at a code that would have to be requested again.
  var isLookedAt: Bool { secrets.contains(where: \.hidesSoon) || shared?.widget != nil || code?.isOnRequest == true }

  /// Shows the entry's new state while keeping the user's place on the page; parts that look the same are not redrawn.
  ///
  /// - Returns: Whether anything looks different.
  func follow(_ now: EntryDetails) -> Bool {
    guard now != details else { return false }
    var seen = now
    (seen.revision, seen.attachments) = (details.revision, details.attachments)
    seen.scheme?.counter = details.scheme?.counter
    guard seen != details else {
      details = now
      files?.show(now.attachments ?? [])
      showParts()
      return false
    }
    let hadFocus = widget.map { passfold_gtk_has_focus_within($0) != 0 } ?? false
    let hadHistory = former.flatMap { gtk_widget_get_first_child($0) } != nil
    clear()
    (secrets, parts, code, shared, formerVersions) = ([], [:], nil, nil, nil)
    if let content { passfold_gtk_box_remove_all(content) }
    details = now
    finding = nil
    draw()
    if hadHistory { showHistory() }
    if hadFocus { focus() }
    return true
  }

  /// Moves the focus to the heading, where a screen reader begins.
  func focus() { if let heading { gtk_widget_grab_focus(heading) } }

  /// Hides secrets that are shown temporarily.
  func hide() {
    for secret in secrets { secret.hide() }
    shared?.clear()
  }

  /// Removes secrets from all widgets; the page is not used afterwards.
  func clear() {
    for secret in secrets { secret.clear() }
    code?.clear()
    shared?.clear()
    files?.end()
  }

  /// Copies the main value: the code, the password, a card's number or a note's text.
  func copyMain() -> Bool {
    if entry.kind == .oneTimeCode, let code {
      code.copy()
      return true
    }
    guard let first = secrets.first else { return false }
    first.copy()
    return true
  }

  func copyUser() -> Bool {
    guard !entry.user.isEmpty else { return false }
    acts.copyPlain(entry.user, VaultWords.user)
    return true
  }

  func copyCode() -> Bool {
    guard let code else { return false }
    code.copy()
    return true
  }

  var editing: (@MainActor () -> Void)? {
    guard entry.trashed == nil else { return nil }
    return { [acts, details] in acts.edit(details) }
  }

  private var entry: VaultEntry { details.entry }

  /// The entry of the account's codes; nil if there is none.
  private var codes: VaultEntry? {
    entry.kind == .oneTimeCode ? entry : details.others?.first { $0.kind == .oneTimeCode && $0.trashed == nil }
  }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }

  // MARK: Parts

  private func makeHeading() -> Widget? {
    let title = Build.named(PrintableText.of(entry.title), style: "title-2", lines: 8)
    var about = [VaultWords.kind(entry.kind)]
    if entry.favourite == true { about.append(VaultWords.favourite) }
    if entry.pending == true { about.append(VaultWords.pending) }
    heading = Build.heading(title, Build.label(about.joined(separator: " · "), style: "dim-label"))
    if let heading {
      gtk_widget_set_hexpand(heading, 1)
      passfold_gtk_set_accessible_label(heading, PrintableText.of(entry.title))
    }
    return Build.row(spacing: 14, Build.icon(VaultSection.icon(of: entry.kind), size: 32), heading)
  }

  private func findingLines() -> Widget? {
    guard let finding else { return nil }
    let name = VaultWords.name(of: .health)
    let lines = EntryLine.group(name, [EntryLine.make(name, text: finding)])
    return Build.column(spacing: 6, lines, Build.label(VaultWords.findingNext, style: "dim-label"))
  }

  private func mainLines() -> [Widget?] {
    var lines: [Widget?] = []
    let acts = acts
    if !entry.user.isEmpty, details.values == nil {
      lines.append(
        EntryLine.make(VaultWords.user, text: PrintableText.of(entry.user)) { [entry] in acts.copyPlain(entry.user, VaultWords.user) })
    }
    if entry.kind == .password, entry.trashed == nil {
      lines.append(
        details.empty == true
          ? EntryLine.make(VaultWords.password, text: VaultWords.nothing)
          : secret(VaultWords.password, VaultCall.RevealQuery(query: record, kind: .password)))
    }
    for name in details.secrets ?? [] {
      if entry.kind == .note, name == "text", details.empty == true {
        lines.append(EntryLine.make(VaultWords.name(ofSecret: name), text: VaultWords.nothing))
        continue
      }
      // The text of a note is its main secret; the others are requested by name.
      let query = VaultCall.RevealQuery(query: record, field: entry.kind == .note && name == "text" ? nil : name)
      lines.append(secret(VaultWords.name(ofSecret: name), query, isProse: entry.kind == .note))
    }
    for value in details.values ?? [] {
      let copied = value.value
      let name = VaultWords.name(of: value)
      lines.append(EntryLine.make(name, text: PrintableText.of(copied)) { acts.copyPlain(copied, name) })
    }
    if let codes, entry.trashed == nil {
      let line = CodeLine(of: codes.record, scheme: details.scheme, label: VaultWords.code, acts)
      code = line
      lines.append(line.row)
    }
    for field in details.fields ?? [] where field.hidden == true {
      lines.append(secret(PrintableText.of(field.name), VaultCall.RevealQuery(query: record, kind: entry.kind, field: field.name)))
    }
    return lines
  }

  private func secret(_ label: String, _ query: VaultCall.RevealQuery, isProse: Bool = false, hides: Bool = true) -> Widget? {
    let line = SecretLine(label, .reveal(query), isProse: isProse, hides: hides, acts)
    secrets.append(line)
    return line.row
  }

  private func aboutLines() -> [Widget?] {
    let acts = acts
    var lines: [Widget?] = entry.services.map { service in
      let name = EntryLineWords.name(of: service)
      let way = entry.trashed == nil ? WebsiteAddress.text(of: service) : nil
      let opening = way.flatMap { way in
        Build.symbolButton("adw-external-link-symbolic", VaultWords.opening(name)) { OtherPrograms.openWebsite(way, over: acts.window) }
      }
      return EntryLine.make(VaultWords.service, text: name, beside: opening) { acts.copyPlain(service, VaultWords.service) }
    }
    if let tags = entry.tags, !tags.isEmpty {
      lines.append(EntryLine.make(VaultWords.tags, text: tags.map(PrintableText.of).joined(separator: ", ")))
    }
    if let issuer = details.issuer, !entry.services.contains(issuer) {
      lines.append(EntryLine.make(VaultWords.issuer, text: PrintableText.of(issuer)))
    }
    if let login = details.login { lines.append(EntryLine.make(VaultWords.belongsTo, text: PrintableText.of(login.title))) }
    if let added = details.added { lines.append(EntryLine.make(VaultWords.added, text: String(CalendarTime.text(added).prefix(10)))) }
    if let trashed = entry.trashed { lines.append(EntryLine.make(VaultWords.removed, text: String(CalendarTime.text(trashed).prefix(10)))) }
    return lines
  }

  /// The note and the fields that are not hidden are shown on the page; if the vault would ask first, buttons take their place.
  private func partLines() -> Widget? {
    let names = (details.fields ?? []).filter { $0.hidden != true }.map(\.name)
    let hasNote = details.note == true && entry.kind != .note
    guard entry.trashed == nil else { return nil }
    if hasNote {
      parts[nil] = SecretLine(
        VaultWords.note, .reveal(VaultCall.RevealQuery(query: record, kind: entry.kind, note: true)), isProse: true, hides: false, acts)
    }
    for name in names {
      let query = VaultCall.RevealQuery(query: record, kind: entry.kind, field: name)
      parts[name] = SecretLine(PrintableText.of(name), .reveal(query), isProse: true, hides: false, acts)
    }
    secrets += parts.values
    let order: [String?] = names + [nil]
    return EntryLine.group(VaultWords.additions, order.map { parts[$0]?.row })
  }

  private func showParts() {
    guard !parts.isEmpty else { return }
    acts.conversation.ask(.revealShown(VaultCall.EntryQuery(query: record, kind: entry.kind)), isUnattended: true) { [weak self] reply in
      guard let self, case .answer(.shown(let answer), let secret?) = reply else { return }
      var start = 0
      for part in answer.parts {
        let text = secret.withBytes { SharedSecret(copying: $0.dropFirst(start).prefix(part.bytes)) }
        self.parts[part.field]?.show(text)
        start += part.bytes
      }
    }
  }

  private func others() -> Widget? {
    let rows: [Widget?] = (details.others ?? []).map { other in
      let button = Build.symbolButton("go-next-symbolic", "\(VaultWords.kind(other.kind)): \(PrintableText.of(other.title))") { [acts] in
        acts.open(other.record)
      }
      return EntryLine.make(VaultWords.sameAccount, Build.label(VaultWords.kind(other.kind)), button)
    }
    return EntryLine.group(VaultWords.sameAccount, rows)
  }

  private func tools() -> Widget? {
    var buttons: [Widget?] = []
    var said: [Widget?] = []
    if entry.kind == .passkey { said.append(Build.label(VaultWords.passkey, style: "dim-label")) }
    if entry.hiddenByService == true { said.append(Build.label(VaultWords.hiddenByService, style: "dim-label")) }
    if entry.trashed != nil {
      // The vault erases only what the user removed.
      if entry.hiddenByService != true { said.append(Build.label(VaultWords.trashedNext, style: "dim-label")) }
      buttons = [
        Build.button(VaultWords.restore, style: "suggested-action") { [weak self] in self?.restore() },
        Build.button(VaultWords.erase, style: "destructive-action") { [weak self] in self?.erase() },
      ]
    } else {
      if entry.pending == true { buttons.append(Build.button(VaultWords.accepted) { [weak self] in self?.accept() }) }
      if details.history?.isEmpty == false {
        historyButton = Build.button(VaultWords.history) { [weak self] in
          self?.showHistory()
          self?.formerVersions?.focus()
        }
        buttons.append(historyButton)
      }
      if let codes {
        buttons.append(Build.button(VaultWords.share) { [weak self] in self?.share(codes) })
      } else if entry.kind == .password {
        buttons.append(Build.button(VaultWords.setUpCode) { [acts, entry] in acts.setUpCode(entry) })
      }
      buttons.append(Build.button(VaultWords.remove, style: "destructive-action") { [weak self] in self?.remove() })
    }
    let column = Build.column(spacing: 12)
    for part in said + [Self.choices(buttons)] { if let column, let part { passfold_gtk_box_append(column, part) } }
    return column
  }

  /// Puts two buttons next to each other; more than two, or any in large text, go below each other, since they would not fit on a small
  /// screen.
  ///
  /// - Parameter areLong: Whether even two do not fit next to each other.
  static func choices(_ buttons: [Widget?], areLong: Bool = false) -> Widget? {
    let buttons = buttons.compactMap(\.self)
    let areLarge = passfold_gtk_letters_are_large() != 0
    let isColumn = areLong || buttons.count > 2 || areLarge
    let line = isColumn ? Build.column(spacing: 8) : Build.row(spacing: 8)
    for button in buttons {
      if !areLarge { passfold_gtk_button_keep_words(button) }
      if let line { passfold_gtk_box_append(line, button) }
    }
    if let line { gtk_widget_set_halign(line, GTK_ALIGN_START) }
    return line
  }

  // MARK: Actions

  private func showHistory() {
    guard let former, gtk_widget_get_first_child(former) == nil, details.history?.isEmpty == false else { return }
    let versions = FormerVersions(of: details, acts)
    formerVersions = versions
    secrets += versions.secrets
    if let part = versions.widget { passfold_gtk_box_append(former, part) }
    if let historyButton { gtk_widget_set_visible(historyButton, 0) }
  }

  /// Shows the codes' set-up as a QR code; the vault asks for the passphrase first.
  private func share(_ codes: VaultEntry) {
    acts.fetch(.exportSetUp(VaultCall.EntryQuery(query: codes.record, kind: .oneTimeCode))) { [weak self] link in
      guard let self, let link, let sharing = self.sharing else { return }
      self.shared?.clear()
      self.shared = SharedCode(link, title: PrintableText.of(codes.title))
      passfold_gtk_box_remove_all(sharing)
      if let widget = self.shared?.widget { passfold_gtk_box_append(sharing, widget) }
      self.shared?.focus()
    }
  }

  private func erase() {
    let acts = acts
    acts.conversation.ask(.erase(VaultCall.ErasureQuery(query: record, kind: entry.kind))) { reply in
      guard acts.answer(in: reply) != nil else { return }
      acts.say(VaultWords.erased)
      acts.changed()
      acts.leave()
    }
  }

  private func remove() {
    let (acts, title) = (acts, PrintableText.of(entry.title))
    let query = VaultCall.EntryQuery(query: record, kind: entry.kind)
    acts.conversation.ask(.remove(query)) { reply in
      guard acts.answer(in: reply) != nil else { return }
      acts.sayUndoing(VaultWords.removed(title)) { Self.restore(query, acts) { acts.open(query.query) } }
      acts.changed()
      acts.leave()
    }
  }

  private func restore() {
    let acts = acts
    Self.restore(VaultCall.EntryQuery(query: record, kind: entry.kind), acts) { acts.leave() }
  }

  private static func restore(_ query: VaultCall.EntryQuery, _ acts: PageActions, next: @escaping @MainActor @Sendable () -> Void) {
    acts.conversation.ask(.restore(query)) { reply in
      guard acts.answer(in: reply) != nil else { return }
      acts.say(VaultWords.restored)
      acts.changed()
      next()
    }
  }

  private func accept() {
    let (acts, record) = (acts, record)
    acts.conversation.ask(.confirmCode(VaultCall.Confirmation(record: record))) { reply in
      guard acts.answer(in: reply) != nil else { return }
      acts.say(VaultWords.confirmed)
      acts.changed()
      acts.open(record)
    }
  }
}
