// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialProviderHost
import Foundation
import SecretMemory
import Testing

/// A provider that unlocks with a form, with one field for each service that the test names.
private final class TypedProvider: ASCredentialProviderViewController {
  override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      let fields = serviceIdentifiers.map {
        PresentableForm.Field(id: $0.identifier, label: $0.identifier, isSecret: $0.identifier == "pin", text: "old", isOptional: true)
      }
      let form = PresentableForm(title: "Unlock", fields: fields, confirmLabel: "Unlock")
      guard case .entered(let entry) = try await extensionContext.present(form) else { throw ASExtensionError(.userCanceled) }
      let texts = fields.map { entry.text(of: $0.id) ?? "none" } + [entry.text(of: "other") ?? "none"]
      await extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: texts.joined(separator: ",")))
    }
  }
}

@Suite("A form presented by a provider", .timeLimit(.minutes(1)))
@MainActor
struct FormTests {
  private func services(_ names: [String]) -> [ASCredentialServiceIdentifier] {
    names.map { ASCredentialServiceIdentifier(identifier: $0, type: .domain) }
  }

  @Test("returns what is typed by the fields' identifiers, and secret fields start empty")
  func typed() async throws {
    let broker = try await PlayedBroker(TypedProvider.self)
    let asked = ["user", "pin"].map { ServiceIdentifierValue(identifier: $0, kind: .domain) }
    try broker.send(.call(ProviderCall(4, .prepareOneTimeCodeCredentialList(services: asked))))
    let view = try await broker.nextView()
    #expect(view.kind == .form)
    #expect(view.fields == [.init(label: "user", text: "old", optional: true), .init(label: "pin", secret: true, optional: true)])
    let event = ViewEventValue(view: view.number, action: .confirm, byteCounts: [5, 2])
    try broker.send(.call(ProviderCall(4, .viewEvent(event))), secret: "zoë\u{1}42")
    #expect(try await broker.nextCompletion().secret == "zoë\u{1},42,none")
    await broker.leave()
  }

  @Test("is filled in by its labels in a provider test")
  func played() async throws {
    try await ProviderTestHost.run(TypedProvider.self) { host async throws in
      let request = host.prepareOneTimeCodeCredentialList(for: services(["user", "pin"]))
      let form = try await request.nextView()
      #expect(form.kind == .form && form.fields == ["user", "pin"])
      #expect(throws: ProviderTestError.self) { try form.enter(["other": "x"]) }
      #expect(throws: ProviderTestError.self) { try form.confirm() }
      try form.enter(["pin": "0815"])
      #expect(try await request.outcome() == .oneTimeCode(",0815,none"))
    }
  }

  @Test("ends the request as cancelled by the user if it is cancelled")
  func cancelled() async throws {
    try await ProviderTestHost.run(TypedProvider.self) { host async throws in
      let request = host.prepareOneTimeCodeCredentialList(for: services(["pin"]))
      try await request.nextView().cancel()
      #expect(try await request.outcome() == .canceled(.userCanceled, reason: nil))
    }
  }

  @Test("ends the request with a reason if it cannot be shown", arguments: [[], ["a", "a"], (1...9).map(String.init)])
  func unusable(names: [String]) async throws {
    try await ProviderTestHost.run(TypedProvider.self) { host async throws in
      let request = host.prepareOneTimeCodeCredentialList(for: services(names))
      #expect(try await request.outcome() == .canceled(.failed, reason: "formUnusable"))
    }
  }

  @Test("has texts that can be joined and split again, even if some are empty")
  func joining() throws {
    for texts in [["a", "", "ü"], [""], ["", "", "", ""], (0..<8).map { String(repeating: "x", count: $0 * 512) }] {
      let (secret, counts) = TypedTexts.join(texts.map { SharedSecret(copying: $0.utf8) })
      let split = try #require(TypedTexts.split(secret, by: counts, count: texts.count))
      #expect(split.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } == texts)
    }
  }

  @Test(
    "is refused if the byte counts do not match its fields, are negative, exceed the limit or have another sum",
    arguments: [nil, [], [3], [1, 1, 2], [5, -1], [4, 1], [Int.max, 1], [Int.min, Int.max], [4_097, 0]] as [[Int]?])
  func lengths(counts: [Int]?) {
    #expect(TypedTexts.split(SharedSecret(copying: "abcd".utf8), by: counts, count: 2) == nil)
    #expect(TypedTexts.split(nil, by: [0, 0], count: 2) == nil)
    #expect(TypedTexts.split(SharedSecret(copying: [UInt8](repeating: 1, count: 4_097)), by: [4_097], count: 1) == nil)
  }
}
