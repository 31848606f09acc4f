// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Synchronization
import Testing

@Suite("The end of requests")
struct RequestEndTests {
  private static let requestOptions = JSONValue.object([
    "challenge": .text("AAECAwQFBgcICQoLDA0ODw"), "rpId": .text("shop.example"), "userVerification": .text("preferred"),
  ])

  /// The client's failure for a provider's cancellation: without an interface, with one, and as the exception of a passkey request.
  struct End: Sendable {
    var domain = "ASExtensionErrorDomain"
    var code: Int
    /// nil if the broker then prepares the interface.
    var headless: String?
    var interface: String
    var exception: String
  }

  static let ends: [End] = [
    End(code: 0, headless: "providerFailed", interface: "providerFailed", exception: "NotAllowedError"),
    End(code: 1, headless: "userCanceled", interface: "userCanceled", exception: "NotAllowedError"),
    End(code: 100, headless: nil, interface: "providerFailed", exception: "NotAllowedError"),
    End(code: 101, headless: "credentialNotFound", interface: "credentialNotFound", exception: "NotAllowedError"),
    // Only a registration can have an excluded credential.
    End(code: 102, headless: "providerFailed", interface: "providerFailed", exception: "NotAllowedError"),
    End(code: 7, headless: "providerFailed", interface: "providerFailed", exception: "NotAllowedError"),
    End(domain: "PassExtension", code: 1, headless: "providerFailed", interface: "providerFailed", exception: "NotAllowedError"),
    End(domain: "", code: 100, headless: "providerFailed", interface: "providerFailed", exception: "NotAllowedError"),
  ]

  private func picked(_ crowd: ProviderCrowd) async throws -> CallNumber {
    try await crowd.fill("a", [BrokerHarness.code, BrokerHarness.password, BrokerHarness.passkey])
    let token = try #require(try await crowd.suggestions(.oneTimeCode).items.first?.token)
    await crowd.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    guard case (let call, .provideCredentialWithoutUserInteraction(_))? = crowd["a"].calls.last?.parts else {
      throw TestFailure(description: "the provider was not asked")
    }
    return call
  }

  @Test("a cancelled call without an interface becomes the matching failure, or prepares the interface", arguments: ends.indices)
  func suggestion(row: Int) async throws {
    let end = Self.ends[row]
    let crowd = try await ProviderCrowd(["a"])
    let call = try await picked(crowd)
    await crowd["a"].say(.cancelRequest(call: call, domain: end.domain, code: end.code, reason: nil))
    if let headless = end.headless {
      #expect(crowd.lastFailure?.code == headless)
      return
    }
    guard case (call, .prepareInterfaceToProvideCredential(let request))? = crowd["a"].calls.last?.parts else {
      Issue.record("the interface was not prepared")
      return
    }
    #expect(request.identity == BrokerHarness.code)
  }

  @Test("a cancelled call with an interface becomes the matching failure", arguments: ends.indices)
  func interface(row: Int) async throws {
    let end = Self.ends[row]
    let crowd = try await ProviderCrowd(["a"])
    let call = try await picked(crowd)
    await crowd["a"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    await crowd["a"].say(.cancelRequest(call: call, domain: end.domain, code: end.code, reason: nil))
    #expect(crowd.lastFailure?.code == end.interface)
    let count = crowd["a"].calls.count
    await crowd["a"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    #expect(crowd["a"].calls.count == count)
  }

  @Test("a page's passkey request reveals only WebAuthn's exceptions", arguments: ends.indices)
  func passkey(row: Int) async throws {
    let end = Self.ends[row]
    let crowd = try await ProviderCrowd(["a"])
    try await crowd.fill("a", [BrokerHarness.passkey])
    await crowd.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: Self.requestOptions)), id: 2)
    await crowd.broker.receive(.viewEvent(id: 2, ViewEventValue(view: 0, action: .choose, row: "b0")), from: crowd.client)
    guard case (let call, .provideCredentialWithoutUserInteraction(_))? = crowd["a"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    await crowd["a"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    await crowd["a"].say(.cancelRequest(call: call, domain: end.domain, code: end.code, reason: nil))
    #expect(crowd.lastFailure?.exception == end.exception)
  }

  @Test("a list cannot require interaction, because it is the interface")
  func list() async throws {
    let crowd = try await ProviderCrowd(["a"])
    await crowd.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 2)
    guard case (let call, .prepareOneTimeCodeCredentialList(_))? = crowd["a"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    await crowd["a"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    #expect(crowd.lastFailure?.code == "providerFailed")
  }

  // MARK: Cancellation

  @Test("a cancelled request ends immediately and at the provider, and later messages are ignored", arguments: [false, true])
  func cancelled(atInterface: Bool) async throws {
    let crowd = try await ProviderCrowd(["a"])
    let call = try await picked(crowd)
    if atInterface {
      await crowd["a"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
      await crowd["a"].say(.present(call: call, view: PresentableViewValue(number: 1, kind: .confirmation, title: "?")))
    }
    await crowd.broker.receive(.cancel(id: 2), from: crowd.client)
    #expect(crowd.lastFailure?.code == "userCanceled")
    #expect(crowd["a"].calls.last == ProviderCall(call, .cancel))
    let count = crowd.seen.answerCount
    await crowd["a"].say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    await crowd["a"].say(.present(call: call, view: PresentableViewValue(number: 2, kind: .message, title: "?")))
    await crowd["a"].say(.dismiss(call: call))
    #expect(crowd.seen.answerCount == count)
    #expect(!crowd["a"].wasKilled)
  }

  @Test("a choice of providers is cancelled without a call to any of them")
  func cancelledChoice() async throws {
    let crowd = try await ProviderCrowd(["a", "b"])
    await crowd.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 2)
    await crowd.broker.receive(.cancel(id: 2), from: crowd.client)
    #expect(crowd.lastFailure?.code == "userCanceled")
    await crowd.broker.receive(.viewEvent(id: 2, ViewEventValue(view: 0, action: .choose, row: "b0")), from: crowd.client)
    #expect(crowd["a"].calls.isEmpty)
  }

  @Test("requests to generate and to save a password are cancelled like any other", arguments: [0, 1])
  func cancelledOthers(row: Int) async throws {
    let crowd = try await ProviderCrowd(["a"])
    let service = ServiceIdentifierValue(identifier: "", kind: .url)
    switch row {
    case 0:
      await crowd.send(
        .generatePassword(GeneratePasswordRequest(context: BrokerHarness.shop, GeneratePasswordsRequestValue(service: service))), id: 2)
    default:
      let request = SavePasswordRequestValue(service: service, user: "anne", sessionID: "s", event: .userInitiated)
      await crowd.send(.savePassword(SavePasswordRequest(context: BrokerHarness.shop, request, password: "pw")), id: 2)
    }
    #expect(crowd["a"].calls.count == 1)
    await crowd.broker.receive(.cancel(id: 2), from: crowd.client)
    #expect(crowd.lastFailure?.code == "userCanceled")
    guard case .cancel? = crowd["a"].calls.last?.payload else {
      Issue.record("the provider was not notified")
      return
    }
  }

  // MARK: Concurrency

  @Test("concurrent requests each get their own answer, in any order")
  func concurrent() async throws {
    let crowd = try await ProviderCrowd(["a", "b"])
    let users = (0..<20).map { "user\($0)" }
    try await crowd.fill("a", users.prefix(10).map { ProviderCrowd.password("shop.example", $0) })
    try await crowd.fill("b", users.suffix(10).map { ProviderCrowd.password("shop.example", $0) })
    for (index, item) in try await crowd.suggestions(.currentPassword).items.enumerated() {
      await crowd.send(.provide(ProvideRequest(token: item.token, context: BrokerHarness.shop)), id: RequestNumber(rawValue: index + 1))
    }
    for name in ["b", "a"] {
      for call in crowd[name].calls.reversed() {
        guard case (let number, .provideCredentialWithoutUserInteraction(let request)) = call.parts else { continue }
        let user = request.identity.user
        await crowd[name].say(.complete(call: number, result: .password(user: user)), secret: "of " + user)
      }
    }
    let answered = crowd.seen.answers.withLock { $0 }.compactMap { answer -> String? in
      guard case (_, .credential(.password(let user, let password))) = answer.parts else { return nil }
      #expect(password == "of " + user)
      return user
    }
    #expect(Set(answered) == Set(users))
  }

  @Test("a provider cannot answer another provider's request")
  func foreignAnswer() async throws {
    let crowd = try await ProviderCrowd(["a", "b"])
    let call = try await picked(crowd)
    let count = crowd.seen.answerCount
    await crowd["b"].say(.complete(call: call, result: .oneTimeCode), secret: "000000")
    await crowd["b"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
    #expect(crowd.seen.answerCount == count)
    await crowd["a"].say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    #expect(crowd.seen.lastReply == ClientReply(2, .credential(.oneTimeCode("123456"))))
  }

  @Test("a number in use and a tab's 25th request are refused, and open requests continue")
  func limits() async throws {
    let crowd = try await ProviderCrowd(["a", "b"])
    for id in 1...24 {
      await crowd.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: RequestNumber(rawValue: id))
    }
    await crowd.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 24)
    #expect(crowd.lastFailure?.code == "badRequest")
    await crowd.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 25)
    #expect(crowd.lastFailure?.code == "busy")
    await crowd.broker.receive(.viewEvent(id: 1, ViewEventValue(view: 0, action: .choose, row: "b0")), from: crowd.client)
    #expect(crowd["a"].calls.count == 1)
  }
}
