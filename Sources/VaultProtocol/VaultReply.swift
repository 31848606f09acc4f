// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the vault answers, without the request's number.
package enum VaultAnswer: Hashable, Sendable {
  /// How things stand.
  case status(VaultStatus)
  /// The vault was made; the secret part is its recovery kit, shown this once.
  case created
  /// It is done.
  case done
  /// A credential was stored.
  case added(VaultEntry)
  /// What is in the vault, sorted by title and user.
  case entries([VaultEntry])
  /// A code, which is the secret part.
  case code(IssuedCode)
  /// It was not done.
  case failure(VaultFailure)

  /// What goes with a code.
  package struct IssuedCode: Codable, Hashable, Sendable {
    /// Whose code it is.
    package var entry: VaultEntry
    /// From when it is good, in seconds since 1970; nil for a counter-based code.
    package var validFrom: Double?
    /// Until when it is good; nil for a counter-based code.
    package var validUntil: Double?

    /// Describes a code.
    package init(entry: VaultEntry, validFrom: Double? = nil, validUntil: Double? = nil) {
      self.entry = entry
      self.validFrom = validFrom
      self.validUntil = validUntil
    }
  }
}

/// One answer at the management door. A secret that belongs to it is the frame's secret part.
package struct VaultReply: Hashable, Sendable {
  /// The request's number; 0 answers the hello.
  package var id: Int
  /// The answer.
  package var answer: VaultAnswer

  /// Numbers an answer.
  package init(id: Int, answer: VaultAnswer) {
    self.id = id
    self.answer = answer
  }
}

extension VaultReply: Codable {
  private enum CodingKeys: String, CodingKey { case type, id, entry, entries }
  private enum Kind: String, Codable { case status, created, done, added, entries, code, failure }

  /// Reads the flat form; an unknown `type` throws.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    answer =
      switch try container.decode(Kind.self, forKey: .type) {
      case .status: .status(try VaultStatus(from: decoder))
      case .created: .created
      case .done: .done
      case .added: .added(try container.decode(VaultEntry.self, forKey: .entry))
      case .entries: .entries(try container.decode([VaultEntry].self, forKey: .entries))
      case .code: .code(try VaultAnswer.IssuedCode(from: decoder))
      case .failure: .failure(try VaultFailure(from: decoder))
      }
  }

  /// Writes the flat form: the answer's members beside `type` and `id`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    let kind: Kind
    switch answer {
    case .status(let status):
      kind = .status
      try status.encode(to: encoder)
    case .created: kind = .created
    case .done: kind = .done
    case .added(let entry):
      kind = .added
      try container.encode(entry, forKey: .entry)
    case .entries(let entries):
      kind = .entries
      try container.encode(entries, forKey: .entries)
    case .code(let code):
      kind = .code
      try code.encode(to: encoder)
    case .failure(let failure):
      kind = .failure
      try failure.encode(to: encoder)
    }
    try container.encode(kind, forKey: .type)
  }
}
