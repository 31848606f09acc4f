// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol

extension ASPasskeyCredentialRequest {
  /// The display name that the relying party gave the user of a new passkey, which Apple's systems keep from providers.
  public var relyingPartyDisplayName: String? { userDisplayName }

  /// How the relying party wants a new passkey protected, by the name in CTAP 2.2 §12.1 (credProtect), for which Apple has no place.
  public var relyingPartyProtectionPolicy: String? { extensions?.protectionPolicy }
}

/// Where a provider says why it cancels a request, beyond Apple's codes.
public enum CredentialProviderCancellation {
  /// The `userInfo` key of an error whose value is a reason code: up to 64 ASCII letters, digits, dots and hyphens, for logs and surfaces.
  ///
  /// A value of any other form is dropped, so that no person's data leaves in it.
  public static let reasonKey = CancellationReason.key
}
