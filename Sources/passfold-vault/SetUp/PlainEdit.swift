// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
package import FoundationEssentials
package import SecretMemory
package import VaultProtocol

/// A change of a note, card or identity that was checked as far as possible before the user agrees to it.
package struct PlainEdit: Sendable {
  private let edit: VaultCall.EntryEdit
  private let secret: SharedSecret?
  /// The name of the record's secret that changes; nil for none.
  private let secretName: String?
  /// The change of the user's additions.
  package let annotations: AnnotationEdit?
  /// Whether a secret of the record changes that the edit does not name.
  package var changesMainSecret: Bool { secretName != nil && edit.field == nil && edit.document == nil && edit.note != true }

  /// Creates the change of a record.
  ///
  /// - Throws: `wrongKind` for parts that only credentials have, `badRequest` for a secret part with two meanings or none.
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
    // The note of a note record is its text.
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
    // Checks on a temporary copy that the change is possible.
    var copy = record
    try apply(to: &copy, at: .distantPast)
  }

  /// Applies the change; a replaced text goes to the note's history.
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
