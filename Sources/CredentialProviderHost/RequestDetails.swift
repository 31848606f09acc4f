// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol

extension ASPasskeyCredentialRequest {
  /// The display name that the relying party gave the user of a new passkey. Apple's systems do not pass it to providers.
  public var relyingPartyDisplayName: String? { userDisplayName }

  /// The protection level that the relying party requests for a new passkey, named as in CTAP 2.2 §12.1 (credProtect). Apple's API does not
  /// include it.
  public var relyingPartyProtectionPolicy: String? { extensions?.protectionPolicy }
}

/// A provider's reason for cancelling a request, beyond Apple's codes.
public enum CredentialProviderCancellation {
  /// The `userInfo` key of an error whose value is a reason code: up to 64 ASCII letters, digits, dots and hyphens, for logs and surfaces.
  ///
  /// Values in any other form are dropped, so that no personal data leaks through them.
  public static let reasonKey = CancellationReason.key
}
