// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// The origin that client data name when not a page but an installed application uses a passkey.
///
/// The relying party lists the applications that are its own; what binds them to its domain (Digital Asset Links, associated domains)
/// is looked at by the platform.
public struct ApplicationOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The origin as client data carry it.
  public let description: String

  /// An Android application by the SHA-256 of the certificate that it is signed with, or nil for another length than 32 bytes.
  public init?(androidSigningCertificateHash hash: some Collection<UInt8>) {
    guard hash.count == 32 else { return nil }
    description = "android:apk-key-hash:" + Base64URL(hash).text
  }

  /// Reads an origin in the form `android:apk-key-hash:…`, or returns nil for another form.
  public init?(parsing text: String) {
    let prefix = "android:apk-key-hash:"
    guard text.hasPrefix(prefix), let hash = Base64URL(parsing: text.dropFirst(prefix.count)) else { return nil }
    self.init(androidSigningCertificateHash: hash.bytes)
  }
}
