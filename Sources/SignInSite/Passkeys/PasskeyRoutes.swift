// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging
import WebAuthnModel
import WebAuthnRelyingParty

/// The two passkey ceremonies, as JSON for the script.
struct PasskeyRoutes {
  /// An empty JSON object.
  private struct Nothing: Decodable {}

  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.post("/passkeys/registration/options") { request, context in
      _ = try await JSONBody.read(Nothing.self, request, context: context)
      return try await beginRegistration(context)
    }
    router.post("/passkeys/registration") { request, context in
      try await register(JSONBody.read(RegistrationResponseJSON.self, request, context: context), context)
    }
    router.post("/passkeys/authentication/options") { request, context in
      _ = try await JSONBody.read(Nothing.self, request, context: context)
      return try await beginAuthentication(context)
    }
    router.post("/passkeys/authentication") { request, context in
      try await authenticate(JSONBody.read(AuthenticationResponseJSON.self, request, context: context), context)
    }
  }

  /// A discoverable passkey; one per device, since those that the account has are excluded.
  private func beginRegistration(_ context: SiteContext) async throws -> Response {
    guard let account = try site.signedIn(context), let handle = UserHandle(account.id) else {
      return try JSONBody.problem(Self.signInFirst)
    }
    var generator = site.environment.generator
    let ceremony = site.relyingParty.beginRegistration(
      of: .init(id: handle, name: account.userName, displayName: account.userName),
      excluding: try await site.passkeys.list(of: account.id).map(\.record.descriptor), userVerification: .required, using: &generator)
    try await site.challenges(of: context).keep(.registration(ceremony))
    return try JSONBody.response(ceremony.options)
  }

  private func register(_ json: RegistrationResponseJSON?, _ context: SiteContext) async throws -> Response {
    guard let account = try site.signedIn(context) else { return try JSONBody.problem(Self.signInFirst) }
    guard let json else { return try JSONBody.problem(Self.notAdded) }
    do {
      let response = try RegistrationResponse(parsing: json)
      let ceremony = try await site.challenges(of: context).takeCeremony(answeredBy: response)
      let verified = try site.relyingParty.verifyRegistration(
        response, of: ceremony, isCredentialIDTaken: await site.passkeys.find(response.credentialID) != nil)
      // The ceremony was begun in this session; that it was begun for this account is checked all the same.
      guard verified.record.userHandle.bytes == Array(account.id), try await site.passkeys.add(verified.record) else {
        return try JSONBody.problem(Self.notAdded)
      }
    } catch let error as WebAuthnRelyingPartyError {
      Self.note(error, context)
      return try JSONBody.problem(Self.notAdded)
    }
    try await site.sessions.setFlash("Your passkey was added.", of: context.requireSession())
    return try JSONBody.response(JSONBody.Next(next: "/account"))
  }

  /// No credential is named: whoever holds a passkey for this site says by it who they are.
  ///
  /// A passkey stands in for password and code together here, so the person must be verified: two factors in one step.
  private func beginAuthentication(_ context: SiteContext) async throws -> Response {
    var generator = site.environment.generator
    let ceremony = site.relyingParty.beginAuthentication(userVerification: .required, using: &generator)
    try await site.challenges(of: context).keep(.authentication(ceremony))
    return try JSONBody.response(ceremony.options)
  }

  private func authenticate(_ json: AuthenticationResponseJSON?, _ context: SiteContext) async throws -> Response {
    guard try await site.tallies.admit(.passkeyPerAddress, context.remoteAddress) else {
      return try JSONBody.problem("Too many tries. Wait a quarter of an hour.", status: .tooManyRequests)
    }
    guard let json else { return try JSONBody.problem(Self.notAccepted) }
    do {
      let response = try AuthenticationResponse(parsing: json)
      let ceremony = try await site.challenges(of: context).takeCeremony(answeredBy: response)
      guard let passkey = try await site.passkeys.find(response.credentialID) else { return try JSONBody.problem(Self.notAccepted) }
      let verified = try site.relyingParty.verifyAuthentication(response, of: ceremony, record: passkey.record)
      try await site.passkeys.noteUse(verified.record)
      try await site.tallies.refund(.passkeyPerAddress, context.remoteAddress)
      let issued = try await site.sessions.start(
        .signedIn, account: passkey.account, freshFactor: site.environment.now(), replacing: context.session)
      var answer = try JSONBody.response(JSONBody.Next(next: "/account"))
      answer.setSession(issued)
      return answer
    } catch let error as WebAuthnRelyingPartyError {
      Self.note(error, context)
      return try JSONBody.problem(Self.notAccepted)
    }
  }

  /// The log says which step was not passed; the page does not.
  private static func note(_ error: WebAuthnRelyingPartyError, _ context: SiteContext) {
    context.logger.notice("a passkey was not accepted", metadata: ["code": "\(error.code)"])
  }

  private static let signInFirst = "You are no longer signed in. Reload the page."
  private static let notAdded = "This passkey could not be added. Reload the page and try again."
  private static let notAccepted = "This passkey was not accepted. Try again or use your password."
}
