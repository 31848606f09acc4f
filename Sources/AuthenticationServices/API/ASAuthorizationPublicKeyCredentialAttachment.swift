// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The attachment of the authenticator that answered (WebAuthn §5.4.5 `AuthenticatorAttachment`).
@available(iOS 16.6, macOS 13.5, visionOS 1.0, *)
public enum ASAuthorizationPublicKeyCredentialAttachment: Int, Sendable {
  /// Part of this device.
  case platform = 0
  /// Another device.
  case crossPlatform = 1
}
