// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The kinds of credential that the system requests from a provider.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public enum ASCredentialRequestType: Int, Sendable {
  /// A user name and password.
  case password = 0
  /// A signature by a passkey.
  case passkeyAssertion = 1
  /// A new passkey.
  case passkeyRegistration = 2
  /// A one-time code.
  case oneTimeCode = 3
}

/// A request by the system for one credential.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public protocol ASCredentialRequest: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// The kind of credential.
  var type: ASCredentialRequestType { get }

  /// The account.
  var credentialIdentity: any ASCredentialIdentity { get }
}
