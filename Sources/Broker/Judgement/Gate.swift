// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FetchProtocol
import Logging
import SecretMemory
import WebAuthnClient
import WebDomains

/// The gate that every request of a page, app or tool passes before anything is looked up for it.
///
/// 1. The client's role may make this request.
/// 2. The caller is validated: a page by its origin and frames, an app by its association with the named services.
/// 3. The requested data is within limits and belongs to the caller.
///
/// Immediate checks run here; those that need a site's document or a file run outside the broker.
struct Gate: Sendable {
  /// An immediate or later result.
  enum Judgement: Sendable {
    case judged(JudgedRequest)
    /// Another party has to be asked first.
    case waits(@Sendable () async -> Result<JudgedRequest, ClientFailure>)
  }

  let role: ClientRole
  let caller: CallerIdentity
  let environment: BrokerEnvironment

  /// Validates a request.
  ///
  /// - Parameters:
  ///   - secret: The frame's secret part.
  ///   - spend: Uses up a suggestion, for the place in a browser for which it was made.
  ///   - mayCreateUnasked: Whether a password was filled for this caller just before; only then is a passkey created without a prompt.
  /// - Throws: The failure for the client.
  func judge(
    _ request: ClientRequest, secret: SharedSecret?, spending spend: (String, PagePlace?) throws(ClientFailure) -> OfferedSuggestion,
    mayCreateUnasked: (RecentFills.Caller) -> Bool
  ) throws(ClientFailure) -> Judgement {
    guard role.mayAsk(request) else { throw ClientFailure(.notAllowedHere, detail: "role") }
    switch request {
    case .status: return .judged(.status)
    case .providers: return .judged(.providers)
    case .setProvider(let change): return .judged(.setProvider(change))
    case .pairedBrowsers: return .judged(.pairedBrowsers)
    case .forgetBrowser(let request): return .judged(.forgetBrowser(request.browser))
    case .attachSurface(let request): return .judged(.attachSurface(ticket: request.ticket))
    case .suggestions(let request): return try judgeField(request) { field throws(ClientFailure) in .suggestions(field) }
    case .list(let request):
      return try judgeField(request) { field throws(ClientFailure) in
        // The list of everything contains passwords.
        guard !field.caller.isCrossSite else { throw ClientFailure(.notAllowedHere, detail: "crossSiteFrame") }
        return .list(field)
      }
    case .textSuggestions(let request): return judgeAppField(request)
    case .provide(let request):
      guard let context = request.context else { return .judged(.provide(try spend(request.token, nil))) }
      let caller = try CallerJudge.judge(context, for: .authentication)
      let offered = try spend(request.token, PagePlace(context))
      guard !caller.isCrossSite || offered.isPasskey else { throw ClientFailure(.notAllowedHere, detail: "crossSiteFrame") }
      return .judged(.provide(offered))
    case .setUpCode(let request): return try judgeSetUp(request)
    case .createPasskey(let request): return try judgeCreation(request, mayCreateUnasked)
    case .getPasskey(let request):
      try request.options.requireBoundedChallenge()
      let isVirtual = environment.virtualAuthenticators != nil
      return try judgePage(
        request.context, for: .authentication, relyingPartyID: request.options.requestedRelyingPartyID
      ) { caller throws(ClientFailure) in
        if isVirtual { return .getVirtually(VirtualCeremony(options: request.options, caller: caller)) }
        let assertion = try PreparedPasskeyAssertion(options: request.options, caller: caller)
        return .getPasskey(
          JudgedField(caller: caller, purpose: .username, assertion: assertion), isImmediate: request.isImmediate)
      }
    case .authorize(let request): return judgeApp(request)
    case .generatePassword(let request): return try judgeGeneration(request)
    case .savePassword(let request):
      return try judgeSaving(request, password: secret ?? request.password.map { SharedSecret(copying: $0.utf8) })
    case .passwordState(let request): return .judged(try judgePasswordState(request))
    case .signal(let request):
      guard request.signal.isBounded else { throw ClientFailure(.badRequest) }
      let service = ServiceIdentifierValue(identifier: request.signal.service, kind: .domain)
      return try judgeService(service, request.context) { _ in .signal(request.signal) }
    case .manage(let request): return .judged(try judgeManaging(request))
    case .startExchange(let request): return .judged(.startExchange(request))
    case .requestExport(let request): return .judged(.requestExport(request))
    case .exportPart(let request): return .judged(.exportPart(request, secret: secret))
    case .importPart(let request): return .judged(.importPart(request))
    case .chooseText: return .judged(.chooseText)
    }
  }

  // MARK: Pages

  private func judgeField(
    _ request: PageFieldRequest, _ judged: @escaping @Sendable (JudgedField) throws(ClientFailure) -> JudgedRequest
  ) throws(ClientFailure) -> Judgement {
    // Codes and passwords are unrelated to the page's passkeys.
    let options = request.field == .username ? request.passkey : nil
    try options?.requireBoundedChallenge()
    let ceremony: CallerJudge.Ceremony? = options == nil ? nil : .authentication
    return try judgePage(
      request.context, for: ceremony, relyingPartyID: options?.requestedRelyingPartyID
    ) { caller throws(ClientFailure) in
      let assertion: PreparedPasskeyAssertion? =
        if let options { try PreparedPasskeyAssertion(options: options, caller: caller) } else { nil }
      return try judged(JudgedField(caller: caller, purpose: request.field, assertion: assertion))
    }
  }

  /// Validates a link immediately; a link in an image of the page has to be read first.
  private func judgeSetUp(_ request: SetUpCodeRequest) throws(ClientFailure) -> Judgement {
    let caller = try CallerJudge.judge(request.context)
    @Sendable func judged(_ link: SharedSecret) throws(ClientFailure) -> JudgedRequest {
      guard (1...8192).contains(link.byteCount) else { throw ClientFailure(.badSetUpLink, detail: "tooLong") }
      return .setUpCode(caller.services, link: link)
    }
    switch request.source {
    case .link(let link): return .judged(try judged(SharedSecret(copying: link.utf8)))
    case .picture(let picture):
      let read = environment.readPicture
      return .waits {
        let reading = await read(Array(picture))
        return Result { () throws(ClientFailure) in try judged(try reading.setUpLink) }
      }
    }
  }

  private func judgeCreation(
    _ request: CreatePasskeyRequest, _ mayCreateUnasked: (RecentFills.Caller) -> Bool
  ) throws(ClientFailure) -> Judgement {
    try request.options.requireBoundedChallenge()
    let isVirtual = environment.virtualAuthenticators != nil
    // Checked before any site is asked: most pages that want a passkey without a prompt get none, and must not cause documents to be
    // fetched.
    if request.isConditional, !isVirtual {
      let caller = try CallerJudge.judge(request.context, for: .creation)
      let host = caller.origin.host.serialized
      guard mayCreateUnasked(RecentFills.Caller(host: host, relyingPartyID: request.options.createdRelyingPartyID ?? host)) else {
        throw ClientFailure(.nothingToOffer)
      }
    }
    return try judgePage(
      request.context, for: .creation, relyingPartyID: request.options.createdRelyingPartyID
    ) { caller throws(ClientFailure) in
      if isVirtual {
        return .createVirtually(VirtualCeremony(options: request.options, caller: caller, isConditional: request.isConditional))
      }
      return .createPasskey(
        try PreparedPasskeyRegistration(options: request.options, caller: caller, isConditional: request.isConditional))
    }
  }

  /// Validates a page. Continues immediately if the RP ID is the page's own; otherwise first asks the RP ID's domain whether it may be used
  /// here (WebAuthn L3 §5.11). Without permission, the ceremony's own steps refuse.
  private func judgePage(
    _ context: ClientContext, for ceremony: CallerJudge.Ceremony?, relyingPartyID: String?,
    _ judged: @escaping @Sendable (JudgedCaller) throws(ClientFailure) -> JudgedRequest
  ) throws(ClientFailure) -> Judgement {
    let caller = try CallerJudge.judge(context, for: ceremony)
    guard let relyingPartyID, caller.needsPermission(for: relyingPartyID) else { return .judged(try judged(caller)) }
    let documents = environment.wellKnown
    let logger = environment.logger
    return .waits {
      var permitted = caller
      permitted.webAuthnCaller = await caller.webAuthnCaller.validatingRelatedOrigins(of: relyingPartyID) { _ in
        do {
          return try await documents.relatedOrigins(of: RelyingPartyID(relyingPartyID), for: caller.origin)
        } catch let failure as FetchFailure {
          logger.info("related origins did not come", metadata: ["code": "\(failure.name)"])
          throw failure
        }
      }
      return Result { () throws(ClientFailure) in try judged(permitted) }
    }
  }

  // MARK: Apps

  private func judgeApp(_ request: AuthorizeRequest) -> Judgement {
    let judge = AppRequestJudge(caller: caller, environment: environment)
    return .waits {
      do throws(ClientFailure) {
        return .success(.authorize(try await judge.judge(request.requests, mode: request.mode)))
      } catch {
        return .failure(error)
      }
    }
  }

  private func judgeAppField(_ request: AppFieldRequest) -> Judgement {
    let judge = AppRequestJudge(caller: caller, environment: environment)
    return .waits {
      do throws(ClientFailure) {
        let services = try await judge.services(request.services)
        guard let first = services.first, let origin = try? Origin(parsing: "https://" + first.identifier) else {
          throw ClientFailure(.badRequest, detail: "services")
        }
        let caller = JudgedCaller(origin: origin, topOrigin: origin, isCrossOrigin: false, services: services)
        return .success(.textSuggestions(request.field, caller))
      } catch {
        return .failure(error)
      }
    }
  }

  // MARK: Popups and settings

  /// Checks only that a popup's or the settings' request can be forwarded; the vault itself limits it.
  private func judgeManaging(_ request: ManageRequest) throws(ClientFailure) -> JudgedRequest {
    // A page's request has to pass the validation for pages.
    guard case .object(let members) = request.request, case .text(let type)? = members["type"], type != ManageFlow.passwordState,
      members["id"] == nil
    else {
      throw ClientFailure(.badRequest)
    }
    guard let secret = request.secret else { return .manage(members, secret: nil) }
    // Nothing that settings show or send is a secret.
    guard role == .browser else { throw ClientFailure(.badRequest) }
    guard (1...VaultRelayRequest.secretLimit).contains(secret.utf8.count) else { throw ClientFailure(.badRequest) }
    return .manage(members, secret: SharedSecret(copying: secret.utf8))
  }

  // MARK: Services that a page or app names

  private func judgeGeneration(_ request: GeneratePasswordRequest) throws(ClientFailure) -> Judgement {
    let value = request.value
    let rules = [value.passwordFieldRules, value.confirmFieldRules, value.quirkRules]
    guard rules.allSatisfy({ ($0?.utf8.count ?? 0) <= 4096 }) else { throw ClientFailure(.badRequest) }
    return try judgeService(value.service, request.context) { service in
      var value = value
      value.service = service
      return .generatePassword(value, isChosen: request.isChosen)
    }
  }

  private func judgeSaving(_ request: SavePasswordRequest, password: SharedSecret?) throws(ClientFailure) -> Judgement {
    let value = request.value
    guard let password, (1...AnswerCheck.passwordLimit).contains(password.byteCount), value.user.utf8.count <= 1024,
      value.sessionID.utf8.count <= 256
    else { throw ClientFailure(.badRequest) }
    return try judgeService(value.service, request.context) { service in
      var value = value
      value.service = service
      value.title = value.title.map(DisplayText.line)
      return .savePassword(value, password: password)
    }
  }

  private func judgePasswordState(_ request: PasswordStateRequest) throws(ClientFailure) -> JudgedRequest {
    let user = request.user ?? ""
    guard (1...AnswerCheck.passwordLimit).contains(request.password.utf8.count), user.utf8.count <= 1024 else {
      throw ClientFailure(.badRequest)
    }
    let caller = try CallerJudge.judge(request.context)
    return .passwordState(site: caller.origin.description, user: user, password: SharedSecret(copying: request.password.utf8))
  }

  private func judgeService(
    _ service: ServiceIdentifierValue, _ context: ClientContext?, _ judged: @escaping @Sendable (ServiceIdentifierValue) -> JudgedRequest
  ) throws(ClientFailure) -> Judgement {
    let judge = ServiceJudge(caller: caller, context: context, environment: environment)
    guard context == nil else { return .judged(judged(try judge.judgePage(service))) }
    return .waits {
      do throws(ClientFailure) {
        return .success(judged(try await judge.judgeApp(service)))
      } catch {
        return .failure(error)
      }
    }
  }
}
