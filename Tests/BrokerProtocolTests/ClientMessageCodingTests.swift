// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Foundation
import LocalTransport
import Testing

@Suite("Coding of the client's messages")
struct ClientMessageCodingTests {
  private static let context = ClientContext(
    origin: "https://a.example", topOrigin: "https://b.example", ancestorOrigins: ["https://b.example"], tab: 1, frame: 2, document: "d")
  private static let framed = ClientContext(
    origin: "https://a.example", topOrigin: "https://b.example", ancestorOrigins: ["https://b.example"], tab: 1, frame: 2, document: "d",
    permissionsPolicy: ["publickey-credentials-get"])
  private static let service = ServiceIdentifierValue(identifier: "shop.example", kind: .domain, displayName: "Shop")
  private static let extensions: PasskeyExtensionInputsValue = {
    var value = PasskeyExtensionInputsValue()
    value.salts = .init(first: Data([1]), second: Data([2]))
    value.largeBlob = .write(Data([3]))
    return value
  }()

  @Test("a credential ID has one spelling: padding and unused bits after the last byte are refused", arguments: ["AQ==", "AR", "A", "A+8"])
  func spelling(text: String) throws {
    let message = #"{"signal":"unknown-credential","rpId":"a.example","credentialId":"AQ"}"#
    let decoder = JSONDecoder()
    let other = message.replacing("\"AQ\"", with: "\"\(text)\"")
    #expect(throws: Never.self) { try decoder.decode(CredentialSignal.self, from: Data(message.utf8)) }
    #expect(throws: DecodingError.self) { try decoder.decode(CredentialSignal.self, from: Data(other.utf8)) }
  }

  static let messages: [ClientMessage] =
    [
      .hello(role: .browser, version: 1, caller: "chrome-extension://a/"), .hello(role: .app, version: 1), .cancel(id: 3),
      .viewEvent(id: 4, ViewEventValue(view: 2, action: .choose, row: "r")),
    ] + requests.enumerated().map { .request(id: RequestNumber(rawValue: $0.offset), $0.element) }

  private static let requests: [ClientRequest] = [
    .suggestions(PageFieldRequest(context: context, field: .username, passkey: .object(["challenge": .text("AAEC")]))),
    .list(PageFieldRequest(context: context, field: .oneTimeCode)), .provide(ProvideRequest(token: "t")),
    .textSuggestions(AppFieldRequest(field: .currentPassword, services: [service])), .textSuggestions(AppFieldRequest(field: .oneTimeCode)),
    .setUpCode(SetUpCodeRequest(context: context, .link("otpauth://totp/a?secret=GEZDGNBV"))),
    .setUpCode(SetUpCodeRequest(context: context, .picture(Data([0x89, 0x50, 0xFB, 0xFF])))),
    .createPasskey(CreatePasskeyRequest(context: context, options: .object([:]))),
    .createPasskey(CreatePasskeyRequest(context: context, options: .object([:]), isConditional: true)),
    .getPasskey(GetPasskeyRequest(context: context, options: .object(["rpId": .text("a.example")]))),
    .getPasskey(GetPasskeyRequest(context: framed, options: .object([:]), isImmediate: true)),
    .authorize(
      AuthorizeRequest(
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
        ], mode: .immediate)),
    .generatePassword(GeneratePasswordRequest(GeneratePasswordsRequestValue(service: service, passwordFieldRules: "minlength: 12;"))),
    .generatePassword(GeneratePasswordRequest(GeneratePasswordsRequestValue(service: service), isChosen: true)),
    .savePassword(
      SavePasswordRequest(
        context: context, SavePasswordRequestValue(service: service, user: "anne", sessionID: "s", event: .formDidDisappear),
        password: "secret")),
    .savePassword(SavePasswordRequest(SavePasswordRequestValue(service: service, user: "anne", sessionID: "s", event: .userInitiated))),
    .signal(SignalRequest(.unknownCredential(relyingParty: "a.example", credentialID: Data([0xFB, 0xFF])))),
    .signal(
      SignalRequest(
        context: context, .allAcceptedCredentials(relyingParty: "a.example", userHandle: Data([1]), credentialIDs: [Data([2]), Data()]))),
    .signal(SignalRequest(.currentUserDetails(relyingParty: "a.example", userHandle: Data([1]), name: "anne", displayName: nil))),
    .signal(SignalRequest(.unusedPassword(domain: "a.example", userName: "anne"))), .chooseText,
    .status, .providers,
    .setProvider(ProviderSettingsChange(identifier: "org.example.provider", enabled: true, position: 0)),
    .attachSurface(AttachSurfaceRequest(ticket: "t")),
  ]

  @Test("every message survives encoding and decoding", arguments: messages)
  func message(_ message: ClientMessage) throws {
    #expect(try MessageCoding.decode(ClientMessage.self, from: MessageCoding.encode(message)) == message)
  }

  static let answers: [ClientReply] = [
    ClientReply(0, .welcome(version: 1)),
    ClientReply(
      1,
      .suggestions(
        FieldSuggestions(
          items: [SuggestionValue(token: "t", kind: .passkey, service: "s", account: "a", provider: "p")],
          locked: [LockedProviderValue(token: "u", provider: "q")], canList: true))),
    ClientReply(2, .credential(.oneTimeCode("123456"))), ClientReply(2, .credential(.oneTimeCode(nil))),
    ClientReply(3, .credential(.password(user: "anne", nil))),
    ClientReply(4, .credential(.passkey(response: .object([:])))), ClientReply(5, .setUpDone(CodeSetUp(service: "s", account: "a"))),
    ClientReply(6, .passkeyCreated(response: .null)),
    ClientReply(7, .passkeyAsserted(response: .text("x"))), ClientReply(8, .authorized(.password(user: "anne"))),
    ClientReply(
      8,
      .authorized(
        .passkeyAssertion(
          AppPasskeyAssertionResult(
            credentialID: Data([1]), clientDataJSON: Data([2]), authenticatorData: Data([3]), signature: Data([4]), userID: Data([5]))))),
    ClientReply(
      8,
      .authorized(
        .passkeyRegistration(
          AppPasskeyRegistrationResult(credentialID: Data([1]), clientDataJSON: Data([2]), attestationObject: Data([3]))))),
    ClientReply(9, .generated([GeneratedPasswordValue(kind: "STRONG", byteCount: 20)])), ClientReply(10, .saved()),
    ClientReply(10, .saved(isPresent: true)), ClientReply(10, .passwordState(PasswordStateValue(.changed, users: ["anne"]))),
    ClientReply(10, .managed(ManagedAnswer(.object(["type": .text("done")]), secret: "secret"))),
    ClientReply(11, .text(nil)),
    ClientReply(12, .done()), ClientReply(12, .done(detail: "userCanceled")),
    ClientReply(13, .status([ProviderStatusValue(name: "Passfold", state: "locked")])),
    ClientReply(13, .status([ProviderStatusValue(name: "Passfold", state: "locked", makesPasskeys: true)])),
    ClientReply(
      14,
      .providers([
        ProviderSettingsValue(
          identifier: "i", name: "n", folder: "/f", capabilities: ["ProvidesPasskeys"], isEnabled: true, position: 0, state: "locked",
          faults: 0, isDefaultForPasskeys: true, findings: [])
      ])),
    ClientReply(14, .providers([], isUnreadable: true)),
    ClientReply(15, .failure(RequestFailure(code: "userCanceled", exception: "NotAllowedError", authorizationError: 1001))),
    ClientReply(
      16,
      .present(
        PresentableViewValue(
          number: 1, kind: .list, title: "t",
          rows: [PresentableViewValue.Row(id: "r", title: "t", match: true, kind: .oneTimeCode, provider: "Passfold")]))),
    ClientReply(17, .dismiss),
  ]

  @Test("every answer survives encoding and decoding", arguments: answers)
  func answer(_ answer: ClientReply) throws {
    #expect(try MessageCoding.decode(ClientReply.self, from: MessageCoding.encode(answer)) == answer)
  }

  @Test(
    "an unknown role, request, mode, signal or event is refused",
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
