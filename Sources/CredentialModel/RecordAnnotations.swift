// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// What a person adds to a credential of any kind.
package struct RecordAnnotations: Sendable {
  /// A field of a person's own, known by its name.
  package struct Field: Sendable {
    /// What a person calls it; no two fields of a credential have the same name.
    package let name: String
    /// Whether it is shown only where a person asks for it.
    package let isHidden: Bool
    /// The value in UTF-8.
    package let value: SharedSecret

    /// Names a value.
    package init(name: String, isHidden: Bool, value: SharedSecret) {
      self.name = name
      self.isHidden = isHidden
      self.value = value
    }
  }

  /// Whether it comes first where a person looks.
  package var isFavourite: Bool
  /// The words that a person sorts by, in the order of their letters.
  package var tags: [String]
  /// The note in UTF-8.
  package var note: SharedSecret?
  /// The person's own fields, in their order.
  package var fields: [Field]

  /// Gathers what is added; without arguments, nothing.
  package init(isFavourite: Bool = false, tags: [String] = [], note: SharedSecret? = nil, fields: [Field] = []) {
    self.isFavourite = isFavourite
    self.tags = tags
    self.note = note
    self.fields = fields
  }

  /// Adds a tag that is not there.
  package mutating func add(tag: String) {
    if !tags.contains(tag) { tags = (tags + [tag]).sorted() }
  }

  /// Sets a field in its place, adds it at the end, or with nil takes it away.
  package mutating func set(_ name: String, to value: SharedSecret?, isHidden: Bool) {
    guard let value else { return fields.removeAll { $0.name == name } }
    let field = Field(name: name, isHidden: isHidden, value: value)
    if let index = fields.firstIndex(where: { $0.name == name }) { fields[index] = field } else { fields.append(field) }
  }
}
