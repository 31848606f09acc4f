// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging
import WebAuthnModel
import WebAuthnRelyingParty

/// The ceremonies that create passkeys, as JSON for the script: with a new account, in addition to others, automatically after a password,
/// or as a replacement.
struct PasskeyRegistrationRoutes {
  /// The options that a page may request.
  private struct Wish: Decodable {
    var userName: String?
    var conditional: Bool?
  }

  let site: Site

  func addRoutes(to router: RouterGroup<SiteContext>) {
    router.post("/passkeys/sign-up/options") { request, context in
      try await beginSignUp(JSONBody.read(Wish.self, request, context: context), context)
    }
    router.post("/passkeys/sign-up") { request, context in
      try await signUp(JSONBody.read(RegistrationResponseJSON.self, request, context: context), context)
    }
    router.post("/passkeys/registration/options") { request, context in
      let wish = try await JSONBody.read(Wish.self, request, context: context)
      return try await wish?.conditional == true ? beginUpgrade(context) : begin(.addition, context)
    }
    router.post("/passkeys/registration") { request, context in
      try await register(.addition, JSONBody.read(RegistrationResponseJSON.self, request, context: context), context)
    }
    router.post("/passkeys/security-key/options") { request, context in
      _ = try await JSONBody.read(Wish.self, request, context: context)
      return try await begin(.securityKey, context)
    }
    router.post("/passkeys/security-key") { request, context in
      try await register(.securityKey, JSONBody.read(RegistrationResponseJSON.self, request, context: context), context)
    }
    router.post("/passkeys/:id/replacement/options") { request, context in
      _ = try await JSONBody.read(Wish.self, request, context: context)
      return try await begin(.replacement(context.passkeyNumber), context)
    }
    router.post("/passkeys/:id/replacement") { request, context in
      try await register(
        .replacement(context.passkeyNumber), JSONBody.read(RegistrationResponseJSON.self, request, context: context), context)
    }
  }

  // MARK: A new account

  /// Begins a sign-up. The account is created with the response, so that an abandoned ceremony leaves no data behind.
  ///
  /// Here the passkey is the only factor, so the user must be verified.
  private func beginSignUp(_ wish: Wish?, _ context: SiteContext) async throws -> Response {
    guard try site.signedIn(context) == nil else { return try JSONBody.response(JSONBody.Next(next: "/account")) }
    guard try await site.tallies.admit(.signUpPerAddress, context.remoteAddress) else { return try JSONBody.tooManyTries() }
    do {
      let userName = try Accounts.checkedName(wish?.userName ?? "")
      guard try await site.accounts.find(userName: userName) == nil else { throw SignUpRefusal.userNameTaken }
      guard let handle = UserHandle(site.accounts.newIdentifier()) else { throw HTTPError(.internalServerError) }
      var generator = site.environment.generator
      let ceremony = site.relyingParty.beginRegistration(
        of: .init(id: handle, name: userName, displayName: userName), residentKey: .preferred, userVerification: .required,
        using: &generator)
      return try await answer(ceremony, for: .signUp, context)
    } catch let refusal as SignUpRefusal {
      return try JSONBody.problem(refusal.words)
    }
  }

  private func signUp(_ json: RegistrationResponseJSON?, _ context: SiteContext) async throws -> Response {
    guard let json else { return try JSONBody.problem(Self.notAdded) }
    do {
      let (new, ceremony) = try await verify(json, for: .signUp, context)
      let account = Account(id: Data(ceremony.options.user.id.bytes), userName: ceremony.options.user.name)
      try await site.passkeys.signUp(account, with: new)
      return try await site.signIn(
        account, proof: SessionProof(factor: site.environment.now()), flash: "Welcome, \(account.userName). Your account is ready.",
        context,
        answering: JSONBody.response(JSONBody.Next(next: "/account")))
    } catch let refusal as SignUpRefusal {
      return try JSONBody.problem(refusal.words)
    } catch let error where error is WebAuthnRelyingPartyError || error is PasskeysError {
      context.note(error)
      return try JSONBody.problem(Self.notAdded)
    }
  }

  // MARK: An account that is there

  /// Begins a registration. The account's existing passkeys are excluded, so there is one per device; a passkey to be replaced is not
  /// excluded, so that its device can create the new one.
  ///
  /// A passkey must verify the user and is preferably discoverable. A key for the step after the password needs neither, and then uses no
  /// storage on its device.
  private func begin(_ purpose: CeremonyPurpose, isConditional: Bool = false, _ context: SiteContext) async throws -> Response {
    guard let account = try site.signedIn(context), let handle = UserHandle(account.id) else {
      return try JSONBody.problem(Self.signInFirst)
    }
    guard try await site.isFresh(context.requireSession(), for: account) else {
      return try JSONBody.response(JSONBody.Next(next: ConfirmationTarget(purpose).confirmationPath))
    }
    if case .securityKey = purpose, try await !site.accounts.hasPassword(account) { return try JSONBody.problem(Self.notAdded) }
    var others = try await site.passkeys.list(of: account.id)
    let isSecondStep = try await isSecondStep(purpose, of: account)
    if case .replacement(let id) = purpose {
      guard others.contains(where: { $0.id == id }) else { return try JSONBody.problem(Self.notAdded) }
      others.removeAll { $0.id == id }
    }
    let residentKey: ResidentKeyRequirement = isConditional ? .required : isSecondStep ? .discouraged : .preferred
    // Without a dialogue the user cannot be verified; the preceding sign-in with a password is sufficient.
    let verification: UserVerificationRequirement = isConditional ? .preferred : isSecondStep ? .discouraged : .required
    var generator = site.environment.generator
    let ceremony = site.relyingParty.beginRegistration(
      of: .init(id: handle, name: account.userName, displayName: account.userName), excluding: others.map(\.record.descriptor),
      residentKey: residentKey, userVerification: verification, isConditional: isConditional, using: &generator)
    return try await answer(ceremony, for: purpose, context)
  }

  /// Returns whether the key is only for use after a password. A replacement has the purpose of its predecessor.
  private func isSecondStep(_ purpose: CeremonyPurpose, of account: Account) async throws -> Bool {
    switch purpose {
    case .securityKey: true
    case .replacement(let id): try await site.passkeys.find(id, of: account.id)?.isSecondStepOnly == true
    default: false
    }
  }

  /// Begins the creation of a passkey without a dialogue (`mediation: 'conditional'`), offered once after each sign-in with a password.
  private func beginUpgrade(_ context: SiteContext) async throws -> Response {
    guard try await site.sessions.takeUpgrade(of: context.requireSession()) else { return try JSONBody.problem(Self.notAdded) }
    return try await begin(.addition, isConditional: true, context)
  }

  private func register(_ purpose: CeremonyPurpose, _ json: RegistrationResponseJSON?, _ context: SiteContext) async throws -> Response {
    guard let account = try site.signedIn(context) else { return try JSONBody.problem(Self.signInFirst) }
    guard let json else { return try JSONBody.problem(Self.notAdded) }
    do {
      let (new, ceremony) = try await verify(
        json, for: purpose, isSecondStep: try await isSecondStep(purpose, of: account), context)
      // The ceremony was begun in this session. Still check that it was begun for this account.
      guard new.record.userHandle.bytes == Array(account.id) else { throw PasskeysError.notAdded }
      var words = "Your passkey was added."
      if case .replacement(let id) = purpose {
        guard let replaced = try await site.passkeys.find(id, of: account.id) else { throw PasskeysError.notAdded }
        try await site.passkeys.add(new, replacing: replaced)
        words = "The passkey “\(replaced.name)” was replaced. The old one no longer works."
        await site.notices.add(words, to: account.id)
      } else {
        try await site.passkeys.add(new)
        if ceremony.isConditional { words = "A passkey was made for next time. You can go on using your password." }
        if new.isSecondStepOnly { words = "Your security key was added. From now on it is asked for after your password." }
        await site.notices.add("A \(new.isSecondStepOnly ? "security key" : "passkey") was added: \(new.suggestedName).", to: account.id)
      }
      try await site.sessions.setFlash(words, of: context.requireSession())
      return try JSONBody.response(JSONBody.Next(next: "/account"))
    } catch let error where error is WebAuthnRelyingPartyError || error is PasskeysError {
      context.note(error)
      return try JSONBody.problem(Self.notAdded)
    }
  }

  // MARK: Both

  /// Stores a ceremony and sends its options, which also ask whether a PRF is supported.
  private func answer(_ ceremony: RegistrationCeremony, for purpose: CeremonyPurpose, _ context: SiteContext) async throws -> Response {
    try await site.challenges(of: context, for: purpose).keep(.registration(ceremony))
    var options = ceremony.options
    options.extensions?.prf = .init()
    return try JSONBody.response(options)
  }

  private func verify(
    _ json: RegistrationResponseJSON, for purpose: CeremonyPurpose, isSecondStep: Bool = false, _ context: SiteContext
  ) async throws -> (NewPasskey, RegistrationCeremony) {
    let response = try RegistrationResponse(parsing: json)
    let ceremony = try await site.challenges(of: context, for: purpose).takeCeremony(answeredBy: response)
    let verified = try site.relyingParty.verifyRegistration(
      response, of: ceremony, isCredentialIDTaken: await site.passkeys.find(response.credentialID) != nil)
    let name = DeviceName.suggest(
      aaguid: verified.aaguid, transports: verified.record.transports, browser: context.browser, metadata: site.metadata)
    let new = NewPasskey(
      record: verified.record, suggestedName: name, aaguid: verified.aaguid, isDiscoverable: verified.isDiscoverable,
      hasPRF: verified.clientExtensionResults.prf?.enabled == true, isSecondStepOnly: isSecondStep)
    return (new, ceremony)
  }

  private static let signInFirst = "You are no longer signed in. Reload the page."
  private static let notAdded = "This passkey could not be added. Reload the page and try again."
}

extension SiteContext {
  /// The passkey's number in the URL.
  var passkeyNumber: Int64 {
    get throws {
      guard let id = parameters.get("id", as: Int64.self) else { throw HTTPError(.notFound) }
      return id
    }
  }

  /// Logs the step that failed; the page does not show it.
  func note(_ error: any Error) {
    let code = (error as? WebAuthnRelyingPartyError).map { "\($0.code)" } ?? "\(error)"
    logger.notice("a passkey was not accepted", metadata: ["code": "\(code)"])
  }
}
