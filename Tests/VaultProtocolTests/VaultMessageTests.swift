// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import Testing
import VaultProtocol

@Suite("Messages of the management door")
struct VaultMessageTests {
  private static let entry = VaultEntry(
    record: "00112233445566778899aabbccddeeff", kind: .oneTimeCode, title: "Shop", services: ["shop.example"], user: "anne")

  private func text(_ message: some Encodable) throws -> String { String(decoding: try MessageCoding.encode(message), as: UTF8.self) }

  @Test(
    "writes a request flat, with its type and number, and reads it back",
    arguments: [
      (VaultCall.status, #"{"id":7,"type":"status"}"#), (.create, #"{"id":7,"type":"create"}"#), (.unlock, #"{"id":7,"type":"unlock"}"#),
      (.lock, #"{"id":7,"type":"lock"}"#), (.list, #"{"id":7,"type":"list"}"#), (.cancel, #"{"id":7,"type":"cancel"}"#),
      (.code(.init(query: "shop", next: true)), #"{"id":7,"next":true,"query":"shop","type":"code"}"#),
      (
        .addPassword(.init(service: "shop.example", user: "anne")),
        #"{"id":7,"service":"shop.example","type":"add-password","user":"anne"}"#
      ),
      (.addCode(.init(title: "Shop")), #"{"id":7,"title":"Shop","type":"add-code"}"#),
    ])
  func requests(call: VaultCall, json: String) throws {
    let request = VaultRequest(id: 7, call: call)
    #expect(try text(request) == json)
    #expect(try MessageCoding.decode(VaultRequest.self, from: Array(json.utf8)) == request)
  }

  @Test(
    "writes an answer flat, with its type and number, and reads it back",
    arguments: [
      (VaultAnswer.done, #"{"id":7,"type":"done"}"#), (.created, #"{"id":7,"type":"created"}"#),
      (.failure(VaultFailure(.tooManyAttempts, retryAfter: 8)), #"{"code":"tooManyAttempts","id":7,"retryAfter":8,"type":"failure"}"#),
      (.entries([]), #"{"entries":[],"id":7,"type":"entries"}"#),
      (
        .status(VaultStatus(state: .unreadable, fault: .vaultDamaged, folder: "/v", terminalHasGrant: false, locksAfter: 600)),
        #"{"fault":"vaultDamaged","folder":"/v","id":7,"locksAfter":600,"state":"unreadable","terminalHasGrant":false,"type":"status"}"#
      ),
      (
        .code(VaultAnswer.IssuedCode(entry: entry, validFrom: 30, validUntil: 60)),
        #"{"entry":{"kind":"one-time-code","record":"00112233445566778899aabbccddeeff","services":["shop.example"],"title":"Shop","user":"anne"},"id":7,"type":"code","validFrom":30,"validUntil":60}"#
      ),
    ])
  func answers(answer: VaultAnswer, json: String) throws {
    let reply = VaultReply(id: 7, answer: answer)
    #expect(try text(reply) == json)
    #expect(try MessageCoding.decode(VaultReply.self, from: Array(json.utf8)) == reply)
  }

  @Test("reads back an added entry")
  func added() throws {
    let reply = VaultReply(id: 1, answer: .added(Self.entry))
    #expect(try MessageCoding.decode(VaultReply.self, from: MessageCoding.encode(reply)) == reply)
  }

  @Test("introduces a client with its version, role and place")
  func hello() throws {
    let hello = VaultHello(role: .cli, place: VaultHello.Place(terminal: "/dev/pts/3", terminalType: "xterm"))
    #expect(try text(hello) == #"{"place":{"terminal":"/dev/pts/3","terminalType":"xterm"},"protocol":1,"role":"cli"}"#)
    #expect(try MessageCoding.decode(VaultHello.self, from: MessageCoding.encode(hello)) == hello)
  }

  @Test(
    "refuses a request without a number, with an unknown type, or without a member that its type needs",
    arguments: [#"{"type":"status"}"#, #"{"id":1,"type":"burn"}"#, #"{"id":1,"type":"code"}"#, #"{"id":1}"#, "[]", ""])
  func strangers(json: String) {
    #expect(throws: LocalTransportError(.malformedMessage)) { try MessageCoding.decode(VaultRequest.self, from: Array(json.utf8)) }
  }

  @Test("ignores members that it does not know")
  func unknownMembers() throws {
    let json = #"{"type":"lock","id":2,"colour":"red"}"#
    #expect(try MessageCoding.decode(VaultRequest.self, from: Array(json.utf8)) == VaultRequest(id: 2, call: .lock))
  }
}
