// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A registration's request for data stored with the new passkey (WebAuthn L3 §10.1.5).
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput: Hashable, Sendable {
  /// The level of support that is requested.
  public enum SupportRequirement: Hashable, Sendable {
    /// The registration fails without it.
    case required
    /// Support if possible.
    case preferred
  }

  /// The requested level of support.
  public let supportRequirement: SupportRequirement

  /// The registration fails if data cannot be stored.
  public static let supportRequired = Self(supportRequirement: .required)
  /// Data can be stored if possible.
  public static let supportPreferred = Self(supportRequirement: .preferred)
}

/// Whether data can be stored with the new passkey.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput: Hashable, Sendable {
  /// Whether data can be stored.
  public let isSupported: Bool

  /// Data can be stored.
  @available(iOS 18.0, macOS 15.0, *)
  public static let supported = Self(isSupported: true)
  /// Data cannot be stored.
  @available(iOS 18.0, macOS 15.0, *)
  public static let unsupported = Self(isSupported: false)
}

/// An authentication's operation on the data stored with the passkey.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput: Hashable, Sendable {
  /// The operations.
  public enum Operation: Hashable, Sendable {
    /// Read the data.
    case read
    /// Replace the data.
    case write(Data)
  }

  /// The operation.
  public let operation: Operation

  /// Reads the data.
  public static let read = Self(operation: .read)

  /// Replaces the data.
  public static func write(_ data: Data) -> Self { Self(operation: .write(data)) }
}

/// The result of the operation on the data stored with the passkey.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput: Hashable, Sendable {
  /// The result of either operation.
  public enum OperationResult: Hashable, Sendable {
    /// The data, or nil if there are none.
    case read(data: Data?)
    /// Whether the data were stored.
    case write(success: Bool)
  }

  /// The data that were read, or whether the data were written.
  public let result: OperationResult

  /// Creates the result of reading.
  @available(iOS 18.0, macOS 15.0, *)
  public static func read(data: Data?) -> Self { Self(result: .read(data: data)) }

  /// Creates the result of writing.
  @available(iOS 18.0, macOS 15.0, *)
  public static func write(success: Bool) -> Self { Self(result: .write(success: success)) }
}
