// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Crypto
public import Foundation

/// The inputs for a passkey's pseudo-random function in an authentication (WebAuthn L3 §10.1.4).
///
/// A provider receives inputs that are already hashed, and must not hash them again.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFAssertionInput: Hashable, Sendable {
  /// One or two inputs.
  public struct InputValues: Hashable, Sendable {
    /// The first input.
    public var saltInput1: Data
    /// The second input.
    public var saltInput2: Data?

    /// Creates the inputs.
    public init(saltInput1: Data, saltInput2: Data? = nil) {
      self.saltInput1 = saltInput1
      self.saltInput2 = saltInput2
    }

    /// Creates the inputs.
    public static func saltInput1(_ saltInput1: Data, saltInput2: Data? = nil) -> InputValues {
      InputValues(saltInput1: saltInput1, saltInput2: saltInput2)
    }
  }

  /// The inputs for any passkey.
  public let inputValues: InputValues?
  /// The inputs for individual passkeys, by credential ID. They override the common inputs.
  public let perCredentialInputValues: [Data: InputValues]?

  /// Creates inputs for any passkey, and separate ones for some.
  public static func inputValues(_ inputValues: InputValues, perCredentialInputValues: [Data: InputValues]? = nil) -> Self {
    Self(inputValues: inputValues, perCredentialInputValues: perCredentialInputValues)
  }

  /// Creates inputs for some passkeys only.
  public static func perCredentialInputValues(_ perCredentialInputValues: [Data: InputValues]) -> Self {
    Self(inputValues: nil, perCredentialInputValues: perCredentialInputValues)
  }
}

/// The results of a passkey's pseudo-random function.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFAssertionOutput: Sendable {
  /// The result for the first input, 32 bytes.
  public let first: SymmetricKey
  /// The result for the second input, 32 bytes.
  public let second: SymmetricKey?

  /// Creates the results.
  public init(first: SymmetricKey, second: SymmetricKey?) {
    self.first = first
    self.second = second
  }
}

/// A registration's request for a pseudo-random function.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationInput: Hashable, Sendable {
  /// One or two inputs.
  public typealias InputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

  /// Whether the relying party only wants to know if the new passkey has a function.
  public let shouldCheckForSupport: Bool
  /// The inputs to evaluate immediately, if possible.
  public let inputValues: InputValues?

  /// Requests a function, and whether it is supported.
  public static let checkForSupport = Self(shouldCheckForSupport: true, inputValues: nil)

  /// Requests a function, evaluated immediately.
  public static func inputValues(_ inputValues: InputValues) -> Self {
    Self(shouldCheckForSupport: false, inputValues: inputValues)
  }
}

/// Whether a new passkey has a pseudo-random function, with its results if it was evaluated immediately.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationOutput: Sendable {
  /// Whether the passkey has a function.
  public let isSupported: Bool
  /// The result for the first input, 32 bytes.
  public let first: SymmetricKey?
  /// The result for the second input, 32 bytes.
  public let second: SymmetricKey?

  /// The passkey has a function, which was not evaluated.
  public static let supported = Self(isSupported: true, first: nil, second: nil)
  /// The passkey has no function.
  public static let unsupported = Self(isSupported: false, first: nil, second: nil)

  /// Creates the output of a function with these results.
  public init(first: SymmetricKey, second: SymmetricKey?) {
    self.init(isSupported: true, first: first, second: second)
  }

  private init(isSupported: Bool, first: SymmetricKey?, second: SymmetricKey?) {
    self.isSupported = isSupported
    self.first = first
    self.second = second
  }
}
