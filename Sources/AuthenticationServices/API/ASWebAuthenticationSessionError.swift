// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the errors that end a web authentication session.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// Why a web authentication session brought no callback.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
public struct ASWebAuthenticationSessionError: _BridgedStoredNSError, Sendable {
  /// The error in Foundation's form.
  public let _nsError: NSError

  /// Wraps an error of ``ASWebAuthenticationSessionErrorDomain``.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// ``ASWebAuthenticationSessionErrorDomain``.
  public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }

  /// ``ASWebAuthenticationSessionErrorDomain``, under the name that Foundation asks for.
  public static var _nsErrorDomain: String { ASWebAuthenticationSessionErrorDomain }

  /// The reasons.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has these codes.
    public typealias _ErrorType = ASWebAuthenticationSessionError

    /// The person or the app gave up.
    case canceledLogin = 1
    /// There is no presentation context.
    case presentationContextNotProvided = 2
    /// The session cannot be presented where the context says.
    case presentationContextInvalid = 3
  }

  /// The person or the app gave up.
  public static var canceledLogin: ASWebAuthenticationSessionError.Code { .canceledLogin }
  /// There is no presentation context.
  public static var presentationContextNotProvided: ASWebAuthenticationSessionError.Code { .presentationContextNotProvided }
  /// The session cannot be presented where the context says.
  public static var presentationContextInvalid: ASWebAuthenticationSessionError.Code { .presentationContextInvalid }
}
