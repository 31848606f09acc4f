// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Crypto
public import Foundation

/// What a sign-in wants a passkey's pseudo-random function evaluated on (WebAuthn L3 §10.1.4).
///
/// The inputs that a provider sees are hashed already and are not hashed again.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFAssertionInput: Hashable, Sendable {
  /// One or two inputs.
  public struct InputValues: Hashable, Sendable {
    /// The first input.
    public var saltInput1: Data
    /// The second input.
    public var saltInput2: Data?

    /// Gathers the inputs.
    public init(saltInput1: Data, saltInput2: Data? = nil) {
      self.saltInput1 = saltInput1
      self.saltInput2 = saltInput2
    }

    /// Gathers the inputs.
    public static func saltInput1(_ saltInput1: Data, saltInput2: Data? = nil) -> InputValues {
      InputValues(saltInput1: saltInput1, saltInput2: saltInput2)
    }
  }

  /// The inputs for any passkey.
  public let inputValues: InputValues?
  /// The inputs for single passkeys, by credential ID; they go before those for any.
  public let perCredentialInputValues: [Data: InputValues]?

  /// Wants the function of any passkey evaluated, and those of some on inputs of their own.
  public static func inputValues(_ inputValues: InputValues, perCredentialInputValues: [Data: InputValues]? = nil) -> Self {
    Self(inputValues: inputValues, perCredentialInputValues: perCredentialInputValues)
  }

  /// Wants the functions of some passkeys evaluated.
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

  /// Gathers the results.
  public init(first: SymmetricKey, second: SymmetricKey?) {
    self.first = first
    self.second = second
  }
}

/// What a registration wants of a pseudo-random function.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationInput: Hashable, Sendable {
  /// One or two inputs.
  public typealias InputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

  /// Whether the relying party only wants to know if the new passkey has a function.
  public let shouldCheckForSupport: Bool
  /// What the new passkey's function is evaluated on at once, if that is possible.
  public let inputValues: InputValues?

  /// Wants a function, and to know whether there is one.
  public static let checkForSupport = Self(shouldCheckForSupport: true, inputValues: nil)

  /// Wants a function, evaluated at once.
  public static func inputValues(_ inputValues: InputValues) -> Self {
    Self(shouldCheckForSupport: false, inputValues: inputValues)
  }
}

/// Whether a new passkey has a pseudo-random function, with its results if it was evaluated at once.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationOutput: Sendable {
  /// Whether there is a function.
  public let isSupported: Bool
  /// The result for the first input, 32 bytes.
  public let first: SymmetricKey?
  /// The result for the second input, 32 bytes.
  public let second: SymmetricKey?

  /// There is a function, which was not evaluated.
  public static let supported = Self(isSupported: true, first: nil, second: nil)
  /// There is none.
  public static let unsupported = Self(isSupported: false, first: nil, second: nil)

  /// There is a function with these results.
  public init(first: SymmetricKey, second: SymmetricKey?) {
    self.init(isSupported: true, first: first, second: second)
  }

  private init(isSupported: Bool, first: SymmetricKey?, second: SymmetricKey?) {
    self.isSupported = isSupported
    self.first = first
    self.second = second
  }
}
