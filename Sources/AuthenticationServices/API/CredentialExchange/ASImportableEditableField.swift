// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A value that the person can edit, with how it is to be read (CXF `EditableField`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableEditableField: Codable, Hashable, Sendable {
  /// How a value is to be read.
  public enum FieldType: String, Codable, Hashable, Sendable {
    /// A text.
    case string
    /// A secret, shown only where the person asks for it.
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
    /// How a wireless network is secured, such as `wpa2-personal`.
    case wifiNetworkSecurityType
    /// A country, by ISO 3166-1 alpha-2.
    case countryCode
    /// A part of a country, by ISO 3166-2.
    case subdivisionCode
  }

  /// The manager's identifier of the field.
  public var id: Data?
  /// How the value is to be read.
  public var fieldType: FieldType
  /// The value.
  public var value: String
  /// What the person calls it.
  public var label: String?

  /// Makes a field.
  public init(id: Data?, fieldType: FieldType, value: String, label: String? = nil) {
    self.id = id
    self.fieldType = fieldType
    self.value = value
    self.label = label
  }
}
