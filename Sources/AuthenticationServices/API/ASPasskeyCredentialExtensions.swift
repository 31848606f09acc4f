// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The requested extensions of an authentication by a passkey.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASPasskeyAssertionCredentialExtensionInput: Hashable, Sendable {
  /// The operation on the data stored with the passkey.
  public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
  /// The inputs for the passkey's pseudo-random function.
  public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?

  /// Creates a set of requested extensions.
  public init(
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? = nil,
    prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? = nil
  ) {
    self.largeBlob = largeBlob
    self.prf = prf
  }
}

/// The extension outputs of an authentication.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASPasskeyAssertionCredentialExtensionOutput: Sendable {
  /// The result of the operation on the data stored with the passkey.
  public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
  /// The results of the pseudo-random function.
  public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput?

  /// Creates the outputs.
  public init(
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? = nil,
    prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? = nil
  ) {
    self.largeBlob = largeBlob
    self.prf = prf
  }
}

/// The requested extensions of a registration.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASPasskeyRegistrationCredentialExtensionInput: Hashable, Sendable {
  /// Whether to support data stored with the new passkey.
  public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
  /// Whether to create a pseudo-random function for the new passkey.
  public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?

  /// Creates the extensions of a registration; nil for those that were not requested.
  package init(
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?,
    prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?
  ) {
    self.largeBlob = largeBlob
    self.prf = prf
  }
}

/// The extension outputs of a registration.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASPasskeyRegistrationCredentialExtensionOutput: Sendable {
  /// Whether data can be stored with the new passkey.
  public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput?
  /// The output of the pseudo-random function.
  public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput?

  /// Creates the outputs.
  public init(
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput? = nil,
    prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? = nil
  ) {
    self.largeBlob = largeBlob
    self.prf = prf
  }
}

/// The requested extensions of a passkey request.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public enum ASPasskeyCredentialExtensionInput: Hashable, Sendable {
  /// No extensions were requested.
  case none
  /// The extensions of an authentication.
  case assertion(ASPasskeyAssertionCredentialExtensionInput)
  /// The extensions of a registration.
  case registration(ASPasskeyRegistrationCredentialExtensionInput)
}
