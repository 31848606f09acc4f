// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// A value that a person can edit, the dictionary EditableField; drafts have a bare text in its place.
struct CXFField {
  /// The value in UTF-8.
  let value: SharedSecret
  /// How the value is to be read, `string` for instance.
  let type: String
  /// What a person calls it.
  let label: String?

  /// Whether it is shown only where a person asks for it.
  var isHidden: Bool { type == "concealed-string" || type == "concealedString" }
  /// The value, where it is no secret.
  var text: String { value.withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension CXFItem {
  /// Takes a field whose place in an item has a name of its own; another name that the person gave it is kept beside it.
  ///
  /// - Parameter title: What the place is called.
  mutating func field(_ name: String, _ title: String, of object: inout TrackedObject, at path: String) -> CXFField? {
    guard let field = entry.field(name, of: &object, at: path) else { return nil }
    if let label = file.labels.own(field.label, of: name) {
      entry.keep("\(title) is called", SharedSecret(copying: label.utf8), isHidden: false, .noPlace, "\(path).\(name).label")
    }
    return field
  }
}

extension CodeEntry {
  /// Takes a field of a credential; nil where it is missing, empty or of another form, which is told.
  mutating func field(_ name: String, of object: inout TrackedObject, at path: String) -> CXFField? {
    guard let value = object.value(name) else { return nil }
    return field(value, object.bytes, at: "\(path).\(name)")
  }

  /// Takes a field; nil where it is empty or of another form, which is told.
  mutating func field(_ value: JSONValue, _ bytes: UnsafeRawBufferPointer, at path: String) -> CXFField? {
    if let bare = TrackedObject.scalar(value, bytes) {
      return bare.byteCount == 0 ? nil : CXFField(value: bare, type: "string", label: nil)
    }
    guard var field = TrackedObject(value, in: bytes) else {
      tell(.malformedValue, path, .leftOut)
      return nil
    }
    field.passOver("id", "designation")
    let (secret, type, label) = (field.secret("value"), field.text("fieldType") ?? "string", field.text("label"))
    tellRest(of: field, at: path + ".", keepsNested: true)
    return secret.map { CXFField(value: $0, type: type, label: label) }
  }
}
