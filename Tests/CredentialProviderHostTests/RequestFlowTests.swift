// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

@Suite("The course of a provider's request", .timeLimit(.minutes(1)))
@MainActor
struct RequestFlowTests {
  @Test("a provider answers without interaction if it can, with its view loaded but not shown")
  func headless() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: PlayedBroker.codeRequest("ready")))))
    let answer = try await broker.nextCompletion()
    #expect(answer.result == .oneTimeCode)
    #expect(answer.secret == "123456")
    await broker.leave()
  }

  @Test("a provider that needs interaction reports so, then prepares its interface, presents it and completes")
  func interaction() async throws {
    let broker = try await PlayedBroker()
    let request = PlayedBroker.codeRequest("locked")
    try broker.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
    #expect(try await broker.nextCancellation().code == 100)
    try broker.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
    let view = try await broker.nextView()
    #expect(view.kind == .message)
    #expect(view.busy == true)
    let answer = try await broker.nextCompletion()
    #expect(answer.result == .oneTimeCode)
    #expect(answer.secret == "viewDidLoad viewDidAppear")
    await broker.leave()
  }

  @Test("cancelling a message view cancels the work behind it and the request")
  func cancelWork() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: PlayedBroker.codeRequest("waits")))))
    let view = try await broker.nextView()
    try broker.send(.call(ProviderCall(1, .viewEvent(ViewEventValue(view: view.number, action: .cancel)))))
    #expect(try await broker.nextCancellation().code == 1)
    await broker.leave()
  }

  @Test("a stale identity is reported as not found")
  func notFound() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: PlayedBroker.codeRequest("gone")))))
    #expect(try await broker.nextCancellation().code == 101)
    await broker.leave()
  }

  @Test("an error of another domain is reported as failed")
  func foreign() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: PlayedBroker.codeRequest("foreign")))))
    let end = try await broker.nextCancellation()
    #expect(end.code == 0)
    #expect(end.reason == "foreignError")
    await broker.leave()
  }

  @Test("a completion of another type is reported as failed, and its secret is not sent")
  func wrongKind() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: PlayedBroker.codeRequest("wrong kind")))))
    #expect(try await broker.nextCancellation().reason == "answerDoesNotFit")
    await broker.leave()
  }

  @Test("a method that is not overridden cancels the request")
  func silent() async throws {
    let broker = try await PlayedBroker(SilentProvider.self)
    let request = PlayedBroker.codeRequest("ready")
    let services = [ServiceIdentifierValue(identifier: "shop.example", kind: .domain)]
    let calls: [BrokerMessage] = [
      .call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))),
      .call(ProviderCall(2, .prepareInterfaceToProvideCredential(request: request))),
      .call(ProviderCall(3, .prepareCredentialList(services: services, parameters: nil))),
      .call(ProviderCall(4, .prepareOneTimeCodeCredentialList(services: services))),
      .call(ProviderCall(5, .prepareInterfaceForPasskeyRegistration(request: PlayedBroker.registration()))),
    ]
    for call in calls {
      try broker.send(call)
      #expect(try await broker.nextCancellation().reason == "methodNotOverridden")
    }
    try broker.send(
      .call(ProviderCall(6, .prepareInterfaceForVerificationCodeSetup(services: services))), secret: "otpauth://totp/a?secret=A")
    #expect(try await broker.nextCancellation().reason == "methodNotOverridden")
    await broker.leave()
  }

  @Test("a request that lacks required data is refused before the provider sees it")
  func malformed() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: PlayedBroker.registration(hashSize: 31)))))
    #expect(try await broker.nextCancellation().reason == "malformedRequest")
    try broker.send(.call(ProviderCall(2, .prepareInterfaceForVerificationCodeSetup(services: []))))
    #expect(try await broker.nextCancellation().reason == "malformedRequest")
    await broker.leave()
  }

  @Test("a message that is not a call ends the conversation")
  func garbage() async throws {
    let broker = try await PlayedBroker()
    broker.sendRaw("{\"nonsense\":{}}")
    await #expect(throws: PlayedBroker.Ended.self) { try await broker.next() }
    await broker.leave()
  }
}
