// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import LocalTransport
import PresentedViews
import VaultProtocol

/// The page for importing another program's file into the vault: choose, preview, apply, undo.
@MainActor
final class ImportPage: PaneContent {
  /// The maximum number of differences and findings that the page lists; the command shows all.
  private static let mostLines = 100

  let widget: Widget?
  let title = ImportWords.importing
  private let window: Widget
  private let acts: PageActions
  private let whenStored: @MainActor () -> Void
  private let content = Build.column(spacing: 18, margin: 18)
  private var run: ImportRun?
  private var keyFile: ChosenFile?
  private var progress: Widget?
  private var first: Widget?
  private var whole: Widget?
  private var choices: [String: Widget] = [:]
  private var store: PasswordStoreReading?
  /// The number of pictures started or abandoned; results of earlier ones are ignored.
  private var pictures = 0
  /// Whether something is in progress that the user has not applied yet, and whether it is being stored.
  private var (isUnderWay, isStoring) = (false, false)

  /// - Parameters:
  ///   - path: A file that the user already chose elsewhere on the desktop.
  ///   - whenStored: Called after an import was stored.
  init(over window: Widget, _ acts: PageActions, path: String? = nil, whenStored: @escaping @MainActor () -> Void) {
    (self.window, self.acts, self.whenStored) = (window, acts, whenStored)
    widget = content.flatMap { passfold_adw_clamp_new($0, 640) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
    run = ImportRun { [weak self] in self?.hear($0) }
    begin()
    if let path { send(path) }
  }

  func focus() { if let first { gtk_widget_grab_focus(first) } }

  var ending: String? { isStoring ? ImportWords.endedWhileStoring : isUnderWay ? ImportWords.ended : nil }

  func clear() {
    endReading()
    run?.leave()
    keyFile = nil
  }

  // MARK: Before

  private func begin(_ words: String? = nil) {
    (isUnderWay, isStoring) = (false, false)
    empty()
    put(heading(ImportWords.start, words ?? ImportWords.startNext))
    first = Build.button(ImportWords.choose, style: "suggested-action") { [weak self] in
      guard let self else { return }
      FileChoice.ask(over: self.window, ImportWords.chooseTitle, accept: ImportWords.open) { [weak self] path in
        if let path { self?.send(path) }
      }
    }
    let key = Build.button(keyFile.map { ImportWords.keyFile($0.name) } ?? ImportWords.keyFile) { [weak self] in
      guard let self else { return }
      FileChoice.ask(over: self.window, ImportWords.keyFileTitle, accept: ImportWords.open) { [weak self] path in
        guard let self, let path else { return }
        self.keyFile = ChosenFile(path: path)
        if self.keyFile == nil { self.acts.say(ImportWords.unreadable) }
        self.begin()
        self.focus()
      }
    }
    let folder = Build.button(ImportWords.chooseStore) { [weak self] in
      guard let self else { return }
      FileChoice.askForFolder(over: self.window, ImportWords.storeTitle, accept: ImportWords.open, at: PasswordStoreFolder.usualPlace) {
        [weak self] path in
        if let path { self?.sendStore(path) }
      }
    }
    put(EntryPage.choices([first, folder, key, Build.button(ImportWords.undo) { [weak self] in self?.run?.undo() }]))
    put(Build.label(ImportWords.startWhich, style: "dim-label"))
  }

  private func send(_ path: String) {
    guard let file = ChosenFile(path: path) else { return begin(ImportWords.unreadable) }
    guard file.byteCount <= VaultCall.ImportStep.longestFile else { return begin(ImportWords.tooLarge) }
    wait(ImportWords.sending, PrintableText.of(file.name))
    if file.isPicture { return sendPicture(file) }
    run?.send(file, keyFile: keyFile)
    keyFile = nil
  }

  private func wait(_ title: String, _ words: String) {
    isUnderWay = true
    empty()
    progress = Build.label("", style: "dim-label")
    put(heading(title, words))
    put(progress)
    first = cancelButton()
    put(EntryPage.choices([first]))
    focus()
  }

  private func show(_ done: Int, of total: Int) {
    if let progress { passfold_gtk_label_set_text(progress, "\(done * 100 / max(total, 1)) %") }
  }

  /// Sends the content of a store's entries once they are decrypted.
  private func sendStore(_ path: String) {
    guard let folder = PasswordStoreFolder(path: path) else { return begin(ImportWords.noStore) }
    wait(ImportWords.decrypting, ImportWords.decryptingNext)
    store = PasswordStoreReading(folder) { [weak self] state in
      guard let self else { return }
      switch state {
      case .decrypting(let done, let total): return self.show(done, of: total)
      case .read(let entries): self.run?.send(entries, keyFile: nil)
      case .failed(let words): self.begin(words)
      }
      self.store = nil
      self.focus()
    }
  }

  /// Abandons what is still being read; its result is ignored.
  private func endReading() {
    pictures += 1
    store?.end()
    store = nil
  }

  /// Sends the text of the QR codes in a picture instead of the picture.
  private func sendPicture(_ file: ChosenFile) {
    guard let picture = GivenPicture(open: file.another()) else { return begin(ImportWords.unreadable) }
    pictures += 1
    let asked = pictures
    PictureProgram.read(picture) { [weak self] reading in
      guard let self, self.pictures == asked else { return }
      switch reading {
      case .texts(let texts):
        // One per line, as in Google Authenticator's export.
        let links = CollectedSecret()
        for text in texts {
          links.append(text)
          links.append("\n".utf8)
        }
        self.run?.send(links, keyFile: nil)
      case .nothingFound: self.begin(PictureWords.nothingFound)
      case .unreadable: self.begin(PictureWords.unreadable)
      case .noScreen, .cancelled, .refused, .failed: self.begin(PictureWords.failed)
      }
      self.focus()
    }
  }

  // MARK: Results

  private func hear(_ state: ImportRun.State) {
    switch state {
    case .sending(let done, let total):
      guard done == total else { return show(done, of: total) }
      if let progress { passfold_gtk_label_set_text(progress, ImportWords.reading) }
      return
    case .read(let report): show(report)
    case .stored(let report):
      (isUnderWay, isStoring) = (false, false)
      acts.changed()
      whenStored()
      showStored(report)
    case .undone(let undone):
      acts.changed()
      begin(ExchangeWords.takenBack(undone).joined(separator: " "))
    case .failed(let words): begin(words)
    }
    focus()
  }

  private func show(_ report: VaultAnswer.ImportReport) {
    empty()
    put(
      heading(
        ImportWords.report,
        "\(ExchangeWords.formatName(report.format)): \(ExchangeWords.entries(report.read))"))
    put(EntryLine.group(ImportWords.report, counts(report, isStored: false)))
    put(differences(report))
    put(FindingLines.make(ImportWords.found, report.findings, total: report.found, most: Self.mostLines))
    if report.dated > 0 { put(Build.label(ExchangeWords.dated(report.dated), style: "dim-label")) }
    let cancel = cancelButton()
    if report.new + report.merged + report.differing == 0 {
      isUnderWay = false
      put(Build.label(ImportWords.nothingNew))
      put(EntryPage.choices([cancel]))
      return
    }
    put(EntryPage.choices([Build.button(ImportWords.take, style: "suggested-action") { [weak self] in self?.apply() }, cancel]))
  }

  private func showStored(_ report: VaultAnswer.ImportReport) {
    empty()
    put(heading(ImportWords.stored, ExchangeWords.eraseImported))
    put(EntryLine.group(ImportWords.stored, counts(report, isStored: true)))
    let back = Build.button(ImportWords.takeBack) { [weak self] in self?.run?.undo() }
    let done = Build.button(VaultWords.done, style: "suggested-action") { [acts] in acts.leave() }
    put(EntryPage.choices([done, back]))
  }

  private func counts(_ report: VaultAnswer.ImportReport, isStored: Bool) -> [Widget?] {
    let rows: [(String, Int, String)] = [
      (ImportWords.new, report.new, ExchangeWords.kinds(report.kinds)),
      (ImportWords.merged, report.merged, ImportWords.completed(report.merged)),
      (ImportWords.present, report.present, String(report.present)), (ImportWords.differing, report.differing, String(report.differing)),
      (ImportWords.found, report.found, String(report.found)),
    ]
    return rows.filter { $0.1 > 0 }.map { name, _, words in EntryLine.make(name, text: words) }
  }

  // MARK: Where both differ

  private func differences(_ report: VaultAnswer.ImportReport) -> Widget? {
    guard !report.differences.isEmpty else { return nil }
    let all = choice(ImportWords.forAll, ImportWords.theirsNext, ImportWords.choices)
    whole = all
    let single: [Widget?] = report.differences.prefix(Self.mostLines).map { difference in
      let row = choice(
        ExchangeWords.name(difference), difference.parts.map(ExchangeWords.part).joined(separator: ", "),
        [ImportWords.asAbove] + ImportWords.choices)
      choices[difference.place] = row
      return row
    }
    let left = report.differing - single.count
    let more = left > 0 ? EntryLine.make(ImportWords.differing, text: ImportWords.more(left)) : nil
    return titled(ImportWords.differences, [all] + single + [more])
  }

  private func choice(_ title: String, _ subtitle: String, _ names: [String]) -> Widget? {
    let row = ChoiceRow.make(title, subtitle, names)
    if let row { passfold_gtk_set_accessible_label(row, "\(title): \(subtitle)") }
    return row
  }

  private func apply() {
    let usual = whole.map { ChoiceRow.selected($0) } ?? 0
    var single: [String: String] = [:]
    for (place, row) in choices {
      let chosen = ChoiceRow.selected(row) - 1
      if ImportWords.choiceNames.indices.contains(chosen) { single[place] = ImportWords.choiceNames[chosen] }
    }
    isStoring = true
    run?.apply(differing: ImportWords.choiceNames[ImportWords.choiceNames.indices.contains(usual) ? usual : 0], choices: single)
  }

  // MARK: Parts

  private func cancelButton() -> Widget? {
    Build.button(VaultWords.cancel) { [weak self] in
      self?.endReading()
      self?.run?.end()
      self?.begin()
      self?.focus()
    }
  }

  private func titled(_ title: String, _ lines: [Widget?]) -> Widget? {
    Build.column(spacing: 6, Build.label(title, style: "heading"), EntryLine.group(title, lines))
  }

  private func heading(_ title: String, _ words: String) -> Widget? {
    first = Build.pageHeading(title, words)
    return first
  }

  private func empty() {
    (progress, first, whole) = (nil, nil, nil)
    choices = [:]
    if let content { passfold_gtk_box_remove_all(content) }
  }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }
}
