// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing
import WebAuthnModel
import WebDomains

@Suite("Credential requests of apps")
struct AppFlowTests {
  private static let assertion = AppRequestValue.passkeyAssertion(
    AppPasskeyAssertionValue(relyingParty: "shop.example", challenge: Data([0, 1, 2, 3])))
  private static let registration = AppRequestValue.passkeyRegistration(
    AppPasskeyRegistrationValue(
      relyingParty: "shop.example", challenge: Data([4, 5]), userName: "anne", userID: Data([9]), excludedCredentials: [Data([1, 2, 3])]))

  @Test("a sign-in lists passkeys and passwords together, and names the requesting app")
  func picker() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([Self.assertion, .password])
    let view = try await world.nextView()
    #expect(view.heading == .init(.signIn, subject: "shop.example"))
    #expect(view.requester == "Sign In")
    #expect(view.rows?.map(\.kind) == [.passkey, .password])
    #expect(view.rows?.map(\.title) == ["anne", "anne"])
    #expect(throws: TestFailure.self) { try world.harness.lastCall }
  }

  @Test("a chosen passkey signs client data with an https origin of the RP ID, and the app receives the assertion")
  func passkey() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([Self.assertion])
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    let (call, request) = try world.asked()
    #expect(request.identity == BrokerHarness.passkey)
    await world.harness.provider.say(.complete(call: call, result: try world.assertion(request)))
    guard case (1, .authorized(.passkeyAssertion(let result))) = (try await world.next().answer).parts else {
      Issue.record("the app did not receive the assertion")
      return
    }
    let clientData = String(decoding: result.clientDataJSON, as: UTF8.self)
    #expect(clientData == #"{"type":"webauthn.get","challenge":"AAECAw","origin":"https://shop.example","crossOrigin":false}"#)
    #expect(Data(CollectedClientData.hash(of: Array(result.clientDataJSON))) == request.clientDataHash)
    #expect(result.userID == Data([9]))
    #expect(result.extensions == nil)
  }

  @Test("a chosen password reaches the app only in the frame's secret part")
  func password() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([.password])
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    let (call, _) = try world.asked()
    await world.harness.provider.say(.complete(call: call, result: .password(user: "anne")), secret: "sesame")
    let (answer, secret) = try await world.next()
    #expect(answer == ClientReply(1, .authorized(.password(user: "anne"))))
    #expect(secret == "sesame")
  }

  @Test("a registration goes to the provider, and an excluded credential ends it with matchedExcludedCredential")
  func excluded() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([Self.registration])
    // The request is judged before the provider is asked.
    while (try? world.harness.lastCall) == nil { await Task.yield() }
    let (call, request) = try world.asked()
    #expect(request.type == .passkeyRegistration)
    #expect(request.identity.userHandle == Data([9]))
    #expect(request.supportedAlgorithms == [-7])
    #expect(request.excludedCredentialIDs == [Data([1, 2, 3])])
    await world.harness.provider.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 102, reason: nil))
    #expect(try await world.nextFailure().authorizationError == 1006)
  }

  @Test("PRF results reach the app in the secret part, and only if it asked for them", arguments: [true, false])
  func pseudoRandomFunction(asks: Bool) async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    var value = AppPasskeyAssertionValue(relyingParty: "shop.example", challenge: Data([0]))
    if asks {
      var inputs = PasskeyExtensionInputsValue()
      inputs.salts = .init(first: Data("salt".utf8))
      value.extensions = inputs
    }
    await world.authorize([.passkeyAssertion(value)])
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    let (call, request) = try world.asked()
    #expect(request.extensions?.salts?.first.count == (asks ? 32 : nil))
    #expect(request.extensions?.salts?.first != Data("salt".utf8))
    var outputs = PasskeyExtensionOutputsValue()
    outputs.prfResultCount = 1
    let result = String(repeating: "r", count: 32)
    await world.harness.provider.say(.complete(call: call, result: try world.assertion(request, outputs: outputs)), secret: result)
    let (answer, secret) = try await world.next()
    guard case (_, .authorized(.passkeyAssertion(let assertion))) = answer.parts else {
      Issue.record("the app received \(answer)")
      return
    }
    #expect(assertion.extensions?.prfResultCount == (asks ? 1 : nil))
    #expect(secret == (asks ? result : nil))
  }

  @Test("cancelling, or having nothing to offer, is canceled; in immediate mode nothing to offer is notInteractive")
  func nothing() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([Self.assertion], id: 1)
    _ = try await world.nextView()
    await world.act(.cancel)
    #expect(try await world.nextFailure() == ("userCanceled", nil, 1001))
    try await world.harness.unlockProvider([])
    await world.authorize([Self.assertion], id: 2)
    #expect(try await world.nextFailure() == ("nothingToOffer", nil, 1001))
    await world.authorize([Self.assertion, .password], mode: .immediate, id: 3)
    #expect(try await world.nextFailure() == ("nothingToOffer", nil, 1005))
  }

  @Test("a locked provider is listed with a way to unlock it, but does not count as immediately available")
  func locked() async throws {
    let world = try await AppWorld()
    await world.harness.provider.say(.lockState(.locked))
    await world.authorize([Self.assertion, .password], mode: .immediate, id: 1)
    #expect(try await world.nextFailure().authorizationError == 1005)
    await world.authorize([Self.assertion, .password], id: 2)
    let view = try await world.nextView()
    #expect(view.rows?.map(\.kind) == [.locked])
    await world.act(.choose, row: view.rows?.first?.id)
    guard case (_, .prepareCredentialList(let services, let parameters))? = world.harness.provider.calls.last?.parts else {
      Issue.record("the provider was not asked for its list")
      return
    }
    #expect(services.map(\.identifier) == ["shop.example"])
    #expect(parameters?.relyingPartyIdentifier == "shop.example")
  }

  @Test("an app that asked only for passkeys gets no password")
  func passwordUnasked() async throws {
    let world = try await AppWorld()
    await world.harness.provider.say(.lockState(.locked))
    await world.authorize([Self.assertion])
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    guard case (let call, .prepareCredentialList(_, _))? = world.harness.provider.calls.last?.parts else {
      Issue.record("the provider was not asked for its list")
      return
    }
    await world.harness.provider.say(.complete(call: call, result: .password(user: "anne")), secret: "sesame")
    let (answer, secret) = try await world.next()
    guard case .failure(let failure) = answer.answer, failure.authorizationError == 1004 else {
      Issue.record("the app received \(answer)")
      return
    }
    #expect(secret == nil)
  }

  @Test(
    "without the app's half of the association nothing is shown, and the failure says why",
    arguments: [nil, AppWorld.entitlements(["webcredentials:other.example"])])
  func appHalf(entitlements: String?) async throws {
    let world = try await AppWorld(entitlements: entitlements)
    try await world.harness.unlockProvider()
    for request in [Self.assertion, Self.registration] {
      await world.authorize([request])
      let failure = try await world.nextFailure()
      #expect(failure.code == "notAssociated")
      #expect(failure.authorizationError == 1004)
      #expect(failure.detail == (entitlements == nil ? "entitlementsMissing" : "domainNotEntitled"))
    }
    #expect(throws: TestFailure.self) { try world.harness.lastCall }
  }

  @Test(
    "without the site's half of the association nothing is shown, and the failure says why",
    arguments: [nil, "{}", #"{"webcredentials":{"apps":["desktop.org.example.Other"]}}"#])
  func siteHalf(document: String?) async throws {
    let world = try await AppWorld(document: document)
    try await world.harness.unlockProvider()
    for requests in [[Self.assertion], [Self.registration], [.password], [.password, Self.assertion]] {
      await world.authorize(requests)
      let failure = try await world.nextFailure()
      #expect(failure.code == "notAssociated")
      #expect(failure.authorizationError == 1004)
      let missing = document == nil ? "documentUnavailable" : "applicationNotListed"
      #expect(failure.detail == missing)
    }
    #expect(throws: TestFailure.self) { try world.harness.lastCall }
  }

  @Test(
    "a relying party that is a public suffix or no domain is refused",
    arguments: ["", "com", "co.uk", "github.io", "192.0.2.1", "Shop.example", "https://shop.example"])
  func relyingParty(name: String) async throws {
    let world = try await AppWorld()
    await world.authorize([.passkeyAssertion(AppPasskeyAssertionValue(relyingParty: name, challenge: Data([1])))])
    let failure = try await world.nextFailure()
    #expect(failure.code == "invalidRelyingParty")
    #expect(failure.authorizationError == 1004)
  }

  @Test("an autofill request shows nothing until it is cancelled")
  func autofill() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([Self.assertion], mode: .autofill)
    await world.harness.broker.receive(.cancel(id: 1), from: world.app)
    #expect(try await world.nextFailure() == ("userCanceled", nil, 1001))
    #expect(throws: TestFailure.self) { try world.harness.lastCall }
  }

  @Test("cancelling during a provider's call cancels it at the provider, and the app is notified once")
  func cancelled() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.authorize([Self.assertion])
    await world.act(.choose, row: try await world.nextView().rows?.first?.id)
    let (call, request) = try world.asked()
    await world.harness.broker.receive(.cancel(id: 1), from: world.app)
    #expect(try await world.nextFailure().authorizationError == 1001)
    guard case (call, .cancel)? = world.harness.provider.calls.last?.parts else {
      Issue.record("the provider was not notified")
      return
    }
    await world.harness.provider.say(.complete(call: call, result: try world.assertion(request)))
    await world.authorize([], id: 2)
    #expect(try await world.nextFailure().code == "badRequest")
  }

  @Test(
    "a sign-in waits for the identities of a provider that is still starting", arguments: [AppRequestMode.immediate, .modal])
  func startingProvider(mode: AppRequestMode) async throws {
    let world = try await AppWorld()
    await world.authorize([Self.assertion], mode: mode)
    while world.harness.clock.sleeperCount == 0 { await Task.yield() }
    try await world.harness.unlockProvider()
    #expect(try await world.nextView().rows?.map(\.kind) == [.passkey])
  }

  @Test("a provider that stays silent after its start delays only one sign-in, for five seconds")
  func silentProvider() async throws {
    let world = try await AppWorld()
    await world.authorize([Self.assertion], mode: .immediate, id: 1)
    while world.harness.clock.sleeperCount == 0 { await Task.yield() }
    world.harness.clock.advance(by: 5)
    #expect(try await world.nextFailure() == ("nothingToOffer", nil, 1005))
    await world.authorize([Self.assertion], mode: .immediate, id: 2)
    #expect(try await world.nextFailure() == ("nothingToOffer", nil, 1005))
  }

  @Test("a sign-in that waits for a provider can be cancelled, and continues when the provider fails")
  func waitingEnds() async throws {
    let world = try await AppWorld()
    await world.authorize([Self.assertion], mode: .immediate, id: 1)
    while world.harness.clock.sleeperCount == 0 { await Task.yield() }
    await world.harness.broker.receive(.cancel(id: 1), from: world.app)
    #expect(try await world.nextFailure().code == "userCanceled")
    await world.authorize([Self.assertion], mode: .immediate, id: 2)
    while world.harness.clock.sleeperCount < 2 { await Task.yield() }
    await world.harness.provider.end()
    await world.harness.seen.provider?.say(.lockState(.noVault))
    #expect(try await world.nextFailure() == ("nothingToOffer", nil, 1005))
  }
}
