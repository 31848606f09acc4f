// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The system's request for a one-time code.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
open class ASOneTimeCodeCredentialRequest: NSObject, ASCredentialRequest {
  private let identity: ASOneTimeCodeCredentialIdentity

  /// Asks for the account that `credentialIdentity` describes.
  public init(credentialIdentity: ASOneTimeCodeCredentialIdentity) {
    self.identity = credentialIdentity
  }

  /// Reads an archived request; nil when its identity is missing.
  public required init?(coder: NSCoder) {
    guard let identity = coder.decodeObject(of: ASOneTimeCodeCredentialIdentity.self, forKey: "credentialIdentity") else { return nil }
    self.identity = identity
  }

  /// Always `.oneTimeCode`.
  open var type: ASCredentialRequestType { .oneTimeCode }

  /// The account, in fact an ``ASOneTimeCodeCredentialIdentity``.
  open var credentialIdentity: any ASCredentialIdentity { identity }

  /// True: archives hold this module's classes only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the request to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(identity, forKey: "credentialIdentity")
  }

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
