// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// A text.
  public struct Note: Codable, Hashable, Sendable {
    /// The text.
    public var content: ASImportableEditableField

    /// Takes a text.
    public init(content: ASImportableEditableField) { self.content = content }
  }

  /// Another item.
  public struct ItemReference: Codable, Hashable, Sendable {
    /// The name of the item.
    public var reference: ASImportableLinkedItem

    /// Names an item.
    public init(reference: ASImportableLinkedItem) { self.reference = reference }
  }

  /// Fields of the person's own, under a heading or without one.
  public struct CustomFields: Codable, Hashable, Sendable {
    /// The manager's identifier of the group.
    public var id: Data?
    /// The heading.
    public var label: String?
    /// The fields.
    public var fields: [ASImportableEditableField]

    /// Groups fields.
    public init(id: Data? = nil, label: String? = nil, fields: [ASImportableEditableField]) {
      self.id = id
      self.label = label
      self.fields = fields
    }
  }
}
