// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import AutoFillTextFields
import BrokerProtocol
import Foundation
import Testing

@Suite("Text fields of any toolkit", .timeLimit(.minutes(1)))
@MainActor
struct AutoFillTextFieldTests {
  private final class Field: AutoFillTextField {
    let textContentType: TextContentType?
    private(set) var text = ""

    init(_ type: TextContentType?) { textContentType = type }

    func fill(with text: String) { self.text = text }
  }

  private let system = PlayedSystem()
  private let services = [ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)]

  /// Reads past the hello and returns the next request.
  private func nextRequest() async throws -> (id: RequestNumber, request: ClientRequest) {
    while let message = await system.next()?.message {
      if case .request(let id, let request) = message { return (id, request) }
    }
    throw CancellationError()
  }

  @Test("focusing a field requests suggestions for its content type, and the picked code is filled into it")
  func oneTimeCode() async throws {
    let form = AutoFillTextFields(services: services, broker: system.client())
    let field = Field(.oneTimeCode)
    form.add(field)
    let (offers, offering) = AsyncStream.makeStream(of: [AutoFillSuggestion].self)
    form.suggestionsHandler = { suggestions, _ in offering.yield(suggestions) }
    form.beginEditing(field)
    let (question, request) = try await nextRequest()
    #expect(
      request
        == .textSuggestions(
          AppFieldRequest(
            field: .oneTimeCode, services: [ServiceIdentifierValue(identifier: "shop.example", kind: .domain, displayName: "shop.example")])
        ))
    try system.say(
      ClientReply(
        question,
        .suggestions(
          FieldSuggestions(
            items: [SuggestionValue(token: "t", kind: .oneTimeCode, service: "Shop", account: "anne", provider: "Vault")],
            locked: [LockedProviderValue(token: "u", provider: "Other")], canList: true))))
    var offered = offers.makeAsyncIterator()
    let suggestions = try #require(await offered.next(isolation: MainActor.shared))
    #expect(suggestions.map(\.kind) == [.oneTimeCode, .lockedProvider])
    async let pick: Void = form.pick(suggestions[0], for: field)
    let (pickID, picked) = try await nextRequest()
    #expect(picked == .provide(ProvideRequest(token: "t")))
    try system.say(ClientReply(pickID, .credential(.oneTimeCode(nil))), secret: Array("123456".utf8))
    try await pick
    #expect(field.text == "123456")
  }

  private func offerPassword(of account: String) async throws {
    let (question, _) = try await nextRequest()
    let value = SuggestionValue(token: "t", kind: .password, service: "Shop", account: account, provider: "Vault")
    try system.say(ClientReply(question, .suggestions(FieldSuggestions(items: [value], locked: [], canList: true))))
  }

  @Test("picking a password fills the user name and the password but no other field")
  func password() async throws {
    let form = AutoFillTextFields(services: services, broker: system.client())
    let (user, password, code) = (Field(.username), Field(.password), Field(.oneTimeCode))
    for field in [user, password, code] { form.add(field) }
    async let found = form.suggestions(for: .username)
    try await offerPassword(of: "anne")
    let suggestion = try #require(try await found.first)
    async let pick: Void = form.pick(suggestion, for: user)
    let (pickID, _) = try await nextRequest()
    try system.say(ClientReply(pickID, .credential(.password(user: "anne", nil))), secret: Array("sesame".utf8))
    try await pick
    #expect([user.text, password.text, code.text] == ["anne", "sesame", ""])
  }

  @Test("a password without a user name is titled by its service and leaves a typed user name unchanged")
  func passwordAlone() async throws {
    let form = AutoFillTextFields(services: services, broker: system.client())
    let (user, password) = (Field(.username), Field(.password))
    for field in [user, password] { form.add(field) }
    user.fill(with: "typed")
    async let found = form.suggestions(for: .password)
    try await offerPassword(of: "")
    let suggestion = try #require(try await found.first)
    #expect([suggestion.title, suggestion.subtitle] == ["Shop", ""])
    async let pick: Void = form.pick(suggestion, for: password)
    let (pickID, _) = try await nextRequest()
    try system.say(ClientReply(pickID, .credential(.password(user: "", nil))), secret: Array("sesame".utf8))
    try await pick
    #expect([user.text, password.text] == ["typed", "sesame"])
  }

  @Test("a new password chosen outside the app is filled into the field and the one that repeats it")
  func chosenPassword() async throws {
    let form = AutoFillTextFields(services: services, broker: system.client())
    let (first, second, user) = (Field(.newPassword), Field(.newPassword), Field(.username))
    for field in [first, second, user] { form.add(field) }
    async let choice: Void = form.chooseNewPassword(for: first)
    let (question, request) = try await nextRequest()
    guard case .generatePassword(let asked) = request, asked.context == nil, asked.isChosen else {
      Issue.record("asked for \(request)")
      return
    }
    try system.say(
      ClientReply(question, .generated([GeneratedPasswordValue(kind: "STRONG", byteCount: 6)])), secret: Array("sesame".utf8))
    try await choice
    #expect([first.text, second.text, user.text] == ["sesame", "sesame", ""])
  }

  @Test("a text chosen outside the app is filled into a field of any type and into no other field")
  func chosenText() async throws {
    let form = AutoFillTextFields(services: services, broker: system.client())
    let (field, other) = (Field(nil), Field(.username))
    for field in [field, other] { form.add(field) }
    async let choice: Void = form.chooseText(for: field)
    let (question, request) = try await nextRequest()
    #expect(request == .chooseText)
    try system.say(ClientReply(question, .text(nil)), secret: Array("anne".utf8))
    try await choice
    #expect([field.text, other.text] == ["anne", ""])
  }

  @Test("a refusal during editing is passed to the error handler, and the field gets an empty list")
  func refusalWhileEditing() async throws {
    let form = AutoFillTextFields(services: services, broker: system.client())
    let (reasons, reasoning) = AsyncStream.makeStream(of: String?.self)
    let (offers, offering) = AsyncStream.makeStream(of: Int.self)
    form.errorHandler = { error, _ in reasoning.yield((error as? ASAuthorizationError)?.userInfo[AuthorizationFailure.reasonKey] as? String)
    }
    form.suggestionsHandler = { suggestions, _ in offering.yield(suggestions.count) }
    form.beginEditing(Field(.oneTimeCode))
    let (question, _) = try await nextRequest()
    try system.say(ClientReply(question, .failure(RequestFailure(code: "notAssociated", detail: "half", authorizationError: 1004))))
    var told = reasons.makeAsyncIterator()
    #expect(await told.next(isolation: MainActor.shared) == "notAssociated")
    var offered = offers.makeAsyncIterator()
    #expect(await offered.next(isolation: MainActor.shared) == 0)
  }

  @Test("a form without a service cannot request a new password and throws the reason")
  func noService() async throws {
    let form = AutoFillTextFields(services: nil, broker: system.client())
    let error = await #expect(throws: ASAuthorizationError.self) { try await form.chooseNewPassword(for: Field(.newPassword)) }
    #expect(error?.userInfo[AuthorizationFailure.reasonKey] as? String == "noService")
  }

  @Test("a refusal is thrown with a readable reason, and a field without a content type requests nothing")
  func refusal() async throws {
    let form = AutoFillTextFields(services: services, broker: system.client())
    form.beginEditing(Field(nil))
    let task = Task { try await form.suggestions(for: .oneTimeCode) }
    let (question, _) = try await nextRequest()
    try system.say(
      ClientReply(
        question,
        .failure(
          RequestFailure(code: "notAssociated", association: .init(code: "noDomainEntitled"), authorizationError: 1004))))
    let error = await #expect(throws: ASAuthorizationError.self) { try await task.value }
    #expect(error?.code == .failed)
    #expect((error as NSError?)?.localizedFailureReason?.hasPrefix("The app's half of the association is missing") == true)
  }
}
