// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Synchronization
import Testing

@Suite("Text fields of apps")
struct AppTextFieldTests {
  private func suggestions(
    _ field: FieldPurpose, of world: AppWorld, services: [ServiceIdentifierValue]? = nil
  ) async throws -> [SuggestionValue] {
    await world.harness.broker.receive(
      .request(id: 7, .textSuggestions(AppFieldRequest(field: field, services: services))), from: world.app)
    guard case (7, .suggestions(let suggestions)) = try await world.next().answer.parts else {
      throw TestFailure(description: "no suggestions")
    }
    return suggestions.items
  }

  @Test("a code field suggests the codes of the app's services, and the code arrives only in the frame's secret part")
  func oneTimeCode() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    let items = try await suggestions(.oneTimeCode, of: world)
    #expect(items.map(\.kind) == [.oneTimeCode])
    await world.harness.broker.receive(.request(id: 8, .provide(ProvideRequest(token: try #require(items.first?.token)))), from: world.app)
    let (call, _) = try world.asked()
    await world.harness.provider.say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    let (answer, secret) = try await world.next()
    #expect(answer == ClientReply(8, .credential(.oneTimeCode(nil))))
    #expect(secret == "123456")
  }

  @Test("a user-name field suggests a passkey only while an autofill request waits, and choosing it answers that request")
  func passkey() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    #expect(try await suggestions(.username, of: world).map(\.kind) == [.password])
    let request = AppPasskeyAssertionValue(relyingParty: "shop.example", challenge: Data([1]))
    await world.authorize([.passkeyAssertion(request)], mode: .autofill)
    var items: [SuggestionValue] = []
    // The request waits once it has been judged.
    while items.count < 2 { items = try await suggestions(.username, of: world) }
    #expect(items.map(\.kind) == [.passkey, .password])
    await world.harness.broker.receive(.request(id: 8, .provide(ProvideRequest(token: try #require(items.first?.token)))), from: world.app)
    #expect(try await world.next().answer == ClientReply(8, .done()))
    let (call, asked) = try world.asked()
    await world.harness.provider.say(.complete(call: call, result: try world.assertion(asked)))
    guard case (1, .authorized(.passkeyAssertion)) = (try await world.next().answer).parts else {
      Issue.record("the waiting request was not answered")
      return
    }
  }

  @Test("an app gets no suggestions for a service outside its entitlements, and the failure says why")
  func otherService() async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    let services = [ServiceIdentifierValue(identifier: "other.example", kind: .domain)]
    await world.harness.broker.receive(
      .request(id: 7, .textSuggestions(AppFieldRequest(field: .oneTimeCode, services: services))), from: world.app)
    let failure = try await world.nextFailure()
    #expect(failure.code == "notAssociated")
    #expect(failure.detail == "domainNotEntitled")
  }

  @Test("an app without a desktop file or without entitlements is refused, and the failure says which is missing")
  func nothingNamesIt() async throws {
    let harness = try await BrokerHarness()
    let told = Mutex<[ClientReply]>([])
    let caller = CallerIdentity(user: 1000, process: 8, executable: "/opt/sign-in/sign-in") { true }
    let app = await harness.broker.attach(as: .app, caller: caller) { answer, _ in told.withLock { $0.append(answer) } }
    await harness.broker.receive(.request(id: 7, .textSuggestions(AppFieldRequest(field: .oneTimeCode))), from: app)
    while told.withLock({ $0.isEmpty }) { await Task.yield() }
    guard case .failure(let refusal)? = told.withLock({ $0.last })?.answer, refusal.code == "notAssociated" else {
      Issue.record("answered with \(told.withLock { $0 }) instead of a refusal")
      return
    }
    #expect(refusal.association?.code == "applicationUnknown")
    let world = try await AppWorld(entitlements: nil)
    await world.harness.broker.receive(.request(id: 7, .textSuggestions(AppFieldRequest(field: .oneTimeCode))), from: world.app)
    let failure = try await world.nextFailure()
    #expect(failure.detail == "entitlementsMissing")
  }
}
