// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the errors that end an app's request.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

/// Why an app's request brought no credential.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public struct ASAuthorizationError: _BridgedStoredNSError, Sendable {
  /// The error in Foundation's form.
  public let _nsError: NSError

  /// Wraps an error of ``ASAuthorizationErrorDomain``.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// ``ASAuthorizationErrorDomain``.
  public static var errorDomain: String { ASAuthorizationErrorDomain }

  /// ``ASAuthorizationErrorDomain``, under the name that Foundation asks for.
  public static var _nsErrorDomain: String { ASAuthorizationErrorDomain }

  /// The reasons.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has these codes.
    public typealias _ErrorType = ASAuthorizationError

    /// No known reason.
    case unknown = 1000
    /// The person cancelled, or there is nothing to choose from: the reason in the error's details tells which.
    case canceled = 1001
    /// The request got an answer that is not valid.
    case invalidResponse = 1002
    /// Nobody here handles requests of this kind.
    case notHandled = 1003
    /// The request failed; the details say why.
    case failed = 1004
    /// It could not be done without showing something, or nothing is available at once.
    case notInteractive = 1005
    /// A passkey that the request excludes exists here.
    case matchedExcludedCredential = 1006
    /// Credentials could not be taken over.
    case credentialImport = 1007
    /// Credentials could not be handed over.
    case credentialExport = 1008
    /// The person prefers an account with Sign in with Apple; not used here.
    case preferSignInWithApple = 1009
    /// No provider here makes passkeys, or no account can be made in this way.
    case deviceNotConfiguredForPasskeyCreation = 1010
  }

  /// No known reason.
  public static var unknown: ASAuthorizationError.Code { .unknown }
  /// The person cancelled, or there is nothing to choose from: the reason in the error's details tells which.
  public static var canceled: ASAuthorizationError.Code { .canceled }
  /// The request got an answer that is not valid.
  public static var invalidResponse: ASAuthorizationError.Code { .invalidResponse }
  /// Nobody here handles requests of this kind.
  public static var notHandled: ASAuthorizationError.Code { .notHandled }
  /// The request failed; the details say why.
  public static var failed: ASAuthorizationError.Code { .failed }
  /// It could not be done without showing something, or nothing is available at once.
  @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
  public static var notInteractive: ASAuthorizationError.Code { .notInteractive }
  /// A passkey that the request excludes exists here.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public static var matchedExcludedCredential: ASAuthorizationError.Code { .matchedExcludedCredential }
  /// Credentials could not be taken over.
  @available(iOS 18.2, macOS 15.2, *)
  public static var credentialImport: ASAuthorizationError.Code { .credentialImport }
  /// Credentials could not be handed over.
  @available(iOS 18.2, macOS 15.2, *)
  public static var credentialExport: ASAuthorizationError.Code { .credentialExport }
  /// The person prefers an account with Sign in with Apple; not used here.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  public static var preferSignInWithApple: ASAuthorizationError.Code { .preferSignInWithApple }
  /// No provider here makes passkeys, or no account can be made in this way.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  public static var deviceNotConfiguredForPasskeyCreation: ASAuthorizationError.Code { .deviceNotConfiguredForPasskeyCreation }
}
