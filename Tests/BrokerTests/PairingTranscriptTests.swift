// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import LocalTransport
import Testing

@Suite("The pairing transcript that browser and broker share")
struct PairingTranscriptTests {
  struct Row: Decodable, Sendable {
    var caller, challenge, publicKey, browserNonce, brokerNonce, proof, signature, commitment, digits: String
  }

  static let rows: [Row] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/pairing/transcripts.json")
    return (try? JSONDecoder().decode([Row].self, from: Data(contentsOf: file))) ?? []
  }()

  private func bytes(_ text: String, _ count: Int = 32) throws -> [UInt8] {
    try #require(Base64URLText.bytes(of: text, byteCount: count))
  }

  @Test("proof, signature, commitment and digits match the shared vectors", arguments: rows)
  func vectors(row: Row) throws {
    let key = try bytes(row.publicKey, 65)
    let transcript = PairingTranscript(challenge: try bytes(row.challenge), caller: row.caller)
    #expect(transcript.proof(of: key).map { String(format: "%02x", $0) }.joined() == row.proof)
    #expect(transcript.isSigned(by: key, try bytes(row.signature, 64)))
    #expect(PairingTranscript.commitment(to: try bytes(row.browserNonce), by: key) == (try bytes(row.commitment)))
    let digits = transcript.digits(publicKey: key, browserNonce: try bytes(row.browserNonce), brokerNonce: try bytes(row.brokerNonce))
    #expect(digits == row.digits)
  }

  @Test("the shared vectors exist, and some digits begin with zeros")
  func vectorsAreThere() {
    #expect(Self.rows.count == 3)
    #expect(Self.rows.contains { $0.digits.hasPrefix("00") })
  }

  @Test("a signature is invalid for any other challenge, caller, key or signature byte", arguments: rows)
  func otherBytes(row: Row) throws {
    let key = try bytes(row.publicKey, 65)
    let challenge = try bytes(row.challenge)
    let signature = try bytes(row.signature, 64)
    let otherChallenge = [challenge[0] ^ 1] + challenge.dropFirst()
    #expect(!PairingTranscript(challenge: otherChallenge, caller: row.caller).isSigned(by: key, signature))
    #expect(!PairingTranscript(challenge: challenge, caller: row.caller + "x").isSigned(by: key, signature))
    #expect(!PairingTranscript(challenge: challenge, caller: row.caller).isSigned(by: key, [signature[0] ^ 1] + signature.dropFirst()))
    #expect(!PairingTranscript(challenge: challenge, caller: row.caller).isSigned(by: Array(key.dropLast()), signature))
  }

  @Test("the digits depend on the challenge, the caller, the key and both nonces", arguments: rows)
  func everyPart(row: Row) throws {
    let parts = [try bytes(row.challenge), try bytes(row.publicKey, 65), try bytes(row.browserNonce), try bytes(row.brokerNonce)]
    func digits(_ parts: [[UInt8]], caller: String) -> String {
      PairingTranscript(challenge: parts[0], caller: caller).digits(publicKey: parts[1], browserNonce: parts[2], brokerNonce: parts[3])
    }
    #expect(digits(parts, caller: row.caller + "x") != row.digits)
    for index in parts.indices {
      var changed = parts
      changed[index][31] ^= 1
      #expect(digits(changed, caller: row.caller) != row.digits)
    }
  }

  @Test(
    "a malformed pairing message is rejected",
    arguments: [
      #"{"type":"pair","publicKey":"BA","signature":"AA"}"#, #"{"type":"pair"}"#, #"{"type":"begin-pairing","commitment":"????"}"#,
      #"{"type":"begin-pairing","commitment":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB"}"#,
      #"{"type":"reveal-pairing","nonce":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}"#, #"{"type":"status"}"#, #"{"id":1}"#, "[]", "",
    ])
  func malformed(text: String) {
    #expect(throws: LocalTransportError.self) { try MessageCoding.decode(PairingMessage.self, from: Array(text.utf8)) }
  }

  @Test("messages and answers round-trip through JSON")
  func coding() throws {
    let nonce = [UInt8](0..<32)
    let messages: [PairingMessage] = [
      .pair(publicKey: [UInt8](0..<65), signature: [UInt8](0..<64)), .beginPairing(commitment: nonce), .revealPairing(nonce: nonce),
      .cancelPairing, .request(id: 3), .remark(id: 4),
    ]
    for message in messages { #expect(try MessageCoding.decode(PairingMessage.self, from: MessageCoding.encode(message)) == message) }
    let answers: [PairingAnswer] = [
      .welcome(version: 1, challenge: nonce), .paired, .notPaired(reason: .otherProgram), .pairingNonce(nonce), .refusal(id: 5),
    ]
    for answer in answers { #expect(try MessageCoding.decode(PairingAnswer.self, from: MessageCoding.encode(answer)) == answer) }
  }
}
