// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Names one credential on a security key, and how the key can be reached.
// @unchecked: Apple declares the same; a descriptor is changed before it is used, from where it was made.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor: NSObject, ASAuthorizationPublicKeyCredentialDescriptor,
  @unchecked Sendable
{
  /// A way to a security key (WebAuthn §5.8.4 `AuthenticatorTransport`).
  public struct Transport: RawRepresentable, Hashable, Sendable {
    /// The word of the WebAuthn specification.
    public var rawValue: String

    /// Takes the word of the WebAuthn specification.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Takes the word of the WebAuthn specification.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// By a cable.
    public static let usb = Self("usb")
    /// By touching the reader.
    public static let nfc = Self("nfc")
    /// By radio.
    public static let bluetooth = Self("ble")

    /// Every way there is.
    public static var allSupported: [Transport] { [.usb, .nfc, .bluetooth] }
  }

  /// The credential's ID.
  open var credentialID: Data
  /// How the key can be reached.
  open var transports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport]

  /// Names a credential.
  public init(credentialID: Data, transports allowedTransports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport]) {
    self.credentialID = credentialID
    self.transports = allowedTransports
  }

  /// Reads an archived descriptor; nil when a part is missing.
  public required init?(coder: NSCoder) {
    guard let credentialID = coder.archivedData(forKey: "credentialID"), let words = coder.archivedString(forKey: "transports") else {
      return nil
    }
    self.credentialID = credentialID
    self.transports = words.split(separator: " ").map { Transport(String($0)) }
  }

  /// True: archives hold strings and bytes only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the descriptor to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(transports.map(\.rawValue).joined(separator: " "), forKey: "transports")
  }

  /// Returns a descriptor that can be changed apart from this one.
  open func copy(with zone: NSZone? = nil) -> Any {
    ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(credentialID: credentialID, transports: transports)
  }
}
