// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request by the system for a one-time code.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
open class ASOneTimeCodeCredentialRequest: NSObject, ASCredentialRequest {
  private let identity: ASOneTimeCodeCredentialIdentity

  /// Creates a request for the account that `credentialIdentity` describes.
  public init(credentialIdentity: ASOneTimeCodeCredentialIdentity) {
    self.identity = credentialIdentity
  }

  /// Reads an archived request; nil if its identity is missing.
  public required init?(coder: NSCoder) {
    guard let identity = coder.decodeObject(of: ASOneTimeCodeCredentialIdentity.self, forKey: "credentialIdentity") else { return nil }
    self.identity = identity
  }

  /// Always `.oneTimeCode`.
  open var type: ASCredentialRequestType { .oneTimeCode }

  /// The account; always an ``ASOneTimeCodeCredentialIdentity``.
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
