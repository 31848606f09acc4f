// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A value that the user can edit, and its type (CXF `EditableField`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableEditableField: Codable, Hashable, Sendable {
  /// The type of a value.
  public enum FieldType: String, Codable, Hashable, Sendable {
    /// A text.
    case string
    /// A secret, shown only on request.
    case concealedString
    /// An e-mail address.
    case email
    /// A number in decimal digits.
    case number
    /// `true` or `false`.
    case boolean
    /// A day, `2026-11-26`.
    case date
    /// A month, `2026-11`.
    case yearMonth
    /// The security type of a wireless network, such as `wpa2-personal`.
    case wifiNetworkSecurityType
    /// A country, as in ISO 3166-1 alpha-2.
    case countryCode
    /// A subdivision of a country, as in ISO 3166-2.
    case subdivisionCode
  }

  /// The credential manager's identifier of the field.
  public var id: Data?
  /// The type of the value.
  public var fieldType: FieldType
  /// The value.
  public var value: String
  /// The user's name for it.
  public var label: String?

  /// Creates a field.
  public init(id: Data?, fieldType: FieldType, value: String, label: String? = nil) {
    self.id = id
    self.fieldType = fieldType
    self.value = value
    self.label = label
  }
}
