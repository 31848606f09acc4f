// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import WebAuthnModel

/// The two passkey ceremonies, as JSON for the script.
struct PasskeyRoutes {
  /// An empty JSON object.
  private struct Nothing: Decodable {}

  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.post("/passkeys/registration/options") { request, context in
      _ = try await JSONBody.read(Nothing.self, request, context: context)
      guard let account = try site.signedIn(context) else { return try JSONBody.problem(Self.signInFirst) }
      return try JSONBody.response(await creationOptions(for: account, context.requireSession()))
    }
    router.post("/passkeys/authentication/options") { request, context in
      _ = try await JSONBody.read(Nothing.self, request, context: context)
      return try JSONBody.response(await requestOptions(context.requireSession()))
    }
  }

  /// Options for a discoverable passkey; one per device, since the account's passkeys are excluded.
  private func creationOptions(for account: Account, _ session: Session) async throws -> PublicKeyCredentialCreationOptionsJSON {
    guard let handle = UserHandle(account.id) else { throw HTTPError(.internalServerError) }
    return PublicKeyCredentialCreationOptionsJSON(
      rp: .init(id: site.configuration.relyingPartyID, name: site.configuration.name),
      user: .init(id: handle, name: account.userName, displayName: account.userName),
      challenge: Base64URL(try await site.challenges.issue(.registration, to: session)),
      pubKeyCredParams: [.init(alg: .es256), .init(alg: .edDSA), .init(alg: .rs256)], timeout: 5 * 60 * 1000,
      excludeCredentials: try await site.passkeys.list(of: account.id).compactMap { passkey in
        CredentialID(passkey.credentialID).map { .init(id: $0) }
      },
      authenticatorSelection: .init(residentKey: .required, requireResidentKey: true, userVerification: .preferred),
      attestation: AttestationConveyancePreference.none)
  }

  /// Options that name no credential: whoever holds a passkey for this site says by it who they are.
  private func requestOptions(_ session: Session) async throws -> PublicKeyCredentialRequestOptionsJSON {
    PublicKeyCredentialRequestOptionsJSON(
      challenge: Base64URL(try await site.challenges.issue(.authentication, to: session)), timeout: 5 * 60 * 1000,
      rpId: site.configuration.relyingPartyID, allowCredentials: [], userVerification: .preferred)
  }

  private static let signInFirst = "You are no longer signed in. Reload the page."
}
