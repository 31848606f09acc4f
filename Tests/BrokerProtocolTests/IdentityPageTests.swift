// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Foundation
import LocalTransport
import Testing

@Suite("The compact form of identities")
struct IdentityPageTests {
  static let identities: [CredentialIdentityValue] = [
    CredentialIdentityValue(
      kind: .password, service: ServiceIdentifierValue(identifier: "shop.example", kind: .domain), user: "anne", recordIdentifier: nil),
    CredentialIdentityValue(
      kind: .oneTimeCode,
      service: ServiceIdentifierValue(identifier: "https://shop.example:8443/", kind: .url, displayName: "Shop"), user: "",
      recordIdentifier: "", rank: -7),
    CredentialIdentityValue(
      relyingPartyIdentifier: "shop.example", userName: "änne 🦊", credentialID: Data(0..<64), userHandle: Data(), recordIdentifier: "r",
      rank: .max),
    CredentialIdentityValue(
      kind: .password, service: ServiceIdentifierValue(identifier: String(repeating: "a", count: 8192), kind: .app), user: "u",
      recordIdentifier: "r", rank: .min),
  ]

  @Test("survives encoding and decoding")
  func roundTrip() throws {
    let page = try IdentityPage(Self.identities)
    let read = try MessageCoding.decode(IdentityPage.self, from: MessageCoding.encode(page))
    #expect(try read.identities() == Self.identities)
  }

  @Test("takes less than a hundred bytes for an ordinary identity")
  func size() throws {
    let identity = CredentialIdentityValue(
      kind: .password, service: ServiceIdentifierValue(identifier: "login.shop.example", kind: .domain), user: "anne@mail.example",
      recordIdentifier: String(repeating: "0", count: 36))
    #expect(try IdentityPage([identity]).bytes.count < 100)
  }

  @Test("splits any number of identities into pages that each fit in a frame")
  func pages() throws {
    let many = (0..<5000).map { number in
      CredentialIdentityValue(
        kind: .password, service: ServiceIdentifierValue(identifier: "shop\(number).example", kind: .domain), user: "anne",
        recordIdentifier: String(repeating: "0", count: 100))
    }
    let frames = try IdentityStoreFrame.frames(of: .replace(many))
    #expect(frames.count > 2)
    var read: [CredentialIdentityValue] = []
    for (index, frame) in frames.enumerated() {
      let json = try MessageCoding.encode(ProviderMessage.store(request: 1, frame: frame))
      #expect(json.count <= SocketFrameLimits.json)
      switch frame {
      case .page(let page) where index < frames.count - 1: read += try page.identities()
      case .replace(let page) where index == frames.count - 1: read += try page.identities()
      default: Issue.record("frame \(index) is of another kind")
      }
    }
    #expect(read == many)
  }

  @Test("refuses a field that is too long instead of cutting it")
  func longField() {
    let identity = CredentialIdentityValue(
      kind: .password, service: ServiceIdentifierValue(identifier: "a.example", kind: .domain), user: String(repeating: "a", count: 8193),
      recordIdentifier: nil)
    #expect(throws: IdentityPageError(.fieldTooLong)) { try IdentityPage([identity]) }
  }

  @Test("excludes rank and display name from the key that identifies an identity")
  func key() throws {
    var former = Self.identities[0]
    former.rank = 3
    former.service.displayName = "Shop"
    let keys = try IdentityPage([Self.identities[0], former]).records().map { try #require(IdentityRecord($0)).key }
    #expect(keys[0].elementsEqual(keys[1]))
    former.user = "otto"
    let other = try IdentityPage([former]).records().map { try #require(IdentityRecord($0)).key }
    #expect(!keys[0].elementsEqual(other[0]))
  }

  @Test("reads or refuses every truncated page and every page with a changed byte, without trapping")
  func bounded() throws {
    let bytes = try IdentityPage(Self.identities.prefix(3)).bytes
    for count in 1..<bytes.count {
      let page = try Self.page(Array(bytes.prefix(count)))
      #expect((try? page.records().count) ?? 0 < 3)
    }
    for position in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[position] = value
        _ = try? Self.page(changed).identities()
      }
    }
    #expect(throws: IdentityPageError(.malformed)) { try Self.page([0x80, 0x80, 0x80, 0x80, 0x01]).records() }
    #expect(throws: IdentityPageError(.malformed)) { try Self.page([0x80, 0x00]).records() }
    #expect(throws: IdentityPageError(.malformed)) { try Self.page([0]).records() }
  }

  private static func page(_ bytes: [UInt8]) throws -> IdentityPage {
    try JSONDecoder().decode(IdentityPage.self, from: JSONEncoder().encode(Data(bytes)))
  }
}

@Suite("Coding of the messages between broker and provider")
struct ProviderMessageCodingTests {
  private static let request = CredentialRequestValue(
    type: .passkeyRegistration,
    identity: CredentialIdentityValue(
      relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data(), userHandle: Data([2]), recordIdentifier: nil),
    clientDataHash: Data(count: 32), userVerification: "required", supportedAlgorithms: [-7])
  private static let service = ServiceIdentifierValue(identifier: "shop.example", kind: .domain)
  private static let save = SavePasswordRequestValue(
    service: service, user: "anne", title: "Shop", sessionID: "s", event: .generatedPasswordFilled, passwordKind: "STRONG")
  private static let generate = GeneratePasswordsRequestValue(service: service, confirmFieldRules: "required: digit;", quirkRules: "q")

  static let calls: [BrokerMessage] = [
    .call(ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: request))),
    .call(ProviderCall(2, .prepareInterfaceForExtensionConfiguration)),
    .call(ProviderCall(3, .prepareInterfaceForUserChoosingTextToInsert)),
    .call(ProviderCall(4, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: save))),
    .call(ProviderCall(5, .prepareInterfaceForSavePasswordRequest(request: save))),
    .call(ProviderCall(6, .performGeneratePasswordsRequestWithoutUserInteraction(request: generate))),
    .call(ProviderCall(7, .prepareInterfaceForGeneratePasswordsRequest(request: generate))),
    .report(.unusedPassword(domain: "shop.example", userName: "anne")),
    .storeReply(request: 8, frame: .identities(IdentityPage())), .storeReply(request: 9, frame: .failed(code: 1)),
    .identified(question: 10, program: "/usr/bin/passfold"), .identified(question: 11, program: nil),
    .lock(question: 12), .lockBriefly(question: 13), .finger(question: 14, .notMatched),
  ]

  @Test("every call survives encoding and decoding", arguments: calls.indices)
  func call(index: Int) throws {
    let json = try MessageCoding.encode(Self.calls[index])
    #expect(try MessageCoding.encode(MessageCoding.decode(BrokerMessage.self, from: json)) == json)
  }

  static let messages: [ProviderMessage] = [
    .complete(call: 1, result: .textToInsert), .complete(call: 2, result: .passwordSaved),
    .complete(call: 3, result: .generatedPasswords([GeneratedPasswordValue(kind: "STRONG", byteCount: 20)])),
    .complete(call: 4, result: .configured), .store(request: 5, frame: .page(IdentityPage())), .store(request: 5, frame: .removeAll),
    .store(request: 6, frame: .list(service: service, kinds: [.passkey])), .identify(question: 7, process: 4242),
    .finger(question: 8, .verify),
  ]

  @Test("every message survives encoding and decoding", arguments: messages.indices)
  func message(index: Int) throws {
    let json = try MessageCoding.encode(Self.messages[index])
    #expect(try MessageCoding.encode(MessageCoding.decode(ProviderMessage.self, from: json)) == json)
  }
}
