// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the errors with which a provider cancels a request.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
public let ASExtensionErrorDomain = "ASExtensionErrorDomain"

/// The `userInfo` key for a message to the user. Its value is not passed on, because it may contain personal data; show a view instead.
@available(iOS 14.0, *)
public let ASExtensionLocalizedFailureReasonErrorKey = "ASExtensionLocalizedFailureReasonErrorKey"

/// The reason why a provider does not provide a credential.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
public struct ASExtensionError: _BridgedStoredNSError, Sendable {
  /// The underlying Foundation error.
  public let _nsError: NSError

  /// Creates an error from a Foundation error of ``ASExtensionErrorDomain``.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// ``ASExtensionErrorDomain``.
  public static var errorDomain: String { ASExtensionErrorDomain }

  /// ``ASExtensionErrorDomain``, under the name that Foundation requires.
  public static var _nsErrorDomain: String { ASExtensionErrorDomain }

  /// The reasons for the error.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type for these codes.
    public typealias _ErrorType = ASExtensionError

    /// An unspecified failure.
    case failed = 0
    /// The user cancelled.
    case userCanceled = 1
    /// The credential requires user interaction. The system calls the provider again with an interface.
    case userInteractionRequired = 100
    /// The record for the identity no longer exists.
    case credentialIdentityNotFound = 101
    /// A passkey that the relying party excludes already exists here.
    case matchedExcludedCredential = 102
  }

  /// An unspecified failure.
  public static var failed: ASExtensionError.Code { .failed }
  /// The user cancelled.
  public static var userCanceled: ASExtensionError.Code { .userCanceled }
  /// The credential requires user interaction. The system calls the provider again with an interface.
  public static var userInteractionRequired: ASExtensionError.Code { .userInteractionRequired }
  /// The record for the identity no longer exists.
  public static var credentialIdentityNotFound: ASExtensionError.Code { .credentialIdentityNotFound }
  /// A passkey that the relying party excludes already exists here.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public static var matchedExcludedCredential: ASExtensionError.Code { .matchedExcludedCredential }
}
