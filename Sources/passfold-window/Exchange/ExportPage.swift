// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import VaultProtocol

/// The page for exporting everything in the vault to a file for another program.
@MainActor
final class ExportPage: PaneContent {
  private static let mostLines = 100
  /// The formats for which the vault writes encrypted files.
  private static let sealed: Set = ["kdbx", "bitwarden-json"]

  let widget: Widget?
  let title = ImportWords.exporting
  private let window: Widget
  private let conversation: VaultConversation
  private let acts: PageActions
  private let content = Build.column(spacing: 18, margin: 18)
  private var format: Widget?
  private var warning: Widget?
  private var agreed: Widget?
  private var missing: Widget?
  private var first: Widget?
  private var file: TransferredFile?
  private var whole: VaultAnswer.ExportState?
  private var run = 0

  init(_ conversation: VaultConversation, over window: Widget, _ acts: PageActions) {
    (self.conversation, self.window, self.acts) = (conversation, window, acts)
    widget = content.flatMap { passfold_adw_clamp_new($0, 640) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
    begin()
  }

  func focus() { if let first { gtk_widget_grab_focus(first) } }

  var ending: String? { file == nil ? nil : ImportWords.exportEnded }

  func clear() {
    run += 1
    file = nil
  }

  private var chosen: (name: String, words: String, ending: String) {
    let index = format.map { ChoiceRow.selected($0) } ?? 0
    return ImportWords.formats[ImportWords.formats.indices.contains(index) ? index : 0]
  }

  private var isPlain: Bool { !Self.sealed.contains(chosen.name) }

  private func begin(_ words: String? = nil) {
    heading(ImportWords.exportStart, words ?? ImportWords.exportNext)
    format = ChoiceRow.make(ImportWords.format, "", ImportWords.formats.map(\.1))
    if let format { ChoiceRow.hear(format) { [weak self] in self?.warn() } }
    warning = Build.label("")
    agreed = passfold_gtk_check_new(ImportWords.plainAgreed)
    put(EntryLine.group(ImportWords.format, [format]))
    put(warning)
    put(agreed)
    missing = Build.label(ImportWords.needsAgreement, style: "error")
    if let missing { gtk_widget_set_visible(missing, 0) }
    put(missing)
    put(EntryPage.choices([Build.button(ImportWords.save, style: "suggested-action") { [weak self] in self?.choose() }]))
    warn()
  }

  private func warn() {
    if let warning {
      passfold_gtk_label_set_text(warning, isPlain ? ImportWords.plain : ImportWords.sealed)
      if isPlain { gtk_widget_add_css_class(warning, "warning") } else { gtk_widget_remove_css_class(warning, "warning") }
    }
    if let agreed { gtk_widget_set_visible(agreed, isPlain ? 1 : 0) }
    if let missing { gtk_widget_set_visible(missing, 0) }
  }

  private func choose() {
    let lacksAgreement = isPlain && agreed.map { passfold_gtk_check_is_on($0) } == 0
    if let missing { gtk_widget_set_visible(missing, lacksAgreement ? 1 : 0) }
    if lacksAgreement {
      if let agreed { gtk_widget_grab_focus(agreed) }
      return
    }
    FileChoice.ask(
      over: window, ImportWords.saveTitle, accept: ImportWords.saveButton, newName: "passfold-export.\(chosen.ending)"
    ) { [weak self] path in if let path { self?.export(to: path) } }
  }

  private func export(to path: String) {
    guard let file = try? TransferredFile(at: path, replaces: true) else { return say(ImportWords.unwritable) }
    self.file = file
    run += 1
    acts.say(VaultWords.asking)
    ask(VaultCall.ExportStep(.begin, format: chosen.name, plain: isPlain))
  }

  private func ask(_ step: VaultCall.ExportStep) {
    let asked = run
    conversation.ask(.exportStep(step)) { [weak self] reply in
      guard let self, self.run == asked, let file = self.file else { return }
      switch reply {
      case .answer(.exporting(let state), let part):
        if step.step == .begin { self.whole = state }
        if let part, (try? file.append(part)) == nil { return self.say(ImportWords.unwritable) }
        if let transfer = state.transfer { return self.ask(VaultCall.ExportStep(.part, transfer: transfer)) }
        guard (try? file.finish()) != nil else { return self.say(ImportWords.unwritable) }
        self.done(file.path)
      case .failure(let failure): self.say(VaultFailureWords.text(failure))
      default: self.say("\(VaultWords.silent). \(VaultWords.silentNext)")
      }
    }
  }

  /// Says why nothing was written; deletes the unfinished file.
  private func say(_ words: String) {
    file = nil
    begin(words)
    focus()
  }

  private func done(_ path: String) {
    file = nil
    let kinds = ExchangeWords.kinds(whole?.kinds ?? [:])
    let isPlain = isPlain
    heading(ImportWords.exported(kinds, path), isPlain ? ExchangeWords.plainExport : ExchangeWords.sealedExport)
    put(FindingLines.make(ImportWords.cannotHold, whole?.findings ?? [], total: whole?.found ?? 0, most: Self.mostLines, isExport: true))
    put(EntryPage.choices([Build.button(VaultWords.done, style: "suggested-action") { [acts] in acts.leave() }]))
    focus()
  }

  private func heading(_ title: String, _ words: String) {
    (format, warning, agreed, missing) = (nil, nil, nil, nil)
    if let content { passfold_gtk_box_remove_all(content) }
    first = Build.pageHeading(title, words)
    put(first)
  }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }
}
