// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not an origin, host, relying party ID or service identifier.
public struct WebDomainsError: Error, Hashable, Sendable {
  /// The kinds of error. New ones may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// The text does not have the form `scheme://host[:port]`.
    public static let notAnOrigin = Code("notAnOrigin")
    /// The origin is opaque: `null`, or a scheme such as `data` or `file` that has no tuple origin.
    public static let opaqueOrigin = Code("opaqueOrigin")
    /// A scheme other than `https` and `http`.
    public static let unsupportedScheme = Code("unsupportedScheme")
    /// A URL that contains a user name or password.
    public static let userInformation = Code("userInformation")
    /// A host that is neither a domain name nor an address in canonical form.
    public static let invalidHost = Code("invalidHost")
    /// A port that is not 1 to 65535 or is in a noncanonical spelling.
    public static let invalidPort = Code("invalidPort")
    /// A relying party ID that is empty or not a domain name in lower-case ASCII.
    public static let notADomain = Code("notADomain")
    /// A relying party ID that is an address.
    public static let ipAddress = Code("ipAddress")
    /// A relying party ID under which anyone can register names.
    public static let publicSuffix = Code("publicSuffix")
    /// The origin's effective domain is not a subdomain of the relying party ID.
    public static let notASuffix = Code("notASuffix")
    /// The origin is not a secure context.
    public static let insecureContext = Code("insecureContext")
  }

  /// The kind of error.
  public let code: Code

  init(_ code: Code) {
    self.code = code
  }
}
