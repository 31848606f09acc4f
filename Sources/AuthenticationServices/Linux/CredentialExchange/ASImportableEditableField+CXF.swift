// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The dictionary EditableField.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableEditableField {
  /// Decodes CXF.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    self.init(
      id: try members.bytesIfPresent("id"), fieldType: try members.decodeIfPresent(FieldType.self, forKey: "fieldType") ?? .string,
      value: try members.decode(String.self, forKey: "value"), label: try members.decodeIfPresent(String.self, forKey: "label"))
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.write(id, "id")
    try members.encode(fieldType, forKey: "fieldType")
    try members.encode(value, forKey: "value")
    try members.encodeIfPresent(label, forKey: "label")
  }
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableEditableField.FieldType {
  private static let names: [(Self, String)] = [
    (.string, "string"), (.concealedString, "concealed-string"), (.email, "email"), (.number, "number"), (.boolean, "boolean"),
    (.date, "date"), (.yearMonth, "year-month"), (.wifiNetworkSecurityType, "wifi-network-security-type"),
    (.countryCode, "country-code"), (.subdivisionCode, "subdivision-code"),
  ]

  /// Decodes CXF. An unknown type is concealed, because it may be another kind of secret.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    self = Self.names.first { $0.1 == name }?.0 ?? .concealedString
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.names.first { $0.0 == self }?.1 ?? rawValue)
  }
}
