// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the errors that end an app's requests.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// The reason why an app's request returned no credential.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public struct ASAuthorizationError: _BridgedStoredNSError, Sendable {
  /// The underlying Foundation error.
  public let _nsError: NSError

  /// Creates an error from a Foundation error of ``ASAuthorizationErrorDomain``.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// ``ASAuthorizationErrorDomain``.
  public static var errorDomain: String { ASAuthorizationErrorDomain }

  /// ``ASAuthorizationErrorDomain``, under the name that Foundation requires.
  public static var _nsErrorDomain: String { ASAuthorizationErrorDomain }

  /// The reasons for the error.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type for these codes.
    public typealias _ErrorType = ASAuthorizationError

    /// An unknown reason.
    case unknown = 1000
    /// The user cancelled, or nothing is available; the reason in the error's details tells which.
    case canceled = 1001
    /// The response to the request is invalid.
    case invalidResponse = 1002
    /// Requests of this kind are not supported here.
    case notHandled = 1003
    /// The request failed; the details contain the reason.
    case failed = 1004
    /// The request requires user interaction, or nothing is immediately available.
    case notInteractive = 1005
    /// A passkey that the request excludes already exists here.
    case matchedExcludedCredential = 1006
    /// The import of credentials failed.
    case credentialImport = 1007
    /// The export of credentials failed.
    case credentialExport = 1008
    /// The user prefers an account with Sign in with Apple. Not used here.
    case preferSignInWithApple = 1009
    /// No provider here supports passkeys, or accounts cannot be created in this way.
    case deviceNotConfiguredForPasskeyCreation = 1010
  }

  /// An unknown reason.
  public static var unknown: ASAuthorizationError.Code { .unknown }
  /// The user cancelled, or nothing is available; the reason in the error's details tells which.
  public static var canceled: ASAuthorizationError.Code { .canceled }
  /// The response to the request is invalid.
  public static var invalidResponse: ASAuthorizationError.Code { .invalidResponse }
  /// Requests of this kind are not supported here.
  public static var notHandled: ASAuthorizationError.Code { .notHandled }
  /// The request failed; the details contain the reason.
  public static var failed: ASAuthorizationError.Code { .failed }
  /// The request requires user interaction, or nothing is immediately available.
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public static var notInteractive: ASAuthorizationError.Code { .notInteractive }
  /// A passkey that the request excludes already exists here.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public static var matchedExcludedCredential: ASAuthorizationError.Code { .matchedExcludedCredential }
  /// The import of credentials failed.
  @available(iOS 18.2, macOS 15.2, *)
  public static var credentialImport: ASAuthorizationError.Code { .credentialImport }
  /// The export of credentials failed.
  @available(iOS 18.2, macOS 15.2, *)
  public static var credentialExport: ASAuthorizationError.Code { .credentialExport }
  /// The user prefers an account with Sign in with Apple. Not used here.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  public static var preferSignInWithApple: ASAuthorizationError.Code { .preferSignInWithApple }
  /// No provider here supports passkeys, or accounts cannot be created in this way.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  public static var deviceNotConfiguredForPasskeyCreation: ASAuthorizationError.Code { .deviceNotConfiguredForPasskeyCreation }
}
