// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import VaultProtocol

/// The files of an entry on its page: each with its size and buttons to save and remove it, and a button to add another.
@MainActor
final class FileLines {
  let widget = Build.column(spacing: 12)
  private let entry: VaultEntry
  private let acts: PageActions
  private var files: [AttachedFile]
  private var note: Widget?
  private var words: String?
  private var adding: Widget?
  private var isEnded = false

  init(_ files: [AttachedFile], of entry: VaultEntry, _ acts: PageActions) {
    (self.files, self.entry, self.acts) = (files, entry, acts)
    draw()
  }

  /// Called when the user leaves the page; transfers continue, and their outcome is shown as a passing message.
  func end() { isEnded = true }

  // MARK: Drawing

  /// Shows the given files if they differ; the current message stays.
  func show(_ files: [AttachedFile]) {
    guard files != self.files else { return }
    self.files = files
    draw(saying: words)
  }

  private func draw(saying words: String? = nil) {
    self.words = words
    guard let widget else { return }
    passfold_gtk_box_remove_all(widget)
    note = Build.label(words ?? "", style: "dim-label")
    if let note { gtk_widget_set_visible(note, words == nil ? 0 : 1) }
    adding = Build.button(FileWords.add) { [weak self] in self?.add() }
    if let adding { gtk_widget_set_halign(adding, GTK_ALIGN_START) }
    for part in [EntryLine.group(VaultWords.files, files.map(line)), note, adding] {
      if let part { passfold_gtk_box_append(widget, part) }
    }
  }

  private func line(for file: AttachedFile) -> Widget? {
    let name = PrintableText.of(file.name)
    let about = [FileSize.words(file.bytes), FileWords.standing(file.missing)].compactMap(\.self).joined(separator: ", ")
    let saving = Build.symbolButton("document-save-symbolic", FileWords.save(name)) { [weak self] in self?.save(file) }
    let removing = Build.symbolButton("user-trash-symbolic", FileWords.remove(name)) { [weak self] in self?.remove(file) }
    let row = EntryLine.make(about, Build.label(name), file.missing == nil ? saving : nil, removing)
    if let row { passfold_gtk_set_accessible_label(row, "\(name), \(about)") }
    return row
  }

  /// Shows a message that stays as long as the page does.
  private func say(_ words: String) {
    guard !isEnded, let note else { return acts.say(words) }
    self.words = words
    passfold_gtk_label_set_text(note, words)
    gtk_widget_set_visible(note, 1)
  }

  /// Shows the files that the vault holds now.
  private func look(saying words: String) {
    acts.changed()
    guard !isEnded else { return acts.say(words) }
    let query = VaultCall.EntryQuery(query: entry.record, kind: entry.kind)
    acts.conversation.ask(.details(query), isUnattended: true) { [weak self] reply in
      guard let self, !self.isEnded, case .answer(.details(let details), _) = reply else { return }
      self.files = details.attachments ?? []
      self.draw(saying: words)
      if let adding = self.adding { gtk_widget_grab_focus(adding) }
    }
  }

  // MARK: Actions

  private func add() {
    FileChoice.ask(over: acts.window, FileWords.addTitle, accept: FileWords.addButton) { [weak self] path in
      guard let self, let path else { return }
      guard let file = ChosenFile(path: path, mayBeEmpty: true) else { return self.say(FileWords.unreadable) }
      guard file.byteCount <= FileWords.longest else { return self.say(FileWords.tooLong) }
      let name = PrintableText.of(file.name)
      self.begin(FileWords.keeping(name), then: FileWords.kept(name)).keep(file, with: self.entry)
    }
  }

  private func save(_ file: AttachedFile) {
    FileChoice.ask(over: acts.window, FileWords.saveTitle, accept: ImportWords.saveButton, newName: file.name) { [weak self] path in
      guard let self, let path else { return }
      guard let target = try? TransferredFile(at: path, replaces: true) else { return self.say(ImportWords.unwritable) }
      let name = PrintableText.of(file.name)
      self.begin(FileWords.saving(name), then: nil, saved: FileWords.saved(name, path)).save(file.name, of: self.entry, to: target)
    }
  }

  /// - Parameters:
  ///   - words: The message during the transfer.
  ///   - kept: The message once the vault holds the new file.
  ///   - saved: The message once a file was written.
  private func begin(_ words: String, then kept: String?, saved: String = "") -> FileTransfer {
    say(words)
    return FileTransfer(acts.files) { stage in
      switch stage {
      case .moving(let percent): if !self.isEnded { self.say("\(words) \(percent) %") }
      case .failed(let words): self.say(words)
      case .done: if let kept { self.look(saying: kept) } else { self.say(saved) }
      }
    }
  }

  /// The vault asks for confirmation, since a removal cannot be undone.
  private func remove(_ file: AttachedFile) {
    let query = VaultCall.AttachmentQuery(query: entry.record, kind: entry.kind, name: file.name)
    say(VaultWords.asking)
    acts.files.ask(.removeAttachment(query)) { reply in
      switch reply {
      case .answer: self.look(saying: FileWords.removed(PrintableText.of(file.name)))
      case .failure(let failure): self.say(VaultFailureWords.text(failure))
      case .silence: self.say("\(VaultWords.silent). \(VaultWords.silentNext)")
      }
    }
  }
}
