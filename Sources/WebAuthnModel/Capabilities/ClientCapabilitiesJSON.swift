// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a client says that it can do (WebAuthn L3 §5.1.7 and §5.8.7, `PublicKeyCredentialClientCapabilities`): an object of truth values.
public struct PublicKeyCredentialClientCapabilitiesJSON: Codable, Hashable, Sendable {
  /// A capability by its key; clients may know more of them.
  public struct Capability: RawRepresentable, Hashable, Sendable {
    /// The key as it stands in the object.
    public let rawValue: String

    /// Takes any text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The capability to process an extension, by the extension's identifier.
    public static func processing(extension identifier: String) -> Capability { Capability(rawValue: "extension:" + identifier) }

    /// Creates a passkey without a dialog of its own, after a sign-in by password.
    public static let conditionalCreate = Capability(rawValue: "conditionalCreate")
    /// Offers passkeys in the AutoFill of a form field.
    public static let conditionalGet = Capability(rawValue: "conditionalGet")
    /// Reaches authenticators on other devices nearby.
    public static let hybridTransport = Capability(rawValue: "hybridTransport")
    /// Has a passkey authenticator at hand, on the device or by hybrid transport.
    public static let passkeyPlatformAuthenticator = Capability(rawValue: "passkeyPlatformAuthenticator")
    /// Has an authenticator on the device that verifies people.
    public static let userVerifyingPlatformAuthenticator = Capability(rawValue: "userVerifyingPlatformAuthenticator")
    /// Looks at related origins.
    public static let relatedOrigins = Capability(rawValue: "relatedOrigins")
    /// Takes the list of all credentials that the relying party accepts.
    public static let signalAllAcceptedCredentials = Capability(rawValue: "signalAllAcceptedCredentials")
    /// Takes an account's new names.
    public static let signalCurrentUserDetails = Capability(rawValue: "signalCurrentUserDetails")
    /// Takes the news that a credential is not known.
    public static let signalUnknownCredential = Capability(rawValue: "signalUnknownCredential")
  }

  private var values: [String: Bool]

  /// States capabilities; what is not stated stays unknown.
  public init(_ capabilities: [Capability: Bool]) {
    values = Dictionary(uniqueKeysWithValues: capabilities.map { ($0.key.rawValue, $0.value) })
  }

  /// Whether the client can do it; nil where it does not say, and then nothing may be taken for granted either way.
  public subscript(capability: Capability) -> Bool? { values[capability.rawValue] }

  /// Reads the object; members that are no truth values make it unreadable.
  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: Bool].self)
  }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
