// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a registration wants of data kept beside the new passkey (WebAuthn L3 §10.1.5).
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput: Hashable, Sendable {
  /// How much it is wanted.
  public enum SupportRequirement: Hashable, Sendable {
    /// The registration fails without.
    case required
    /// If possible.
    case preferred
  }

  /// How much it is wanted.
  public let supportRequirement: SupportRequirement

  /// The registration fails where no data can be kept.
  public static let supportRequired = Self(supportRequirement: .required)
  /// Data are kept if possible.
  public static let supportPreferred = Self(supportRequirement: .preferred)
}

/// Whether data can be kept beside the new passkey.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput: Hashable, Sendable {
  /// Whether data can be kept.
  public let isSupported: Bool

  /// Data can be kept.
  @available(iOS 18.0, macOS 15.0, *)
  public static let supported = Self(isSupported: true)
  /// No data can be kept.
  @available(iOS 18.0, macOS 15.0, *)
  public static let unsupported = Self(isSupported: false)
}

/// What a sign-in does with the data beside the passkey.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput: Hashable, Sendable {
  /// The two things that can be done.
  public enum Operation: Hashable, Sendable {
    /// Reads the data.
    case read
    /// Keeps these data in their place.
    case write(Data)
  }

  /// What is done.
  public let operation: Operation

  /// Reads the data.
  public static let read = Self(operation: .read)

  /// Keeps data in place of what is there.
  public static func write(_ data: Data) -> Self { Self(operation: .write(data)) }
}

/// What became of the data beside the passkey.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput: Hashable, Sendable {
  /// The result of either operation.
  public enum OperationResult: Hashable, Sendable {
    /// The data, or nil when there are none.
    case read(data: Data?)
    /// Whether the data are kept now.
    case write(success: Bool)
  }

  /// What was read, or whether the data were written.
  public let result: OperationResult

  /// Answers a reading.
  @available(iOS 18.0, macOS 15.0, *)
  public static func read(data: Data?) -> Self { Self(result: .read(data: data)) }

  /// Answers a writing.
  @available(iOS 18.0, macOS 15.0, *)
  public static func write(success: Bool) -> Self { Self(result: .write(success: success)) }
}
