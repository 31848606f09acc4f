// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// A text.
  public struct Note: Codable, Hashable, Sendable {
    /// The text.
    public var content: ASImportableEditableField

    /// Creates a note.
    public init(content: ASImportableEditableField) { self.content = content }
  }

  /// A reference to another item.
  public struct ItemReference: Codable, Hashable, Sendable {
    /// The reference.
    public var reference: ASImportableLinkedItem

    /// Creates a reference to an item.
    public init(reference: ASImportableLinkedItem) { self.reference = reference }
  }

  /// Custom fields, with or without a heading.
  public struct CustomFields: Codable, Hashable, Sendable {
    /// The credential manager's identifier of the group.
    public var id: Data?
    /// The heading.
    public var label: String?
    /// The fields.
    public var fields: [ASImportableEditableField]

    /// Creates a group of fields.
    public init(id: Data? = nil, label: String? = nil, fields: [ASImportableEditableField]) {
      self.id = id
      self.label = label
      self.fields = fields
    }
  }
}
