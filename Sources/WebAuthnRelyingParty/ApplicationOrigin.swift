// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// The origin in the client data when an installed application, not a page, uses a passkey.
///
/// The relying party lists its own applications. The platform checks their association with its domain (Digital Asset Links, associated
/// domains).
public struct ApplicationOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The origin as written in client data.
  public let description: String

  /// Creates the origin of an Android application from the SHA-256 hash of its signing certificate; nil unless it has 32 bytes.
  public init?(androidSigningCertificateHash hash: some Collection<UInt8>) {
    guard hash.count == 32 else { return nil }
    description = "android:apk-key-hash:" + Base64URL(hash).text
  }

  /// Reads an origin in the form `android:apk-key-hash:…`; nil for any other form.
  public init?(parsing text: String) {
    let prefix = "android:apk-key-hash:"
    guard text.hasPrefix(prefix), let hash = Base64URL(parsing: text.dropFirst(prefix.count)) else { return nil }
    self.init(androidSigningCertificateHash: hash.bytes)
  }
}
