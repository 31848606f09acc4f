// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A message from the broker to a provider: a call, the answer to a question of the provider, or a signal, which has no answer.
package enum BrokerMessage: Hashable, Sendable {
  /// A request begins, continues or is over.
  case call(ProviderCall)
  /// The answer to ``ProviderMessage/store(request:frame:)``.
  case storeReply(request: QuestionNumber, frame: IdentityStoreReplyFrame)
  /// The answer to ``ProviderMessage/identify(question:process:)``; nil for a process whose program cannot be read.
  case identified(question: QuestionNumber, program: String?)
  /// The answer to ``ProviderMessage/finger(question:_:)``.
  case finger(question: QuestionNumber, FingerAnswer)
  /// Apple: one of the four `report…` methods.
  case report(CredentialSignal)
  /// The user leaves: the provider that serves the session forgets every key and answers with ``ProviderMessage/hasLocked(question:)``.
  case lock(question: QuestionNumber)
  /// The same for a short absence, after which a PIN may replace the passphrase.
  case lockBriefly(question: QuestionNumber)
  /// Asks the provider that serves the session whether it may end without loss; answered with ``ProviderMessage/rest(question:mayEnd:)``.
  case mayEnd(question: QuestionNumber)
  /// Asks for a sign of life, which a hanging process does not give: ``ProviderMessage/pong``, or any other message.
  case ping
  /// The answer to ``ProviderMessage/request(_:)``.
  case reply(ClientReply)
}

extension BrokerMessage: Codable {
  private enum Key: String, CodingKey { case call, storeReply, identified, finger, report, lock, lockBriefly, mayEnd, ping, reply }
  private struct StoreReply: Codable {
    var request: QuestionNumber
    var frame: IdentityStoreReplyFrame
  }
  private struct Finger: Codable {
    var question: QuestionNumber
    var answer: FingerAnswer
  }
  private struct Identified: Codable {
    var question: QuestionNumber
    var program: String?
  }

  /// Decodes the message under its single key; throws if there is no key or an unknown one.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch values.allKeys.first {
    case .call?: self = .call(try values.decode(ProviderCall.self, forKey: .call))
    case .storeReply?:
      let reply = try values.decode(StoreReply.self, forKey: .storeReply)
      self = .storeReply(request: reply.request, frame: reply.frame)
    case .identified?:
      let identified = try values.decode(Identified.self, forKey: .identified)
      self = .identified(question: identified.question, program: identified.program)
    case .finger?:
      let finger = try values.decode(Finger.self, forKey: .finger)
      self = .finger(question: finger.question, finger.answer)
    case .report?: self = .report(try values.decode(CredentialSignal.self, forKey: .report))
    case .lockBriefly?: self = .lockBriefly(question: try values.decode(QuestionNumber.self, forKey: .lockBriefly))
    case .mayEnd?: self = .mayEnd(question: try values.decode(QuestionNumber.self, forKey: .mayEnd))
    case .ping?: self = .ping
    case .reply?: self = .reply(try values.decode(ClientReply.self, forKey: .reply))
    case .lock?: self = .lock(question: try values.decode(QuestionNumber.self, forKey: .lock))
    case nil: throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no message"))
    }
  }

  /// Encodes the message under its key.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .call(let call): try values.encode(call, forKey: .call)
    case .storeReply(let request, let frame): try values.encode(StoreReply(request: request, frame: frame), forKey: .storeReply)
    case .identified(let question, let program):
      try values.encode(Identified(question: question, program: program), forKey: .identified)
    case .finger(let question, let answer): try values.encode(Finger(question: question, answer: answer), forKey: .finger)
    case .report(let signal): try values.encode(signal, forKey: .report)
    case .ping: try values.encode(true, forKey: .ping)
    case .reply(let reply): try values.encode(reply, forKey: .reply)
    case .lock(let question): try values.encode(question, forKey: .lock)
    case .lockBriefly(let question): try values.encode(question, forKey: .lockBriefly)
    case .mayEnd(let question): try values.encode(question, forKey: .mayEnd)
    }
  }
}
