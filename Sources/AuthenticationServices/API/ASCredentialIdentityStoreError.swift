// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the identity store's errors.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
public let ASCredentialIdentityStoreErrorDomain = "ASCredentialIdentityStoreErrorDomain"

/// The reason why the identity store was not changed.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
public struct ASCredentialIdentityStoreError: _BridgedStoredNSError, Sendable {
  /// The underlying Foundation error.
  public let _nsError: NSError

  /// Creates an error from a Foundation error of ``ASCredentialIdentityStoreErrorDomain``.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// ``ASCredentialIdentityStoreErrorDomain``.
  public static var errorDomain: String { ASCredentialIdentityStoreErrorDomain }

  /// ``ASCredentialIdentityStoreErrorDomain``, under the name that Foundation requires.
  public static var _nsErrorDomain: String { ASCredentialIdentityStoreErrorDomain }

  /// The reasons for the error.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type for these codes.
    public typealias _ErrorType = ASCredentialIdentityStoreError

    /// An internal error of the store.
    case internalError = 0
    /// The provider is not enabled, or this process is not a provider.
    case storeDisabled = 1
    /// The store is being changed; try again later.
    case storeBusy = 2
  }

  /// An internal error of the store.
  public static var internalError: ASCredentialIdentityStoreError.Code { .internalError }
  /// The provider is not enabled, or this process is not a provider.
  public static var storeDisabled: ASCredentialIdentityStoreError.Code { .storeDisabled }
  /// The store is being changed; try again later.
  public static var storeBusy: ASCredentialIdentityStoreError.Code { .storeBusy }
}
