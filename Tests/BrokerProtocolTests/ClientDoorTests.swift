// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Foundation
import LocalTransport
import Testing

@Suite("The client protocol of docs/protocols/native-messaging.md")
struct ClientDoorTests {
  /// The page's text, so that an example that no longer holds fails here.
  private static let page: String = {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/protocols/native-messaging.md")
    return (try? String(contentsOf: path, encoding: .utf8)) ?? ""
  }()

  private static func decode(_ json: String) throws -> ClientMessage {
    try MessageCoding.decode(ClientMessage.self, from: Array(json.utf8))
  }

  private static let context =
    #"{"origin":"https://a.example","topOrigin":"https://a.example","ancestorOrigins":[],"tab":1,"frame":0,"document":"d"}"#

  @Test("decodes every request that the page lists")
  func requests() throws {
    let members = [
      "suggestions": #""context":\#(Self.context),"field":"one-time-code""#, "provide": #""token":"t""#,
      "list": #""context":\#(Self.context),"field":"username","passkey":{"challenge":"AAEC"}"#,
      "set-up-code": #""context":\#(Self.context),"url":"otpauth://totp/a?secret=GEZDGNBV""#,
      "create-passkey": #""context":\#(Self.context),"options":{}"#, "get-passkey": #""context":\#(Self.context),"options":{}"#,
      "status": "", "cancel": "", "view-event": #""view":1,"action":"choose","row":"r""#,
      "text-suggestions": #""field":"one-time-code","services":[{"identifier":"shop.example","kind":"domain"}]"#,
      "authorize": #""requests":[{"type":"password"}],"mode":"modal""#,
      "generate-password": #""service":{"identifier":"shop.example","kind":"domain"}"#,
      "save-password": #""service":{"identifier":"shop.example","kind":"domain"},"user":"anne","sessionID":"s","event":0"#,
      "signal": #""signal":"unknown-credential","rpId":"shop.example","credentialId":"AQID""#, "choose-text": "", "providers": "",
      "set-provider": #""identifier":"org.example.provider","enabled":false"#, "attach-surface": #""ticket":"t""#,
      "password-state": #""context":\#(Self.context),"user":"anne","password":"p""#,
      "manage": #""request":{"type":"list","limit":5},"secret":"s""#, "paired-browsers": "", "forget-browser": #""browser":"Chromium""#,
      "start-exchange": #""from":"org.example.a","to":"org.example.b""#, "request-export": "",
      "export-part": #""transfer":"t","bytes":12"#, "import-part": #""token":"t""#,
    ]
    let table = try #require(Self.page.split(separator: "## Requests").last?.split(separator: "## Answers").first)
    let listed = table.split(separator: "\n").compactMap { $0.firstMatch(of: #/^\| `([a-z-]+)` /#)?.1 }.map(String.init)
    #expect(Set(listed) == Set(members.keys))
    for (type, rest) in members {
      let comma = rest.isEmpty ? "" : ","
      #expect(throws: Never.self) { try Self.decode(#"{"type":"\#(type)","id":1\#(comma)\#(rest)}"#) }
    }
  }

  @Test(
    "refuses a message with an unknown type or without a required member",
    arguments: [
      #"{"type":"unlock","id":1}"#, #"{"type":"provide","id":1}"#, #"{"type":"provide","token":"t"}"#, #"{"id":1}"#, "[]", "",
      #"{"type":"suggestions","id":1,"field":"one-time-code"}"#, #"{"type":"view-event","id":1,"view":1,"action":"steal"}"#,
      #"{"type":"suggestions","id":1,"context":\#(context),"field":"new-password"}"#, #"{"type":"status","id":"1"}"#,
      #"{"type":"manage","id":1}"#, #"{"type":"password-state","id":1,"password":"p"}"#,
      #"{"type":"password-state","id":1,"context":\#(context)}"#,
      #"{"type":"status","id":1.5}"#,
    ])
  func malformed(json: String) {
    #expect(throws: LocalTransportError(.malformedMessage)) { try Self.decode(json) }
  }

  @Test("encodes the answers that the page shows")
  func answers() throws {
    func text(_ answer: ClientReply) throws -> String { String(decoding: try MessageCoding.encode(answer), as: UTF8.self) }
    #expect(try text(ClientReply(0, .welcome(version: 1))) == #"{"id":0,"protocol":1,"type":"welcome"}"#)
    #expect(
      try text(ClientReply(2, .credential(.oneTimeCode("123456"))))
        == #"{"code":"123456","id":2,"kind":"one-time-code","type":"credential"}"#)
    #expect(
      try text(ClientReply(3, .exportGranted(ExportGrant(version: "1.0", transfer: "t"))))
        == #"{"id":3,"transfer":"t","type":"export-granted","version":"1.0"}"#)
    #expect(
      try text(ClientReply(4, .exchanging(ExchangeState(transfer: "t", left: 12))))
        == #"{"id":4,"left":12,"transfer":"t","type":"exchanging"}"#)
    #expect(
      try text(ClientReply(4, .setUpDone(CodeSetUp(service: "shop.example", account: "anne"))))
        == #"{"account":"anne","id":4,"service":"shop.example","type":"set-up-done"}"#)
    #expect(
      try text(ClientReply(2, .failure(RequestFailure(code: "userCanceled", exception: "NotAllowedError"))))
        == #"{"code":"userCanceled","exception":"NotAllowedError","id":2,"type":"failure"}"#)
    #expect(try text(ClientReply(3, .dismiss)) == #"{"id":3,"type":"dismiss"}"#)
  }

  @Test("decodes the view in the page's example and encodes it unchanged")
  func views() throws {
    struct Presented: Decodable { var view: PresentableViewValue }
    let example = try #require(Self.page.firstMatch(of: #/\{"type":"present","id":4,(?s:.*?)\}\}\n/#)?.0)
    let view = try JSONDecoder().decode(Presented.self, from: Data(example.utf8)).view
    #expect(view.kind == .confirmation)
    #expect(view.details == [PresentableViewValue.Detail(label: "Service", value: "shop.example")])
    let again = try MessageCoding.decode(PresentableViewValue.self, from: MessageCoding.encode(view))
    #expect(again == view)
  }

  @Test("keeps WebAuthn options unchanged: integers stay integers, and members stay in place")
  func optionsVerbatim() throws {
    let json = #"{"alg":-7,"big":600000,"flag":true,"half":0.5,"list":[1,"two",null],"name":"é"}"#
    let value = try MessageCoding.decode(JSONValue.self, from: Array(json.utf8))
    #expect(String(decoding: try MessageCoding.encode(value), as: UTF8.self) == json)
  }
}

@Suite("Messages between broker and provider")
struct ProviderMessageTests {
  private static let request = CredentialRequestValue(
    type: .passkeyAssertion,
    identity: CredentialIdentityValue(
      relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data([1]), userHandle: Data([2]), recordIdentifier: "r"),
    clientDataHash: Data(count: 32), userVerification: "required")

  @Test("a call survives encoding and decoding")
  func calls() throws {
    let call = BrokerMessage.call(ProviderCall(3, .provideCredentialWithoutUserInteraction(request: Self.request)))
    guard
      case .call(let again) = try MessageCoding.decode(BrokerMessage.self, from: MessageCoding.encode(call)),
      case .provideCredentialWithoutUserInteraction(let request) = again.payload
    else {
      Issue.record("a different call was decoded")
      return
    }
    #expect(again.number == 3 && request == Self.request)
  }

  @Test("no message contains a code or a password in its JSON")
  func noSecretInJSON() throws {
    let code = try MessageCoding.encode(ProviderMessage.complete(call: 1, result: .oneTimeCode))
    #expect(String(decoding: code, as: UTF8.self) == #"{"complete":{"call":1,"result":{"oneTimeCode":{}}}}"#)
    let password = try MessageCoding.encode(ProviderMessage.complete(call: 1, result: .password(user: "anne")))
    #expect(String(decoding: password, as: UTF8.self) == #"{"complete":{"call":1,"result":{"password":{"user":"anne"}}}}"#)
  }
}
