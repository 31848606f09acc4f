// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the errors that a provider cancels a request with.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
public let ASExtensionErrorDomain = "ASExtensionErrorDomain"

/// The `userInfo` key of a cancellation's words for the person. They are not passed on, as they may hold personal data: show a view.
@available(iOS 14.0, *)
public let ASExtensionLocalizedFailureReasonErrorKey = "ASExtensionLocalizedFailureReasonErrorKey"

/// Why a provider gives no credential.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
public struct ASExtensionError: _BridgedStoredNSError, Sendable {
  /// The error in Foundation's form.
  public let _nsError: NSError

  /// Wraps an error of ``ASExtensionErrorDomain``.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// ``ASExtensionErrorDomain``.
  public static var errorDomain: String { ASExtensionErrorDomain }

  /// ``ASExtensionErrorDomain``, under the name that Foundation asks for.
  public static var _nsErrorDomain: String { ASExtensionErrorDomain }

  /// The reasons.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has these codes.
    public typealias _ErrorType = ASExtensionError

    /// Something went wrong.
    case failed = 0
    /// The person cancelled.
    case userCanceled = 1
    /// The credential cannot be given without showing something; the system comes back with an interface.
    case userInteractionRequired = 100
    /// The record that the identity stands for is gone.
    case credentialIdentityNotFound = 101
    /// A passkey that the relying party excludes exists here.
    case matchedExcludedCredential = 102
  }

  /// Something went wrong.
  public static var failed: ASExtensionError.Code { .failed }
  /// The person cancelled.
  public static var userCanceled: ASExtensionError.Code { .userCanceled }
  /// The credential cannot be given without showing something; the system comes back with an interface.
  public static var userInteractionRequired: ASExtensionError.Code { .userInteractionRequired }
  /// The record that the identity stands for is gone.
  public static var credentialIdentityNotFound: ASExtensionError.Code { .credentialIdentityNotFound }
  /// A passkey that the relying party excludes exists here.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public static var matchedExcludedCredential: ASExtensionError.Code { .matchedExcludedCredential }
}
