// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory
package import VaultProtocol

/// A change of the user's additions to a credential.
package struct AnnotationEdit: Sendable {
  /// The maximum number of bytes of a tag or of a field's name.
  private static let longestName = 200

  private let edit: VaultCall.EntryEdit
  private let secret: SharedSecret?

  /// Creates the change; nil if there is none.
  ///
  /// - Throws: `badRequest` for names that are empty or too long, and for a secret part with two meanings.
  package init?(_ edit: VaultCall.EntryEdit, secret: SharedSecret?) throws(VaultFailure) {
    let isOfValue = edit.field != nil || edit.note == true
    guard edit.favourite != nil || edit.addTags != nil || edit.removeTags != nil || isOfValue else { return nil }
    let names = (edit.addTags ?? []) + [edit.field].compactMap { $0 }
    guard names.allSatisfy({ !$0.isEmpty && $0.utf8.count <= Self.longestName && !$0.contains(where: \.isNewline) }),
      edit.field == nil || edit.note != true
    else { throw VaultFailure(.badRequest) }
    self.edit = edit
    self.secret = isOfValue ? secret : nil
  }

  /// Returns whether the secret part is a note or a field's value, and not the credential's secret.
  package static func takesSecret(_ edit: VaultCall.EntryEdit) -> Bool { edit.field != nil || edit.note == true }

  /// Applies the change; an empty note or value removes the current one.
  package func apply(to annotations: inout RecordAnnotations) {
    if let favourite = edit.favourite { annotations.isFavourite = favourite }
    for tag in edit.addTags ?? [] { annotations.add(tag: tag) }
    annotations.tags.removeAll { edit.removeTags?.contains($0) == true }
    let value = secret.flatMap { $0.byteCount > 0 ? $0 : nil }
    if edit.note == true { annotations.note = value }
    if let field = edit.field { annotations.set(field, to: value, isHidden: edit.hidden == true) }
  }
}
