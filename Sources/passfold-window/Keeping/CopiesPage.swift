// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc
import PresentedViews
import VaultProtocol

/// The page for the vault's own files: whether they are intact, how to repair them, and the snapshots that restore an earlier state.
@MainActor
final class CopiesPage: PaneContent, ClosedPage {
  /// The maximum number of findings listed.
  private static let mostLines = 20

  /// The ways from this page to others.
  struct Actions {
    /// Called with a message after the vault was replaced; the new vault is locked.
    let replaced: @MainActor @Sendable (String) -> Void
    /// Leaves the page when it stands alone; nil if it is next to the list, which has its own way back.
    let back: (@MainActor () -> Void)?
    /// Whether there is a vault; otherwise a backup becomes the first one.
    let hasVault: Bool
  }

  let widget: Widget?
  let title = CopiesWords.title
  private(set) var ending: String?
  private let window: Widget
  private let ways: Actions
  /// A dedicated conversation: closing it aborts long operations.
  private let conversation = VaultConversation()
  private let heading: Widget?
  private let news = Build.label("", style: "heading")
  private let found = Build.column(spacing: 12)
  private let copies = Build.column(spacing: 6)
  /// The controls that can be pressed while nothing is in progress.
  private let parts = Build.column(spacing: 24)
  /// The folder with the snapshots; nil until the vault has named it.
  private var folder: String?
  private var isAsking = false
  /// Whether the vault is being replaced, and whether this page has been left.
  private var (isReplacing, isLeft) = (false, false)

  init(over window: Widget, _ ways: Actions) {
    (self.window, self.ways) = (window, ways)
    heading =
      ways.hasVault
      ? Build.pageHeading(CopiesWords.title, CopiesWords.next) : Build.pageHeading(CopiesWords.haveBackup, CopiesWords.firstNext)
    let back = ways.back.flatMap { EntryPage.choices([Build.button(CopiesWords.back, $0)]) }
    let content = Build.column(spacing: 24, margin: 18, heading, news, parts, back)
    let scrolled = content.flatMap { passfold_adw_clamp_new($0, 640) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let scrolled { gtk_widget_set_vexpand(scrolled, 1) }
    let bar = ways.back == nil ? nil : passfold_adw_bar_new(VaultWords.title)
    widget = Build.column(bar, scrolled)
    let check = Build.button(CopiesWords.check) { [weak self] in self?.check() }
    let make = Build.button(CopiesWords.make) { [weak self] in self?.makeCopy() }
    let save = Build.button(CopiesWords.save) { [weak self] in self?.chooseTarget() }
    let take = Build.button(CopiesWords.take) { [weak self] in self?.chooseBackup() }
    let groups = [
      ways.hasVault
        ? Build.column(
          spacing: 8, Build.label(CopiesWords.checkTitle, style: "heading"), Build.label(CopiesWords.checkNext),
          EntryPage.choices([check], areLong: true), found) : nil,
      Build.column(
        spacing: 8, Build.label(CopiesWords.copies, style: "heading"), copies,
        EntryPage.choices(ways.hasVault ? [make, save, take] : [take], areLong: true)),
    ]
    for group in groups { if let parts, let group { passfold_gtk_box_append(parts, group) } }
    say(nil)
    list()
  }

  func focus() { if let heading { gtk_widget_grab_focus(heading) } }

  func pastePicture() -> Bool { false }

  /// A replacement in progress continues: closing the connection midway would leave the old vault in place.
  func clear() {
    isLeft = true
    if !isReplacing { conversation.end() }
  }

  // MARK: Acts

  private func list() {
    conversation.ask(.snapshots, isUnattended: true) { [weak self] reply in
      guard let self, case .answer(.snapshots(let list), _) = reply else { return }
      self.folder = list.folder
      self.show(list.snapshots)
    }
  }

  private func check() {
    ask(.check) { [weak self] answer in
      guard let self, case .checked(let report) = answer else { return }
      say(CopiesWords.checked(report))
      show(report)
    }
  }

  private func makeCopy() {
    ask(.takeSnapshot) { [weak self] answer in
      guard let self, case .snapshot(let copy) = answer else { return }
      say(CopiesWords.made(copy))
      list()
    }
  }

  // MARK: The user's files

  private func chooseTarget() {
    guard !isAsking else { return }
    FileChoice.ask(over: window, CopiesWords.saveTitle, accept: VaultWords.save, newName: CopiesWords.fileName) { [weak self] path in
      guard let path else { return }
      self?.ask(.takeSnapshot) { answer in
        guard case .snapshot(let copy) = answer else { return }
        self?.wait(true)
        self?.say(CopiesWords.saving)
        BackupFile.copy(from: copy.path, to: path) { isWhole in
          self?.wait(false)
          self?.say(isWhole ? CopiesWords.saved(copy) : CopiesWords.notSaved)
          self?.list()
        }
      }
    }
  }

  private func chooseBackup() {
    guard let folder, !isAsking else { return }
    FileChoice.ask(over: window, CopiesWords.takeTitle, accept: ImportWords.open) { [weak self] path in
      guard let self, let path else { return }
      Question.ask(
        over: window, CopiesWords.takeQuestion, ways.hasVault ? CopiesWords.restoreNext : CopiesWords.firstNext, no: VaultWords.cancel,
        yes: CopiesWords.restoreYes
      ) { if $0 { self.take(path, in: folder) } }
    }
  }

  /// The vault can read only its own folders, so the file is copied there first.
  private func take(_ path: String, in folder: String) {
    let name = LaidCopy.name(ofProcess: getpid())
    let incoming = folder + "/" + name
    wait(true)
    say(CopiesWords.reading)
    BackupFile.copy(from: path, to: incoming) { [self] isWhole in
      wait(false)
      guard isWhole, !isLeft else {
        unlink(incoming)
        return say(CopiesWords.noBackup)
      }
      replace(by: name, leaving: incoming)
    }
  }

  // MARK: Replacing the vault

  private func repair() {
    replace(.repairVault) { if case .repaired(let report) = $0 { CopiesWords.repaired(report) } else { nil } }
  }

  private func restore(_ copy: VaultAnswer.Snapshot) {
    Question.ask(
      over: window, CopiesWords.restoreTitle(copy), CopiesWords.restoreNext, no: VaultWords.cancel, yes: CopiesWords.restoreYes
    ) { [weak self] isAgreed in
      if isAgreed { self?.replace(by: copy.name) }
    }
  }

  private func replace(by name: String, leaving incoming: String? = nil) {
    replace(.restoreVault(VaultCall.CopyQuery(snapshot: name)), leaving: incoming) {
      if case .restored(let restoration) = $0 { CopiesWords.restored(restoration) } else { nil }
    }
  }

  /// Has the vault replaced, which locks it.
  ///
  /// - Parameter incoming: A file to delete once the outcome is known.
  private func replace(
    _ call: VaultCall, leaving incoming: String? = nil, words: @escaping @MainActor @Sendable (VaultAnswer) -> String?
  ) {
    guard !isAsking else { return }
    ending = CopiesWords.replacing
    isReplacing = true
    // Kept alive until it is done, even if locking has removed this page by then.
    ask(call) { [self] answer in
      ended(leaving: incoming)
      ending = words(answer)
      if let ending { ways.replaced(ending) }
    } refused: { [self] in
      ended(leaving: incoming)
      ending = nil
    }
  }

  private func ended(leaving incoming: String?) {
    isReplacing = false
    if let incoming { unlink(incoming) }
    if isLeft { conversation.end() }
  }

  private func ask(
    _ call: VaultCall, hear: @escaping @MainActor @Sendable (VaultAnswer) -> Void, refused: (@MainActor @Sendable () -> Void)? = nil
  ) {
    guard !isAsking else { return }
    wait(true)
    say(VaultWords.asking)
    let hearProgress: @MainActor @Sendable (VaultAnswer.Progress) -> Void = { [weak self] in self?.say(CopiesWords.progress($0)) }
    conversation.ask(call, hearProgress: hearProgress) { [weak self] reply in
      self?.wait(false)
      switch reply {
      case .answer(let answer, _): return hear(answer)
      case .failure(let failure): self?.say(VaultFailureWords.text(failure))
      case .silence: self?.say(VaultWords.silentNext)
      }
      refused?()
    }
  }

  // MARK: Drawing

  private func show(_ report: VaultAnswer.CheckReport) {
    guard let found, !isLeft else { return }
    passfold_gtk_box_remove_all(found)
    guard report.damaged > 0 else { return }
    var lines: [Widget?] = report.findings.prefix(Self.mostLines).map { finding in
      EntryLine.make(
        finding.title.map(PrintableText.of) ?? CheckWords.name(of: finding), lines: 0,
        text: "\(CheckWords.subject(finding.subject)): \(CheckWords.problem(finding.problem))")
    }
    if report.total > lines.count { lines.append(EntryLine.make(CopiesWords.damage, text: CopiesWords.more(report.total - lines.count))) }
    let repairing = Build.button(CopiesWords.repair, style: "suggested-action") { [weak self] in self?.repair() }
    let group = EntryLine.group(CopiesWords.damage, lines)
    for part in [group, Build.label(CopiesWords.repairNext), EntryPage.choices([repairing], areLong: true)] {
      if let part { passfold_gtk_box_append(found, part) }
    }
  }

  private func show(_ list: [VaultAnswer.Snapshot]) {
    guard let copies, !isLeft, let group = passfold_adw_group_new("", list.isEmpty ? CopiesWords.none : nil) else { return }
    passfold_gtk_box_remove_all(copies)
    for copy in list {
      let button = Build.button(CopiesWords.restore) { [weak self] in self?.restore(copy) }
      if let button { passfold_gtk_set_accessible_label(button, CopiesWords.restore(copy)) }
      if let row = ControlRow.make(CopiesWords.day(of: copy), CopiesWords.facts(of: copy), button) { passfold_adw_group_add(group, row) }
    }
    passfold_gtk_box_append(copies, group)
  }

  private func say(_ words: String?) {
    // The widgets go away with the page, but the reply may come later.
    guard let news, !isLeft else { return }
    passfold_gtk_label_set_text(news, words ?? "")
    gtk_widget_set_visible(news, words == nil ? 0 : 1)
  }

  private func wait(_ isWaiting: Bool) {
    isAsking = isWaiting
    if let parts, !isLeft { gtk_widget_set_sensitive(parts, isWaiting ? 0 : 1) }
  }
}
