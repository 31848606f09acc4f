// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The identifier of a credential on a security key, and the key's transports.
// @unchecked: Apple declares the same. A descriptor is changed only before it is used, and only where it was created.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor: NSObject, ASAuthorizationPublicKeyCredentialDescriptor,
  @unchecked Sendable
{
  /// A transport to a security key (WebAuthn §5.8.4 `AuthenticatorTransport`).
  public struct Transport: RawRepresentable, Hashable, Sendable {
    /// The value in the WebAuthn specification.
    public var rawValue: String

    /// Creates a value from its name in the WebAuthn specification.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a value from its name in the WebAuthn specification.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// USB.
    public static let usb = Self("usb")
    /// Near-field communication.
    public static let nfc = Self("nfc")
    /// Bluetooth.
    public static let bluetooth = Self("ble")

    /// All transports.
    public static var allSupported: [Transport] { [.usb, .nfc, .bluetooth] }
  }

  /// The credential's ID.
  open var credentialID: Data
  /// The key's transports.
  open var transports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport]

  /// Creates a descriptor.
  public init(credentialID: Data, transports allowedTransports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport]) {
    self.credentialID = credentialID
    self.transports = allowedTransports
  }

  /// Reads an archived descriptor; nil if a part is missing.
  public required init?(coder: NSCoder) {
    guard let credentialID = coder.archivedData(forKey: "credentialID"), let words = coder.archivedString(forKey: "transports") else {
      return nil
    }
    self.credentialID = credentialID
    self.transports = words.split(separator: " ").map { Transport(String($0)) }
  }

  /// True: archives contain only strings and bytes.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the descriptor to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(credentialID, forKey: "credentialID")
    coder.archive(transports.map(\.rawValue).joined(separator: " "), forKey: "transports")
  }

  /// Returns an independent descriptor that can be changed separately.
  open func copy(with zone: NSZone? = nil) -> Any {
    ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(credentialID: credentialID, transports: transports)
  }
}
