// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The common result of both WebAuthn ceremonies.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASPublicKeyCredential: ASAuthorizationCredential {
  /// The client data in JSON: the bytes whose hash was signed.
  var rawClientDataJSON: Data { get }

  /// The credential's ID.
  var credentialID: Data { get }
}
