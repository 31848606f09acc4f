// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// The requested code.
  package struct CodeQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must contain, or a record's identifier; empty matches all.
    package var query: String
    /// Whether the code after the current one is requested instead; time-based codes only.
    package var next: Bool
    /// Whether the secret part is "CODE\nNEXT" if a next code exists; nil means no.
    package var withNext: Bool?

    /// Creates a query.
    package init(query: String, next: Bool = false, withNext: Bool? = nil) {
      self.query = query
      self.next = next
      self.withNext = withNext
    }
  }

  /// The requested codes of a live list.
  package struct CodesQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must contain; empty matches all.
    package var query: String
    /// The number of matching rows skipped at the start; nil means none.
    package var offset: Int?
    /// The number of requested rows, at most ``VaultAnswer/CodeList/longest``, which is also the meaning of nil.
    package var limit: Int?
    /// Whether each line of the secret part is "CODE NEXT" if a next code exists; nil means no.
    package var withNext: Bool?
    /// Whether the user has not touched the list since the last request. Such a request does not extend the vault's or grant's time, and is
    /// answered with `wouldAsk` or `locked` instead of a prompt. Nil means no.
    package var unattended: Bool?

    /// Creates a query.
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

    /// Creates a difference.
    package init(seconds: Double?) { self.seconds = seconds }
  }
}
