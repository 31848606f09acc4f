// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the errors that end a web authentication session.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// The reason why a web authentication session returned no callback URL.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
public struct ASWebAuthenticationSessionError: _BridgedStoredNSError, Sendable {
  /// The underlying Foundation error.
  public let _nsError: NSError

  /// Creates an error from a Foundation error of ``ASWebAuthenticationSessionErrorDomain``.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// ``ASWebAuthenticationSessionErrorDomain``.
  public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }

  /// ``ASWebAuthenticationSessionErrorDomain``, under the name that Foundation requires.
  public static var _nsErrorDomain: String { ASWebAuthenticationSessionErrorDomain }

  /// The reasons for the error.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type for these codes.
    public typealias _ErrorType = ASWebAuthenticationSessionError

    /// The user or the app cancelled.
    case canceledLogin = 1
    /// There is no presentation context.
    case presentationContextNotProvided = 2
    /// The presentation context is invalid for the session.
    case presentationContextInvalid = 3
  }

  /// The user or the app cancelled.
  public static var canceledLogin: ASWebAuthenticationSessionError.Code { .canceledLogin }
  /// There is no presentation context.
  public static var presentationContextNotProvided: ASWebAuthenticationSessionError.Code { .presentationContextNotProvided }
  /// The presentation context is invalid for the session.
  public static var presentationContextInvalid: ASWebAuthenticationSessionError.Code { .presentationContextInvalid }
}
