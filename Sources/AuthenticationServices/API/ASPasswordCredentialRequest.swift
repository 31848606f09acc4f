// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request by the system for a user name and password.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
open class ASPasswordCredentialRequest: NSObject, ASCredentialRequest {
  private let identity: ASPasswordCredentialIdentity

  /// Creates a request for the account that `credentialIdentity` describes.
  public init(credentialIdentity: ASPasswordCredentialIdentity) {
    self.identity = credentialIdentity
  }

  /// Reads an archived request; nil if its identity is missing.
  public required init?(coder: NSCoder) {
    guard let identity = coder.decodeObject(of: ASPasswordCredentialIdentity.self, forKey: "credentialIdentity") else { return nil }
    self.identity = identity
  }

  /// Always `.password`.
  open var type: ASCredentialRequestType { .password }

  /// The account; always an ``ASPasswordCredentialIdentity``.
  open var credentialIdentity: any ASCredentialIdentity { identity }

  /// True: archives contain only this module's classes.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the request to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(identity, forKey: "credentialIdentity")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
