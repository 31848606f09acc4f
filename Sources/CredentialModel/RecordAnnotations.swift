// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The user's additions to a credential of any kind.
package struct RecordAnnotations: Sendable {
  /// The user's own field, identified by its name.
  package struct Field: Sendable {
    /// The user's name for it, unique within the credential.
    package let name: String
    /// Whether it is shown only on request.
    package let isHidden: Bool
    /// The value in UTF-8.
    package let value: SharedSecret

    /// Creates a field.
    package init(name: String, isHidden: Bool, value: SharedSecret) {
      self.name = name
      self.isHidden = isHidden
      self.value = value
    }
  }

  /// Whether it comes first in lists.
  package var isFavourite: Bool
  /// The user's tags, sorted alphabetically.
  package var tags: [String]
  /// The note in UTF-8.
  package var note: SharedSecret?
  /// The user's own fields, in the user's order.
  package var fields: [Field]

  /// Creates additions; without arguments, none.
  package init(isFavourite: Bool = false, tags: [String] = [], note: SharedSecret? = nil, fields: [Field] = []) {
    self.isFavourite = isFavourite
    self.tags = tags
    self.note = note
    self.fields = fields
  }

  /// Adds a tag unless it is already there.
  package mutating func add(tag: String) {
    if !tags.contains(tag) { tags = (tags + [tag]).sorted() }
  }

  /// Replaces a field in its position, or adds it at the end; nil removes it.
  package mutating func set(_ name: String, to value: SharedSecret?, isHidden: Bool) {
    guard let value else { return fields.removeAll { $0.name == name } }
    let field = Field(name: name, isHidden: isHidden, value: value)
    if let index = fields.firstIndex(where: { $0.name == name }) { fields[index] = field } else { fields.append(field) }
  }
}
