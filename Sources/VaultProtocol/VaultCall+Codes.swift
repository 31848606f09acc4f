// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// Which code is wanted.
  package struct CodeQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must hold, or a record's identifier; empty fits all.
    package var query: String
    /// Whether the code after the current one is wanted instead of it; time-based codes only.
    package var next: Bool
    /// Whether the secret part is "CODE\nNEXT" where a next code exists; nil is no.
    package var withNext: Bool?

    /// Asks for a code.
    package init(query: String, next: Bool = false, withNext: Bool? = nil) {
      self.query = query
      self.next = next
      self.withNext = withNext
    }
  }

  /// Which codes of a live list are wanted.
  package struct CodesQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must hold; empty fits all.
    package var query: String
    /// How many of the rows that fit are left out at the start; nil is none.
    package var offset: Int?
    /// How many rows are wanted, at most ``VaultAnswer/CodeList/longest``, which nil means too.
    package var limit: Int?
    /// Whether each line of the secret part is "CODE NEXT" where a next code exists; nil is no.
    package var withNext: Bool?
    /// Whether nobody has touched the list since it was last asked for. Such a request keeps neither vault nor grant open, and is answered
    /// with `wouldAsk` or `locked` instead of a prompt. Nil is no.
    package var unattended: Bool?

    /// Asks for a list.
    package init(query: String, offset: Int? = nil, limit: Int? = nil, withNext: Bool? = nil, unattended: Bool? = nil) {
      self.query = query
      self.offset = offset
      self.limit = limit
      self.withNext = withNext
      self.unattended = unattended
    }
  }

  /// The difference between the right time and the system's.
  package struct ClockCompensation: Codable, Hashable, Sendable {
    /// Seconds to add to the system's time; nil ends the compensation.
    package var seconds: Double?

    /// Describes a difference.
    package init(seconds: Double?) { self.seconds = seconds }
  }
}
