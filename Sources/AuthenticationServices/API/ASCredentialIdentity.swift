// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An account that a provider can fill, without its secret. Suggestions are based on identities.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public protocol ASCredentialIdentity: NSObjectProtocol {
  /// The account's service.
  var serviceIdentifier: ASCredentialServiceIdentifier { get }

  /// The account's name.
  var user: String { get }

  /// The provider's identifier of its record; opaque to everyone else.
  var recordIdentifier: String? { get }

  /// The priority among identities of the same service; the largest comes first. 0 by default.
  var rank: Int { get set }
}
