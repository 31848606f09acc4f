// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation

// The dictionary Credential.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// The kinds, by their names in the format.
  private enum Kind: String, CaseIterable, Codable {
    case address
    case apiKey = "api-key"
    case basicAuthentication = "basic-auth"
    case creditCard = "credit-card"
    case customFields = "custom-fields"
    case driversLicense = "drivers-license"
    case generatedPassword = "generated-password"
    case identityDocument = "identity-document"
    case itemReference = "item-reference"
    case note
    case passkey
    case passport
    case personName = "person-name"
    case sshKey = "ssh-key"
    case totp
    case wifi
  }

  /// Decodes CXF. An unknown kind becomes custom fields.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.container(keyedBy: ExchangeMember.self).decode(String.self, forKey: "type")
    switch Kind(rawValue: name) {
    case .address?: self = .address(try Address(from: decoder))
    case .apiKey?: self = .apiKey(try APIKey(from: decoder))
    case .basicAuthentication?: self = .basicAuthentication(try BasicAuthentication(from: decoder))
    case .creditCard?: self = .creditCard(try CreditCard(from: decoder))
    case .customFields?: self = .customFields(try CustomFields(from: decoder))
    case .driversLicense?: self = .driversLicense(try DriversLicense(from: decoder))
    case .generatedPassword?: self = .generatedPassword(try GeneratedPassword(from: decoder))
    case .identityDocument?: self = .identityDocument(try IdentityDocument(from: decoder))
    case .itemReference?: self = .itemReference(try ItemReference(from: decoder))
    case .note?: self = .note(try Note(from: decoder))
    case .passkey?: self = .passkey(try Passkey(from: decoder))
    case .passport?: self = .passport(try Passport(from: decoder))
    case .personName?: self = .personName(try PersonName(from: decoder))
    case .sshKey?: self = .sshKey(try SSHKey(from: decoder))
    case .totp?: self = .totp(try TOTP(from: decoder))
    case .wifi?: self = .wifi(try WiFi(from: decoder))
    case nil: self = .customFields(CustomFields(unknown: name, try [String: JSONValue](from: decoder)))
    }
  }

  /// Encodes CXF.
  public func encode(to encoder: any Encoder) throws {
    let (kind, content): (Kind, any Encodable) =
      switch self {
      case .address(let content): (.address, content)
      case .apiKey(let content): (.apiKey, content)
      case .basicAuthentication(let content): (.basicAuthentication, content)
      case .creditCard(let content): (.creditCard, content)
      case .customFields(let content): (.customFields, content)
      case .driversLicense(let content): (.driversLicense, content)
      case .generatedPassword(let content): (.generatedPassword, content)
      case .identityDocument(let content): (.identityDocument, content)
      case .itemReference(let content): (.itemReference, content)
      case .note(let content): (.note, content)
      case .passkey(let content): (.passkey, content)
      case .passport(let content): (.passport, content)
      case .personName(let content): (.personName, content)
      case .sshKey(let content): (.sshKey, content)
      case .totp(let content): (.totp, content)
      case .wifi(let content): (.wifi, content)
      }
    var members = encoder.container(keyedBy: ExchangeMember.self)
    try members.encode(kind, forKey: "type")
    try content.encode(to: encoder)
  }
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential.CustomFields {
  /// Stores the members of a credential of unknown kind, each in a concealed field with its name.
  fileprivate init(unknown kind: String, _ members: [String: JSONValue]) {
    let fields = members.sorted { $0.key < $1.key }.filter { $0.key != "type" }.map { name, value in
      ASImportableEditableField(id: nil, fieldType: .concealedString, value: value.fieldText, label: name)
    }
    self.init(label: kind, fields: fields)
  }
}

extension JSONValue {
  /// The value as readable text: an editable field's value, or the JSON of other objects.
  fileprivate var fieldText: String {
    switch self {
    case .text(let text): return text
    case .object(let members):
      if case .text(let value)? = members["value"], members["fieldType"] != nil { return value }
    case .null, .boolean, .number, .array: break
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
