// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialModel
import SecretMemory
package import SyncModel

extension RecordBody {
  private static let tagLabel = "passfold/tag/v1"

  /// Returns the user's additions to the record.
  /// - Throws: `recordTooNew` for a value that this version does not know.
  package func annotations() throws(CredentialVaultError) -> RecordAnnotations {
    var annotations = RecordAnnotations()
    if let field = fields[RecordFields.favourite] {
      guard case .boolean(let isFavourite)? = FieldValue.decode(field.value) else { throw CredentialVaultError(.recordTooNew) }
      annotations.isFavourite = isFavourite
    }
    annotations.tags = try elements(RecordFields.tags) { value in
      if case .text(let tag)? = FieldValue.decode(value) { tag } else { nil }
    }.sorted()
    if let field = fields[RecordFields.note] {
      annotations.note = FieldValue.decodeSecret(field.value)
      if annotations.note == nil, FieldValue.decode(field.value) != .null { throw CredentialVaultError(.recordTooNew) }
    }
    annotations.fields = try elements(RecordFields.customFields) { CustomField($0) }
      .sorted { ($0.position, $0.name) < ($1.position, $1.name) }
      .map { RecordAnnotations.Field(name: $0.name, isHidden: $0.isHidden, value: $0.value) }
    return annotations
  }

  /// Writes the user's additions. A field is created with its first value; later it may be empty, but is never removed.
  package mutating func write(_ annotations: RecordAnnotations, stamp: FieldStamp) {
    if annotations.isFavourite || fields[RecordFields.favourite] != nil {
      set(RecordFields.favourite, to: FieldValue.encode(.boolean(annotations.isFavourite)), stamp: stamp)
    }
    if let note = annotations.note {
      set(RecordFields.note, to: FieldValue.encode(secret: note), stamp: stamp)
    } else if fields[RecordFields.note] != nil {
      set(RecordFields.note, to: FieldValue.encode(.null), stamp: stamp)
    }
    let tags = annotations.tags.map { (StampedElements.identifier(Self.tagLabel, $0), FieldValue.encode(.text($0))) }
    replace(RecordFields.tags, with: tags, stamp: stamp)
    let custom = annotations.fields.enumerated().map { position, field in
      let value = CustomField(isHidden: field.isHidden, name: field.name, value: field.value, position: UInt64(position))
      return (CustomField.identifier(of: field.name), value.encoded)
    }
    replace(RecordFields.customFields, with: custom, stamp: stamp)
  }

  /// Sets the elements of a set. The field is created with its first element.
  mutating func replace(_ key: UInt64, with values: [([UInt8], SharedSecret)], stamp: FieldStamp) {
    guard !values.isEmpty || fields[key] != nil else { return }
    var elements = fields[key].flatMap { StampedElements($0.value) } ?? StampedElements()
    elements.replace(with: Dictionary(values) { _, last in last }, stamp: stamp)
    set(key, to: elements.encoded, stamp: stamp)
  }

  /// Returns the elements of a set that were not removed, in no particular order; none if there is no such field.
  func elements<Value>(_ key: UInt64, _ read: (SharedSecret) -> Value?) throws(CredentialVaultError) -> [Value] {
    guard let field = fields[key] else { return [] }
    guard let elements = StampedElements(field.value) else { throw CredentialVaultError(.recordTooNew) }
    var values: [Value] = []
    for encoded in elements.values.values {
      guard let value = read(encoded) else { throw CredentialVaultError(.recordTooNew) }
      values.append(value)
    }
    return values
  }
}
