// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Foundation
import LocalTransport
import Testing

@Suite("Every message of the client door comes back from its JSON as it was")
struct ClientMessageCodingTests {
  private static let context = ClientContext(
    origin: "https://a.example", topOrigin: "https://b.example", ancestorOrigins: ["https://b.example"], tab: 1, frame: 2, document: "d")
  private static let service = ServiceIdentifierValue(identifier: "shop.example", kind: .domain, displayName: "Shop")
  private static let extensions: PasskeyExtensionInputsValue = {
    var value = PasskeyExtensionInputsValue()
    value.salts = .init(first: Data([1]), second: Data([2]))
    value.largeBlob = .write(Data([3]))
    return value
  }()

  static let messages: [ClientMessage] =
    [
      .hello(role: .browser, version: 1, caller: "chrome-extension://a/"), .hello(role: .app, version: 1), .cancel(id: 3),
      .viewEvent(id: 4, ViewEventValue(view: 2, action: .choose, row: "r")),
    ] + requests.enumerated().map { .request(id: $0.offset, $0.element) }

  private static let requests: [ClientRequest] = [
    .suggestions(context: context, field: .username, passkey: .object(["challenge": .text("AAEC")])),
    .list(context: context, field: .oneTimeCode, passkey: nil), .provide(token: "t"),
    .textSuggestions(field: .currentPassword, services: [service]), .textSuggestions(field: .oneTimeCode, services: nil),
    .setUpCode(context: context, url: "otpauth://totp/a?secret=GEZDGNBV"),
    .createPasskey(context: context, options: .object([:])),
    .createPasskey(context: context, options: .object([:]), isConditional: true),
    .getPasskey(context: context, options: .object(["rpId": .text("a.example")])),
    .authorize(
      requests: [
        .password,
        .passkeyAssertion(
          AppPasskeyAssertionValue(
            relyingParty: "a.example", challenge: Data([1]), allowedCredentials: [Data([2])], userVerification: "required",
            extensions: extensions)),
        .passkeyRegistration(
          AppPasskeyRegistrationValue(
            relyingParty: "a.example", challenge: Data([1]), userName: "anne", displayName: "Anne", userID: Data([4]),
            excludedCredentials: [Data([5])], isConditional: true)),
      ], mode: .immediate, terminal: "/dev/pts/1"),
    .generatePassword(context: nil, GeneratePasswordsRequestValue(service: service, passwordFieldRules: "minlength: 12;")),
    .generatePassword(context: nil, GeneratePasswordsRequestValue(service: service), isChosen: true),
    .savePassword(
      context: context, SavePasswordRequestValue(service: service, user: "anne", sessionID: "s", event: .formDidDisappear),
      password: "secret"),
    .savePassword(
      context: nil, SavePasswordRequestValue(service: service, user: "anne", sessionID: "s", event: .userInitiated),
      terminal: "/dev/pts/1"),
    .signal(context: nil, .unknownCredential(relyingParty: "a.example", credentialID: Data([0xFB, 0xFF]))),
    .signal(
      context: context, .allAcceptedCredentials(relyingParty: "a.example", userHandle: Data([1]), credentialIDs: [Data([2]), Data()])),
    .signal(context: nil, .currentUserDetails(relyingParty: "a.example", userHandle: Data([1]), name: "anne", displayName: nil)),
    .signal(context: nil, .unusedPassword(domain: "a.example", userName: "anne")), .chooseText(context: context), .status, .providers,
    .setProvider(ProviderSettingsChange(identifier: "org.example.provider", enabled: true, position: 0)),
    .setProvider(ProviderSettingsChange(identifier: "org.example.provider", enabled: true, terminal: "/dev/pts/7")),
    .attachSurface(ticket: "t", terminal: "/dev/pts/1"),
  ]

  @Test("messages", arguments: messages)
  func message(_ message: ClientMessage) throws {
    #expect(try MessageCoding.decode(ClientMessage.self, from: MessageCoding.encode(message)) == message)
  }

  static let answers: [ClientAnswer] = [
    .welcome(version: 1),
    .suggestions(
      id: 1, items: [SuggestionValue(token: "t", kind: .passkey, service: "s", account: "a", provider: "p")],
      locked: [LockedProviderValue(token: "u", provider: "q")], canList: true),
    .oneTimeCode(id: 2, code: "123456"), .oneTimeCode(id: 2, code: nil), .password(id: 3, user: "anne", password: nil),
    .passkey(id: 4, response: .object([:])), .setUpDone(id: 5, service: "s", account: "a"), .passkeyCreated(id: 6, response: .null),
    .passkeyAsserted(id: 7, response: .text("x")), .authorized(id: 8, credential: .password(user: "anne")),
    .authorized(
      id: 8,
      credential: .passkeyAssertion(
        AppPasskeyAssertionResult(
          credentialID: Data([1]), clientDataJSON: Data([2]), authenticatorData: Data([3]), signature: Data([4]), userID: Data([5])))),
    .authorized(
      id: 8,
      credential: .passkeyRegistration(
        AppPasskeyRegistrationResult(credentialID: Data([1]), clientDataJSON: Data([2]), attestationObject: Data([3])))),
    .generated(id: 9, passwords: [GeneratedPasswordValue(kind: "STRONG", byteCount: 20)]), .saved(id: 10), .text(id: 11, text: nil),
    .done(id: 12), .done(id: 12, detail: "userCanceled"),
    .status(id: 13, providers: [ProviderStatusValue(name: "Passfold", state: "locked")]),
    .providers(
      id: 14,
      providers: [
        ProviderSettingsValue(
          identifier: "i", name: "n", folder: "/f", capabilities: ["ProvidesPasskeys"], isEnabled: true, position: 0, state: "locked",
          faults: 0, isDefaultForPasskeys: true, findings: [])
      ]),
    .failure(id: 15, code: "userCanceled", exception: "NotAllowedError", detail: nil, authorizationError: 1001),
    .present(
      id: 16,
      view: PresentableViewValue(
        number: 1, kind: .list, title: "t",
        rows: [PresentableViewValue.Row(id: "r", title: "t", match: true, kind: .oneTimeCode, provider: "Passfold")])),
    .dismiss(id: 17),
  ]

  @Test("answers", arguments: answers)
  func answer(_ answer: ClientAnswer) throws {
    #expect(try MessageCoding.decode(ClientAnswer.self, from: MessageCoding.encode(answer)) == answer)
  }

  @Test(
    "refuses a role, a request, a mode or a signal that there is none of",
    arguments: [
      #"{"type":"hello","role":"vault","protocol":1}"#, #"{"type":"authorize","id":1,"requests":[{"type":"apple-id"}],"mode":"modal"}"#,
      #"{"type":"authorize","id":1,"requests":[],"mode":"silent"}"#, #"{"type":"signal","id":1,"signal":"forget-everything"}"#,
      #"{"type":"signal","id":1,"signal":"unknown-credential","rpId":"a.example","credentialId":"AQ=="}"#,
      #"{"type":"signal","id":1,"signal":"unknown-credential","rpId":"a.example","credentialId":"A"}"#,
      #"{"type":"signal","id":1,"signal":"unknown-credential","rpId":"a.example","credentialId":"+/+/"}"#,
      #"{"type":"save-password","id":1,"service":{"identifier":"a.example","kind":"domain"},"user":"a","sessionID":"s","event":3}"#,
    ])
  func refused(json: String) {
    #expect(throws: LocalTransportError(.malformedMessage)) { try MessageCoding.decode(ClientMessage.self, from: Array(json.utf8)) }
  }
}
