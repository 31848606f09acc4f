// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why bytes are not a structure of the WebAuthn specification.
public struct WebAuthnModelError: Error, Hashable, Sendable {
  /// The kinds of error. New ones may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// The attestation object is not a CBOR map with `fmt`, `attStmt` and `authData`.
    public static let malformedAttestationObject = Code("malformedAttestationObject")
    /// The authenticator data are too short, too long or contradict their flags.
    public static let malformedAuthenticatorData = Code("malformedAuthenticatorData")
    /// The credential public key is not a COSE key with the members that its type requires.
    public static let malformedPublicKey = Code("malformedPublicKey")
    /// The type, curve or algorithm of the credential public key is not supported.
    public static let unsupportedPublicKey = Code("unsupportedPublicKey")
    /// The credential ID is longer than 1023 bytes or empty.
    public static let credentialIDLength = Code("credentialIDLength")
    /// The response is not JSON in UTF-8 with the members that the specification requires.
    public static let malformedResponse = Code("malformedResponse")
    /// The client data are not JSON in UTF-8 with the members that the specification requires.
    public static let malformedClientData = Code("malformedClientData")
  }

  /// The kind of error.
  public let code: Code

  init(_ code: Code) {
    self.code = code
  }
}
