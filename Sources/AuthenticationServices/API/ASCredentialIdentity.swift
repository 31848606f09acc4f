// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One account that a provider can fill, without its secret: what suggestions are made of.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public protocol ASCredentialIdentity: NSObjectProtocol {
  /// The service that the account is with.
  var serviceIdentifier: ASCredentialServiceIdentifier { get }

  /// The account's name.
  var user: String { get }

  /// What the provider finds its record by; opaque to everybody else.
  var recordIdentifier: String? { get }

  /// Among identities of one service the one with the larger rank comes first; 0 unless set.
  var rank: Int { get set }
}
