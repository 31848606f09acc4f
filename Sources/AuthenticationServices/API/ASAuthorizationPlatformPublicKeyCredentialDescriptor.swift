// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Names one passkey.
// @unchecked: Apple declares the same; a descriptor is changed before it is used, from where it was made.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject, ASAuthorizationPublicKeyCredentialDescriptor,
  @unchecked Sendable
{
  /// The passkey's credential ID.
  open var credentialID: Data

  /// Names the passkey with this credential ID.
  public init(credentialID: Data) {
    self.credentialID = credentialID
  }

  /// Reads an archived descriptor; nil when its ID is missing.
  public required init?(coder: NSCoder) {
    guard let credentialID = coder.archivedData(forKey: "credentialID") else { return nil }
    self.credentialID = credentialID
  }

  /// True: archives hold bytes only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the descriptor to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(credentialID, forKey: "credentialID")
  }

  /// Returns a descriptor whose ID can be changed apart from this one's.
  open func copy(with zone: NSZone? = nil) -> Any {
    ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: credentialID)
  }
}
