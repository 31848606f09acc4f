// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The identifier of a passkey.
// @unchecked: Apple declares the same. A descriptor is changed only before it is used, and only where it was created.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject, ASAuthorizationPublicKeyCredentialDescriptor,
  @unchecked Sendable
{
  /// The passkey's credential ID.
  open var credentialID: Data

  /// Creates a descriptor of the passkey with this credential ID.
  public init(credentialID: Data) {
    self.credentialID = credentialID
  }

  /// Reads an archived descriptor; nil if its ID is missing.
  public required init?(coder: NSCoder) {
    guard let credentialID = coder.archivedData(forKey: "credentialID") else { return nil }
    self.credentialID = credentialID
  }

  /// True: archives contain only bytes.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the descriptor to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(credentialID, forKey: "credentialID")
  }

  /// Returns an independent descriptor whose ID can be changed separately.
  open func copy(with zone: NSZone? = nil) -> Any {
    ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: credentialID)
  }
}
