// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the identity store's errors.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
public let ASCredentialIdentityStoreErrorDomain = "ASCredentialIdentityStoreErrorDomain"

/// Why the identity store was not changed.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
public struct ASCredentialIdentityStoreError: _BridgedStoredNSError, Sendable {
  /// The error in Foundation's form.
  public let _nsError: NSError

  /// Wraps an error of ``ASCredentialIdentityStoreErrorDomain``.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// ``ASCredentialIdentityStoreErrorDomain``.
  public static var errorDomain: String { ASCredentialIdentityStoreErrorDomain }

  /// ``ASCredentialIdentityStoreErrorDomain``, under the name that Foundation asks for.
  public static var _nsErrorDomain: String { ASCredentialIdentityStoreErrorDomain }

  /// The reasons.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has these codes.
    public typealias _ErrorType = ASCredentialIdentityStoreError

    /// Something went wrong in the store.
    case internalError = 0
    /// The provider is not enabled, or this process is no provider.
    case storeDisabled = 1
    /// The store is being changed; try again later.
    case storeBusy = 2
  }

  /// Something went wrong in the store.
  public static var internalError: ASCredentialIdentityStoreError.Code { .internalError }
  /// The provider is not enabled, or this process is no provider.
  public static var storeDisabled: ASCredentialIdentityStoreError.Code { .storeDisabled }
  /// The store is being changed; try again later.
  public static var storeBusy: ASCredentialIdentityStoreError.Code { .storeBusy }
}
