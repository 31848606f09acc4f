// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// Creates a passkey for an account that has just signed in by its password, without asking the user, or none at all (Apple:
/// `performWithoutUserInteractionIfPossible(passkeyRegistration:)`).
///
/// This requires that the vault is open, has a password of exactly this account, and has no passkey of it yet, and that the service accepts
/// a key other than RSA. The password stays.
@MainActor
struct SilentPasskeyRegistration {
  let environment: ProviderEnvironment
  let context: ASCredentialProviderExtensionContext

  func run(_ request: ASPasskeyCredentialRequest) async throws {
    guard let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity, let userHandle = UserHandle(identity.userHandle),
      request.userVerificationPreference != .required
    else { throw ASExtensionError(.failed) }
    let relyingPartyID = try RelyingPartyID(identity.relyingPartyIdentifier)
    // A locked vault is no reason to ask for a passphrase: the service may try again at a later sign-in.
    guard case .unlocked = await environment.session.state else { throw refusal("locked") }
    let vault = try await environment.session.vault()
    guard try Self.holdsPassword(of: identity.userName, for: relyingPartyID, in: vault) else { throw refusal("noPassword") }
    let sources = VaultCredentialSources(vault, environment: environment)
    let wanted = try PasskeyRegistration.request(
      for: request, of: relyingPartyID, userHandle: userHandle, userName: identity.userName, isVerificationRequired: false)
    // A user who was not asked must not have to wait for an RSA key to be generated.
    guard PasskeyRegistration.takesUsual(wanted) else { throw refusal("algorithm") }
    let made = try sources.reporting { (sources) throws(WebAuthnAuthenticatorError) in
      let known = try sources.credentials(of: relyingPartyID)
      // By its name too: for one account in the user's lists, a service that assigns it other user handles must not create a second passkey
      // automatically.
      let isKnown = known.contains {
        $0.userHandle == userHandle || $0.userNames?.name == identity.userName || wanted.excludeCredentialIDs.contains($0.id)
      }
      guard !isKnown else { throw WebAuthnAuthenticatorError(.invalidState) }
      var silent = wanted
      silent.requireUserPresence = false
      var generator = environment.makeGenerator()
      return try PasskeyRegistration.make(silent, in: sources, asking: CollectedGesture(gesture: .none), using: &generator)
    }
    await environment.publishPasskey(made.source.id.bytes)
    sources.settle(await context.deliver(ASPasskeyRegistrationCredential(made, for: request, of: relyingPartyID)))
    await environment.session.recordsChanged()
  }

  private static func holdsPassword(of user: String, for relyingPartyID: RelyingPartyID, in vault: CredentialVault) throws -> Bool {
    let requested = [try? ServiceAddress(parsing: relyingPartyID.name)]
    return try vault.summaries(kind: .password, user: user).contains { $0.rank(for: requested) != nil }
  }

  private func refusal(_ reason: String) -> ASExtensionError {
    ASExtensionError(.failed, userInfo: [CredentialProviderCancellation.reasonKey: reason])
  }
}
