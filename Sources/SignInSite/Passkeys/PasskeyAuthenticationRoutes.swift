// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import WebAuthnModel
import WebAuthnRelyingParty

/// The ceremonies that use passkeys, as JSON for the script: signing in, the step after a password, confirming before a change.
struct PasskeyAuthenticationRoutes {
  /// The options that a page may request.
  private struct Wish: Decodable {
    var userName: String?
  }

  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.post("/passkeys/authentication/options") { request, context in
      try await beginSignIn(JSONBody.read(Wish.self, request, context: context), context)
    }
    router.post("/passkeys/authentication") { request, context in
      try await judge(.signIn, JSONBody.read(AuthenticationResponseJSON.self, request, context: context), context) { passkey, _ in
        try await signIn(passkey.account, context)
      }
    }
    router.post("/passkeys/second-step/options") { request, context in
      _ = try await JSONBody.read(Wish.self, request, context: context)
      guard let account = try context.requireSession().awaitingCode else { return try JSONBody.problem(Self.startAgain) }
      return try await begin(.secondStep, of: account, userVerification: .discouraged, context)
    }
    router.post("/passkeys/second-step") { request, context in
      try await judge(.secondStep, JSONBody.read(AuthenticationResponseJSON.self, request, context: context), context) { passkey, _ in
        let session = try context.requireSession()
        guard session.awaitingCode?.id == passkey.account.id else { return try JSONBody.problem(Self.startAgain) }
        return try await signIn(passkey.account, password: session.freshPassword, context)
      }
    }
    router.post("/passkeys/confirmation/options") { request, context in
      _ = try await JSONBody.read(Wish.self, request, context: context)
      guard let account = try site.signedIn(context) else { return try JSONBody.problem(Self.startAgain) }
      return try await begin(.confirmation, of: account, userVerification: .preferred, context)
    }
    router.post("/passkeys/confirmation") { request, context in
      let target = ConfirmationTarget(request.uri.queryParameters["for"].map(String.init) ?? "")
      return try await judge(.confirmation, JSONBody.read(AuthenticationResponseJSON.self, request, context: context), context) {
        passkey, _ in
        let session = try context.requireSession()
        guard session.signedIn?.id == passkey.account.id else { return try JSONBody.problem(Self.startAgain) }
        try await site.sessions.setFreshFactor(site.environment.now(), of: session)
        return try JSONBody.response(JSONBody.Next(next: target.path))
      }
    }
  }

  /// Begins a sign-in. Without a user name, no credential is listed, and the passkey identifies the account. With a user name, the
  /// account's credentials are listed, so that keys that are not discoverable can also sign in; for other names, a decoy.
  ///
  /// The passkey replaces both password and code, so the user must be verified: two factors in one step.
  private func beginSignIn(_ wish: Wish?, _ context: SiteContext) async throws -> Response {
    guard try await site.tallies.admit(.ceremoniesPerAddress, context.remoteAddress) else { return try JSONBody.tooManyTries() }
    let name = (wish?.userName ?? "").trimmingCharacters(in: .whitespaces)
    var user: UserHandle?
    var allowed: [PublicKeyCredentialDescriptorJSON] = []
    if !name.isEmpty {
      let account = try await site.accounts.find(userName: name)
      user = UserHandle(account?.id ?? site.accounts.newIdentifier())
      let passkeys = try await site.passkeys.list(of: account?.id ?? Data()).filter { !$0.isSecondStepOnly }
      allowed = passkeys.isEmpty ? [site.decoy.descriptor(forUserName: name)].compactMap(\.self) : passkeys.map(\.record.descriptor)
    }
    var generator = site.environment.generator
    let ceremony = site.relyingParty.beginAuthentication(of: user, allowing: allowed, userVerification: .required, using: &generator)
    return try await answer(ceremony, for: .signIn, context)
  }

  /// Begins a ceremony for a known account, with any of its keys.
  private func begin(
    _ purpose: CeremonyPurpose, of account: Account, userVerification: UserVerificationRequirement, _ context: SiteContext
  ) async throws -> Response {
    let allowed = try await site.passkeys.list(of: account.id).map(\.record.descriptor)
    guard !allowed.isEmpty, let user = UserHandle(account.id) else { return try JSONBody.problem(Self.notAccepted) }
    var generator = site.environment.generator
    let ceremony = site.relyingParty.beginAuthentication(
      of: user, allowing: allowed, userVerification: userVerification, using: &generator)
    return try await answer(ceremony, for: purpose, context)
  }

  private func answer(_ ceremony: AuthenticationCeremony, for purpose: CeremonyPurpose, _ context: SiteContext) async throws -> Response {
    try await site.challenges(of: context, for: purpose).keep(.authentication(ceremony))
    return try JSONBody.response(ceremony.options)
  }

  private func judge(
    _ purpose: CeremonyPurpose, _ json: AuthenticationResponseJSON?, _ context: SiteContext,
    then next: (Passkey, VerifiedAuthentication) async throws -> Response
  ) async throws -> Response {
    guard try await site.tallies.admit(.passkeyPerAddress, context.remoteAddress) else { return try JSONBody.tooManyTries() }
    guard let json else { return try JSONBody.problem(Self.notAccepted) }
    do {
      let response = try AuthenticationResponse(parsing: json)
      let ceremony = try await site.challenges(of: context, for: purpose).takeCeremony(answeredBy: response)
      guard let passkey = try await site.passkeys.find(response.credentialID) else {
        // The signal names no account, so it may be sent to anyone. The browser then stops offering the passkey.
        return try JSONBody.problem(Self.notAccepted, unknownCredential: site.relyingParty.signalUnknownCredential(response.credentialID))
      }
      let verified = try site.relyingParty.verifyAuthentication(response, of: ceremony, record: passkey.record)
      guard purpose.accepts(verified, of: passkey) else { return try JSONBody.problem(Self.notAccepted) }
      try await site.passkeys.noteUse(verified)
      if case .regressed = verified.signatureCounter {
        await site.notices.add(
          "The signature counter of the passkey “\(passkey.name)” went back. Its key may have been copied: if you can't explain it, replace it.",
          to: passkey.account.id)
      }
      try await site.tallies.refund(.passkeyPerAddress, context.remoteAddress)
      return try await next(passkey, verified)
    } catch let error as WebAuthnRelyingPartyError {
      context.note(error)
      return try JSONBody.problem(Self.notAccepted)
    }
  }

  private func signIn(_ account: Account, password: Date? = nil, _ context: SiteContext) async throws -> Response {
    try await site.signIn(
      account, proof: SessionProof(factor: site.environment.now(), password: password), context,
      answering: JSONBody.response(JSONBody.Next(next: "/account")))
  }

  private static let startAgain = "You are no longer signed in. Reload the page."
  private static let notAccepted = "This passkey was not accepted. Try again or use your password."
}

extension CeremonyPurpose {
  /// Returns whether a verified authentication is sufficient. On its own, a key must have verified the user; after a password, possession
  /// is enough.
  fileprivate func accepts(_ verified: VerifiedAuthentication, of passkey: Passkey) -> Bool {
    switch self {
    case .secondStep: true
    case .confirmation: passkey.isSecondStepOnly || verified.isUserVerified
    default: !passkey.isSecondStepOnly && verified.isUserVerified
    }
  }
}
