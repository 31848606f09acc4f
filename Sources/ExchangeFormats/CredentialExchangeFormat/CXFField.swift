// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// A value that the user can edit (dictionary EditableField); drafts of the format have a bare text in its place.
struct CXFField {
  /// The value in UTF-8.
  let value: SharedSecret
  /// The value's type, such as `string`.
  let type: String
  /// The user's name for it.
  let label: String?

  /// Whether it is shown only on request.
  var isHidden: Bool { type == "concealed-string" || type == "concealedString" }
  /// The value, if it is not secret.
  var text: String { value.withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension CXFItem {
  /// Reads a field with a fixed name in an item; if the user gave it a different name, that name is kept as well.
  ///
  /// - Parameter title: The usual name of the field.
  mutating func field(_ name: String, _ title: String, of object: inout TrackedObject, at path: String) -> CXFField? {
    guard let field = entry.field(name, of: &object, at: path) else { return nil }
    if let label = file.labels.own(field.label, of: name) {
      entry.keep("\(title) is called", SharedSecret(copying: label.utf8), isHidden: false, .noPlace, "\(path).\(name).label")
    }
    return field
  }
}

extension CodeEntry {
  /// Reads a field of a credential; nil if it is missing, empty or malformed, which is reported.
  mutating func field(_ name: String, of object: inout TrackedObject, at path: String) -> CXFField? {
    guard let value = object.value(name) else { return nil }
    return field(value, object.bytes, at: "\(path).\(name)")
  }

  /// Reads a field; nil if it is empty or malformed, which is reported.
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
