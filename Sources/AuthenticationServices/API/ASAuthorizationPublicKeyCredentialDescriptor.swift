// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The identifier of a public-key credential (WebAuthn §5.8.3 `PublicKeyCredentialDescriptor`).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialDescriptor: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// The credential's ID.
  var credentialID: Data { get set }
}
