// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import Testing
import VaultProtocol

@Suite("Messages of the management protocol")
struct VaultMessageTests {
  private static let entry = VaultEntry(
    record: "00112233445566778899aabbccddeeff", kind: .oneTimeCode, title: "Shop", services: ["shop.example"], user: "anne")

  private func text(_ message: some Encodable) throws -> String { String(decoding: try MessageCoding.encode(message), as: UTF8.self) }

  @Test(
    "encode a request flat, with its type and number, and decode it again",
    arguments: [
      (VaultCall.status, #"{"id":7,"type":"status"}"#), (.create, #"{"id":7,"type":"create"}"#), (.unlock, #"{"id":7,"type":"unlock"}"#),
      (.lock, #"{"id":7,"type":"lock"}"#), (.list(), #"{"id":7,"type":"list"}"#), (.cancel, #"{"id":7,"type":"cancel"}"#),
      (.code(.init(query: "shop", next: true)), #"{"id":7,"next":true,"query":"shop","type":"code"}"#),
      (
        .addPassword(.init(service: "shop.example", user: "anne")),
        #"{"id":7,"service":"shop.example","type":"add-password","user":"anne"}"#
      ),
      (
        .addEntry(.init(kind: .card, title: "Travel", values: [EntryValue(.expires, "2029-08")], secrets: ["number"])),
        #"{"id":7,"kind":"card","secrets":["number"],"title":"Travel","type":"add-entry","values":[{"name":"expires","value":"2029-08"}]}"#
      ),
      (
        .edit(.init(query: "me", values: [EntryValue(.email, label: "work", "a@b.example")], document: "Passport")),
        #"{"document":"Passport","id":7,"query":"me","type":"edit","values":[{"label":"work","name":"email","value":"a@b.example"}]}"#
      ),
      (.addCode(.init(title: "Shop")), #"{"id":7,"title":"Shop","type":"add-code"}"#),
      (
        .addCode(.init(login: "00ff", separate: false, confirmed: true)),
        #"{"confirmed":true,"id":7,"login":"00ff","separate":false,"type":"add-code"}"#
      ),
      (.previewSetUp(.init(page: "https://shop.example/")), #"{"id":7,"page":"https://shop.example/","type":"preview-set-up"}"#),
      (.importCodes(.init(preview: true)), #"{"id":7,"preview":true,"type":"import-codes"}"#),
      (.confirmCode(.init(record: "00ff")), #"{"id":7,"record":"00ff","type":"confirm-code"}"#),
      (.details(.init(query: "shop", kind: .password)), #"{"id":7,"kind":"password","query":"shop","type":"details"}"#),
      (
        .edit(.init(query: "shop", services: ["shop.example"], digits: 8, counter: 9, restoreHistory: 0)),
        #"{"counter":9,"digits":8,"id":7,"query":"shop","restoreHistory":0,"services":["shop.example"],"type":"edit"}"#
      ),
      (.renameDevice(.init(device: "0a1b", name: "Desk")), #"{"device":"0a1b","id":7,"name":"Desk","type":"rename-device"}"#),
      (.renameDevice(.init(name: "Desk")), #"{"id":7,"name":"Desk","type":"rename-device"}"#),
      (.remove(.init(query: "shop")), #"{"id":7,"query":"shop","type":"remove"}"#),
      (.erase(), #"{"id":7,"type":"erase"}"#),
      (.erase(.init(query: "shop", kind: .passkey)), #"{"id":7,"kind":"passkey","query":"shop","type":"erase"}"#),
      (.restore(.init(query: "shop")), #"{"id":7,"query":"shop","type":"restore"}"#),
      (
        .list(.init(query: "shop", kind: .password, offset: 20, limit: 10)),
        #"{"id":7,"kind":"password","limit":10,"offset":20,"query":"shop","type":"list"}"#
      ),
      (.reveal(.init(query: "shop", kind: .password)), #"{"id":7,"kind":"password","query":"shop","type":"reveal"}"#),
      (.trash(), #"{"id":7,"type":"trash"}"#), (.exportSetUp(.init(query: "shop")), #"{"id":7,"query":"shop","type":"export-set-up"}"#),
      (
        .codes(.init(query: "", offset: 20, limit: 10, withNext: true, unattended: true)),
        #"{"id":7,"limit":10,"offset":20,"query":"","type":"codes","unattended":true,"withNext":true}"#
      ),
      (.clock, #"{"id":7,"type":"clock"}"#),
      (
        .attach(.init(query: "shop", name: "a.pdf", bytes: 5, mediaType: "application/pdf")),
        #"{"bytes":5,"id":7,"mediaType":"application/pdf","name":"a.pdf","query":"shop","type":"attach"}"#
      ),
      (.sendPart(.init(transfer: "0f")), #"{"id":7,"transfer":"0f","type":"send-part"}"#),
      (
        .openAttachment(.init(query: "shop", kind: .password, name: "a.pdf")),
        #"{"id":7,"kind":"password","name":"a.pdf","query":"shop","type":"open-attachment"}"#
      ),
      (.takePart(.init(transfer: "0f")), #"{"id":7,"transfer":"0f","type":"take-part"}"#),
      (.removeAttachment(.init(query: "shop", name: "a.pdf")), #"{"id":7,"name":"a.pdf","query":"shop","type":"remove-attachment"}"#),
      (.revealShown(.init(query: "shop")), #"{"id":7,"query":"shop","type":"reveal-shown"}"#),
      (.changePassphrase, #"{"id":7,"type":"change-passphrase"}"#), (.recover, #"{"id":7,"type":"recover"}"#),
      (.choosePIN, #"{"id":7,"type":"choose-pin"}"#), (.forgetPIN, #"{"id":7,"type":"forget-pin"}"#),
      (.chooseIdleTime(.init(seconds: 300)), #"{"id":7,"seconds":300,"type":"choose-idle-time"}"#),
      (.chooseFinger, #"{"id":7,"type":"choose-finger"}"#),
      (.replaceRecoveryKey, #"{"id":7,"type":"replace-recovery-key"}"#),
      (.health(.init(after: "0f")), #"{"after":"0f","id":7,"type":"health"}"#),
      (.releases(.init(before: 40, limit: 20)), #"{"before":40,"id":7,"limit":20,"type":"releases"}"#),
      (.compensateClock(.init(seconds: -90.5)), #"{"id":7,"seconds":-90.5,"type":"compensate-clock"}"#),
      (.compensateClock(.init(seconds: nil)), #"{"id":7,"type":"compensate-clock"}"#),
    ])
  func requests(call: VaultCall, json: String) throws {
    var request = VaultRequest(id: 7, call: call)
    if case .codes = call { request.isUnattended = true }
    #expect(try text(request) == json)
    #expect(try MessageCoding.decode(VaultRequest.self, from: Array(json.utf8)) == request)
  }

  @Test(
    "encode an answer flat, with its type and number, and decode it again",
    arguments: [
      (
        VaultAnswer.releases(
          .init(
            rows: [
              .init(
                number: 4, time: 60, kind: .code, door: .autoFill, record: "00ff", title: "Shop", user: "anne",
                recipient: "shop.example")
            ], total: 9, missing: 1)),
        #"{"id":7,"missing":1,"rows":[{"door":"autofill","kind":"code","number":4,"recipient":"shop.example","record":"00ff","time":60,"title":"Shop","user":"anne"}],"total":9,"type":"releases"}"#
      ),
      (VaultAnswer.done, #"{"id":7,"type":"done"}"#),
      (.created(.init(account: "00ff", made: 5)), #"{"account":"00ff","id":7,"made":5,"type":"created"}"#),
      (.recoveryKit(.init(account: "00ff", made: 5)), #"{"account":"00ff","id":7,"made":5,"type":"recovery-kit"}"#),
      (.failure(VaultFailure(.tooManyAttempts, retryAfter: 8)), #"{"code":"tooManyAttempts","id":7,"retryAfter":8,"type":"failure"}"#),
      (
        .failure(VaultFailure(.badSetUpLink, detail: "secretNotBase32", position: 31, character: "0", suggestion: "O")),
        #"{"character":"0","code":"badSetUpLink","detail":"secretNotBase32","id":7,"position":31,"suggestion":"O","type":"failure"}"#
      ),
      (
        .setUp(SetUpPreview(title: "Shop", account: "anne", scheme: scheme, warnings: [.shortSecret])),
        #"{"account":"anne","candidates":[],"id":7,"scheme":{"algorithm":"SHA1","digits":6,"form":"time","period":30,"secretBits":80},"title":"Shop","type":"set-up","warnings":["shortSecret"]}"#
      ),
      (
        .imported(
          CodeImport(
            refused: [CodeImport.Refusal(index: 2, name: "Old", code: "unsupportedAlgorithm")],
            batch: .init(size: 2, index: 0, identifier: 5))
        ),
        #"{"added":[],"batch":{"identifier":5,"index":0,"size":2},"id":7,"present":[],"refused":[{"code":"unsupportedAlgorithm","index":2,"name":"Old"}],"type":"imported"}"#
      ),
      (
        .codes(VaultAnswer.CodeList(rows: [], total: 0, time: 60.5, compensation: 0.5)),
        #"{"compensation":0.5,"id":7,"rows":[],"time":60.5,"total":0,"type":"codes"}"#
      ),
      (.clock(VaultAnswer.ClockState(void: true)), #"{"id":7,"type":"clock","void":true}"#),
      (
        .setUpURL(entry),
        #"{"entry":{"kind":"one-time-code","record":"00112233445566778899aabbccddeeff","services":["shop.example"],"title":"Shop","user":"anne"},"id":7,"type":"set-up-url"}"#
      ),
      (
        .kept(.init(entry: entry, warnings: [.checkDigit])),
        #"{"entry":{"kind":"one-time-code","record":"00112233445566778899aabbccddeeff","services":["shop.example"],"title":"Shop","user":"anne"},"id":7,"type":"kept","warnings":["checkDigit"]}"#
      ),
      (
        .attachment(.init(entry: entry, file: .init(name: "a.pdf", bytes: 70_000), transfer: "0f", left: 4464)),
        #"{"entry":{"kind":"one-time-code","record":"00112233445566778899aabbccddeeff","services":["shop.example"],"title":"Shop","user":"anne"},"file":{"bytes":70000,"name":"a.pdf"},"id":7,"left":4464,"transfer":"0f","type":"attachment"}"#
      ),
      (.entries(.init(entries: [], total: 3)), #"{"entries":[],"id":7,"total":3,"type":"entries"}"#),
      (
        .shown(.init(entry: entry, parts: [.init(bytes: 5), .init(field: "PIN", bytes: 4)])),
        #"{"entry":{"kind":"one-time-code","record":"00112233445566778899aabbccddeeff","services":["shop.example"],"title":"Shop","user":"anne"},"id":7,"parts":[{"bytes":5},{"bytes":4,"field":"PIN"}],"type":"shown"}"#
      ),
      (
        .revealed(entry),
        #"{"entry":{"kind":"one-time-code","record":"00112233445566778899aabbccddeeff","services":["shop.example"],"title":"Shop","user":"anne"},"id":7,"type":"revealed"}"#
      ),
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

  private static let scheme = CodeScheme(form: .timeBased, algorithm: "SHA1", digits: 6, period: 30, secretBits: 80)

  @Test("keep all details of an entry")
  func details() throws {
    var pending = Self.entry
    pending.pending = true
    let details = EntryDetails(
      entry: pending, issuer: "shop.example", scheme: Self.scheme, added: 60, pendingSince: 60, replaces: [Self.entry],
      history: [EntryDetails.Retired(retired: 30, scheme: Self.scheme)], login: Self.entry)
    let reply = VaultReply(id: 1, answer: .details(details))
    #expect(try MessageCoding.decode(VaultReply.self, from: MessageCoding.encode(reply)) == reply)
  }

  @Test("include the hello for a browser, an unattended request, and the kinds that a client knows")
  func browser() throws {
    let hello = VaultHello(role: .browser, browser: "Chromium")
    #expect(try text(hello) == #"{"browser":"Chromium","protocol":1,"role":"browser"}"#)
    #expect(try MessageCoding.decode(VaultHello.self, from: MessageCoding.encode(hello)) == hello)
    let request = VaultRequest(id: 7, call: .list(), isUnattended: true)
    #expect(try text(request) == #"{"id":7,"type":"list","unattended":true}"#)
    #expect(try MessageCoding.decode(VaultRequest.self, from: MessageCoding.encode(request)) == request)
    let knowing = VaultRequest(id: 7, call: .list(), knownKinds: [.note, .card])
    #expect(try text(knowing) == #"{"id":7,"knows":["card","note"],"type":"list"}"#)
    func read(_ names: [String]) throws -> Set<VaultEntry.Kind>? {
      let list = names.map { "\"\($0)\"" }.joined(separator: ",")
      return try MessageCoding.decode(VaultRequest.self, from: Array(#"{"id":7,"knows":[\#(list)],"type":"list"}"#.utf8)).knownKinds
    }
    #expect(try read(["note", "hologram"]) == [.note])
    #expect(throws: (any Error).self) { try read(Array(repeating: "note", count: 33)) }
  }

  @Test("include a request for progress, and the progress")
  func progress() throws {
    let request = VaultRequest(id: 7, call: .check, wantsProgress: true)
    #expect(try text(request) == #"{"id":7,"progress":true,"type":"check"}"#)
    #expect(try MessageCoding.decode(VaultRequest.self, from: MessageCoding.encode(request)) == request)
    let reply = VaultReply(id: 7, answer: .progress(VaultAnswer.Progress(stage: "records", done: 12, total: 340)))
    #expect(try text(reply) == #"{"done":12,"id":7,"stage":"records","total":340,"type":"progress"}"#)
    #expect(try MessageCoding.decode(VaultReply.self, from: MessageCoding.encode(reply)) == reply)
  }

  @Test("keep an added entry")
  func added() throws {
    let reply = VaultReply(id: 1, answer: .added(Self.entry))
    #expect(try MessageCoding.decode(VaultReply.self, from: MessageCoding.encode(reply)) == reply)
  }

  @Test("introduce a client with its version, role and place")
  func hello() throws {
    let hello = VaultHello(role: .cli, place: VaultHello.Place(terminalType: "xterm"))
    #expect(try text(hello) == #"{"place":{"terminalType":"xterm"},"protocol":1,"role":"cli"}"#)
    #expect(try MessageCoding.decode(VaultHello.self, from: MessageCoding.encode(hello)) == hello)
  }

  @Test("accept neither a terminal nor a display from a client")
  func helloOfOldClient() throws {
    let json = #"{"protocol":1,"role":"cli","place":{"terminal":"/dev/pts/3","display":":9","waylandDisplay":"w","terminalType":"xterm"}}"#
    let hello = try MessageCoding.decode(VaultHello.self, from: Array(json.utf8))
    #expect(try text(hello) == #"{"place":{"terminalType":"xterm"},"protocol":1,"role":"cli"}"#)
  }

  @Test(
    "are refused without a number, with an unknown type or without a required member",
    arguments: [#"{"type":"status"}"#, #"{"id":1,"type":"burn"}"#, #"{"id":1,"type":"code"}"#, #"{"id":1}"#, "[]", ""])
  func strangers(json: String) {
    #expect(throws: LocalTransportError(.malformedMessage)) { try MessageCoding.decode(VaultRequest.self, from: Array(json.utf8)) }
  }

  @Test("may contain unknown members, which are ignored")
  func unknownMembers() throws {
    let json = #"{"type":"lock","id":2,"colour":"red"}"#
    #expect(try MessageCoding.decode(VaultRequest.self, from: Array(json.utf8)) == VaultRequest(id: 2, call: .lock))
  }
}
