// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
package import FoundationEssentials
package import SecretMemory
package import VaultProtocol

/// A change of a note, card or identity that was checked as far as it can be before the person agrees to it.
package struct PlainEdit: Sendable {
  private let edit: VaultCall.EntryEdit
  private let secret: SharedSecret?
  /// The secret of the record that changes; nil for none.
  private let secretName: String?
  /// What changes of what the person has added.
  package let annotations: AnnotationEdit?
  /// Whether a secret of the record changes that the change does not name.
  package var changesMainSecret: Bool { secretName != nil && edit.field == nil && edit.document == nil && edit.note != true }

  /// Reads a change of a record.
  ///
  /// - Throws: `wrongKind` for what only a credential has, `badRequest` for a secret part that would be two things or nothing.
  package init(_ edit: VaultCall.EntryEdit, secret: SharedSecret?, of record: any PlainRecord) throws(VaultFailure) {
    let isOfCredentials =
      edit.user != nil || edit.services != nil || edit.matching != nil || edit.digits != nil || edit.period != nil || edit.algorithm != nil
      || edit.counter != nil
    guard !isOfCredentials else { throw VaultFailure(.wrongKind) }
    guard edit.title.map(EntryValue.isLabel) ?? true else { throw VaultFailure(.badRequest) }
    guard edit.document == nil || edit.field == nil else { throw VaultFailure(.badRequest) }
    guard edit.document == nil || record is PersonRecord, edit.restoreHistory == nil || record is NoteRecord else {
      throw VaultFailure(.wrongKind)
    }
    var own = edit
    var name = edit.document
    if let field = edit.field, record.takesSecret(named: field) { (own.field, name) = (nil, field) }
    // The note of an entry that is a note is its text.
    if record is NoteRecord, edit.note == true { (own.note, name) = (nil, record.mainSecret) }
    if name == nil, secret != nil, !AnnotationEdit.takesSecret(own) {
      guard let main = record.mainSecret else { throw VaultFailure(.wrongKind) }
      name = main
    }
    guard name == nil || !AnnotationEdit.takesSecret(own), name == nil || edit.restoreHistory == nil else {
      throw VaultFailure(.badRequest)
    }
    if own.field == nil { own.hidden = nil }
    (self.edit, self.secret, secretName) = (edit, secret, name)
    annotations = try AnnotationEdit(own, secret: name == nil ? secret : nil)
    // Whether it can be done at all, by a copy that nobody keeps.
    var copy = record
    try apply(to: &copy, at: .distantPast)
  }

  /// Applies the change; a text that it takes away goes to the note's history.
  ///
  /// - Throws: As the record's own setters, and `noSuchHistory`.
  package func apply(to record: inout any PlainRecord, at date: Date) throws(VaultFailure) {
    if let title = edit.title { record.title = title }
    for value in edit.values ?? [] { try record.set(value) }
    if let secretName { try record.setSecret(named: secretName, to: secret, at: date) }
    guard let index = edit.restoreHistory, var note = record as? NoteRecord else { return }
    guard note.history.indices.contains(index) else { throw VaultFailure(.noSuchHistory) }
    note.replaceText(with: note.history[index].text, at: date)
    record = note
  }
}
