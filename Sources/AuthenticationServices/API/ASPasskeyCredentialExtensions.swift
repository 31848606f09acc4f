// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The extensions that a sign-in by a passkey asks for.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASPasskeyAssertionCredentialExtensionInput: Hashable, Sendable {
  /// What is done with the data beside the passkey.
  public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
  /// What the passkey's pseudo-random function is evaluated on.
  public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?

  /// Gathers the extensions.
  public init(
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? = nil,
    prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? = nil
  ) {
    self.largeBlob = largeBlob
    self.prf = prf
  }
}

/// What became of the extensions of a sign-in.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASPasskeyAssertionCredentialExtensionOutput: Sendable {
  /// What became of the data beside the passkey.
  public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput?
  /// The results of the pseudo-random function.
  public let prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput?

  /// Gathers the outputs.
  public init(
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? = nil,
    prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? = nil
  ) {
    self.largeBlob = largeBlob
    self.prf = prf
  }
}

/// The extensions that a registration asks for.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASPasskeyRegistrationCredentialExtensionInput: Hashable, Sendable {
  /// Whether data shall be kept beside the new passkey.
  public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
  /// Whether the new passkey shall have a pseudo-random function.
  public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?

  /// Takes the wishes of a registration; nil for an extension that nobody asked for.
  package init(
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?,
    prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?
  ) {
    self.largeBlob = largeBlob
    self.prf = prf
  }
}

/// What became of the extensions of a registration.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASPasskeyRegistrationCredentialExtensionOutput: Sendable {
  /// Whether data can be kept beside the new passkey.
  public let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput?
  /// What became of the pseudo-random function.
  public let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput?

  /// Gathers the outputs.
  public init(
    largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput? = nil,
    prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? = nil
  ) {
    self.largeBlob = largeBlob
    self.prf = prf
  }
}

/// The extensions that a passkey request asks for.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public enum ASPasskeyCredentialExtensionInput: Hashable, Sendable {
  /// Nothing was asked of the data beside the passkey.
  case none
  /// Those of a sign-in.
  case assertion(ASPasskeyAssertionCredentialExtensionInput)
  /// Those of a registration.
  case registration(ASPasskeyRegistrationCredentialExtensionInput)
}
