// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

@Suite("Views that a provider presents", .timeLimit(.minutes(1)))
@MainActor
struct PresentationTests {
  private let services = [
    ServiceIdentifierValue(identifier: "m.shop.example", kind: .domain), ServiceIdentifierValue(identifier: "shop.example", kind: .domain),
  ]

  @Test("a list is shown and updated under the same number, and picking a row completes the request")
  func list() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(4, .prepareOneTimeCodeCredentialList(services: services))))
    let first = try await broker.nextView()
    let second = try await broker.nextView()
    #expect(first.kind == .list)
    #expect(first.searchable == true)
    #expect(first.rows?.map(\.code) == ["111111", "111111"])
    #expect(first.rows?.first?.validUntil == 60)
    #expect(first.rows?.first?.period == 30)
    #expect(second.rows?.map(\.code) == ["222222", "222222"])
    #expect(second.number == first.number)
    try broker.send(.call(ProviderCall(4, .viewEvent(ViewEventValue(view: first.number, action: .choose, row: "shop.example")))))
    #expect(try await broker.nextCompletion().secret == "shop.example")
    await broker.leave()
  }

  @Test("cancelling a list ends the request as cancelled by the user")
  func cancelList() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(4, .prepareOneTimeCodeCredentialList(services: services))))
    let view = try await broker.nextView()
    try broker.send(.call(ProviderCall(4, .viewEvent(ViewEventValue(view: view.number, action: .cancel)))))
    var end = try await broker.next().message
    if case .present = end { end = try await broker.next().message }
    guard case .cancelRequest(4, ASExtensionErrorDomain, 1, nil) = end else {
      Issue.record("ended by \(end)")
      return
    }
    await broker.leave()
  }

  @Test("an event for another view, an unknown row or an action that does not fit changes nothing")
  func strayEvents() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(5, .prepareInterfaceForVerificationCodeSetup(services: services))), secret: "otpauth://x")
    let view = try await broker.nextView()
    #expect(view.kind == .choice)
    #expect(view.details == [PresentableViewValue.Detail(label: "Service", value: "otpauth://x")])
    try broker.send(.call(ProviderCall(5, .viewEvent(ViewEventValue(view: view.number + 1, action: .cancel)))))
    try broker.send(.call(ProviderCall(6, .viewEvent(ViewEventValue(view: view.number, action: .cancel)))))
    try broker.send(.call(ProviderCall(5, .viewEvent(ViewEventValue(view: view.number, action: .choose, row: "c")))))
    try broker.send(.call(ProviderCall(5, .viewEvent(ViewEventValue(view: view.number, action: .confirm)))))
    try broker.send(.call(ProviderCall(5, .viewEvent(ViewEventValue(view: view.number, action: .choose, row: "b")))))
    #expect(try await broker.nextCompletion().result == .verificationCodeSetup(service: "b", account: "m.shop.exampleshop.example"))
    await broker.leave()
  }

  @Test("confirming a question completes the request and cancelling it ends the request", arguments: [true, false])
  func confirmation(confirms: Bool) async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(8, .prepareInterfaceForPasskeyRegistration(request: PlayedBroker.registration()))))
    let view = try await broker.nextView()
    #expect(view.kind == .confirmation)
    #expect(view.title == "Anne A.")
    try broker.send(.call(ProviderCall(8, .viewEvent(ViewEventValue(view: view.number, action: confirms ? .confirm : .cancel)))))
    if confirms {
      guard case .passkeyRegistration(let relyingParty, let hash, _, _, _) = try await broker.nextCompletion().result else {
        Issue.record("no registration")
        return
      }
      #expect(relyingParty == "shop.example")
      #expect(hash == Data(repeating: 9, count: 32))
    } else {
      #expect(try await broker.nextCancellation().code == 1)
    }
    await broker.leave()
  }

  @Test("a request that the broker gives up ends its work and sends no further message")
  func givenUp() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: PlayedBroker.codeRequest("waits")))))
    _ = try await broker.nextView()
    try broker.send(.call(ProviderCall(1, .cancel)))
    try broker.send(.call(ProviderCall(2, .provideCredentialWithoutUserInteraction(request: PlayedBroker.codeRequest("ready")))))
    guard case .complete(2, .oneTimeCode) = try await broker.next().message else {
      Issue.record("the cancelled request sent a message")
      return
    }
    await broker.leave()
  }

  @Test("the main loop ends if the broker's end closes during a request")
  func brokerGone() async throws {
    let broker = try await PlayedBroker()
    try broker.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: PlayedBroker.codeRequest("waits")))))
    _ = try await broker.nextView()
    await broker.leave()
    #expect(await !broker.store.state().isEnabled)
  }
}
