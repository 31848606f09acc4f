// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// The query for a single entry.
  package struct EntryQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must contain, or a record's identifier.
    package var query: String
    /// The kind of the entry; nil matches all.
    package var kind: VaultEntry.Kind?

    /// Creates a query.
    package init(query: String, kind: VaultEntry.Kind? = nil) {
      self.query = query
      self.kind = kind
    }
  }

  /// The entries in the trash to be erased.
  package struct ErasureQuery: Codable, Hashable, Sendable {
    /// The entry, as in ``EntryQuery/query``; nil means everything in the trash.
    package var query: String?
    /// The kind of the entry; nil matches all.
    package var kind: VaultEntry.Kind?

    /// Creates a query for one entry, or without a query for the whole trash.
    package init(query: String? = nil, kind: VaultEntry.Kind? = nil) {
      self.query = query
      self.kind = kind
    }
  }

  /// The requested entries of a list.
  package struct ListQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must contain; nil and an empty text match all.
    package var query: String?
    /// The kind of the entries; nil matches all.
    package var kind: VaultEntry.Kind?
    /// The number of matching entries skipped at the start; nil means none.
    package var offset: Int?
    /// The record of the last received entry, after which the list continues, even if entries before it were added or removed since. If it
    /// no longer matches, `offset` counts.
    package var after: String?
    /// The maximum number of entries; an answer holds no more than fit into a frame. Nil means as many as fit.
    package var limit: Int?
    /// Whether the entries of one account are a single row, unless a kind or the trash is requested; nil means no.
    package var joined: Bool?

    /// Creates a query.
    package init(
      query: String? = nil, kind: VaultEntry.Kind? = nil, offset: Int? = nil, after: String? = nil, limit: Int? = nil, joined: Bool? = nil
    ) {
      self.query = query
      self.kind = kind
      self.offset = offset
      self.after = after
      self.limit = limit
      self.joined = joined
    }
  }

  /// The requested part of the log of releases.
  package struct ReleasesQuery: Codable, Hashable, Sendable {
    /// Only releases before the one with this number; nil starts with the newest.
    package var before: UInt64?
    /// The number of requested rows, at most ``VaultAnswer/ReleaseList/longest``, which is also the meaning of nil.
    package var limit: Int?

    /// Creates a query.
    package init(before: UInt64? = nil, limit: Int? = nil) {
      self.before = before
      self.limit = limit
    }
  }

  /// Changes to one entry; nil members stay unchanged.
  package struct EntryEdit: Codable, Hashable, Sendable {
    /// The entry, as in ``EntryQuery/query``.
    package var query: String
    /// The kind of the entry; nil matches all.
    package var kind: VaultEntry.Kind?
    /// The entry's new title; nil keeps the current one.
    package var title: String?
    /// The account's name.
    package var user: String?
    /// All domains and URLs it is for.
    package var services: [String]?
    /// The length of the codes in characters.
    package var digits: Int?
    /// The time for which a code is valid, in seconds.
    package var period: Int?
    /// The hash: "SHA1", "SHA256" or "SHA512".
    package var algorithm: String?
    /// The number of the next counter-based code.
    package var counter: UInt64?
    /// The element of ``EntryDetails/history``, counted from 0, that becomes the current set-up again.
    package var restoreHistory: Int?
    /// The rules by which services match ("domain", "host", "exact", "never"), by the services' names.
    package var matching: [String: String]?
    /// Whether it comes first in lists.
    package var favourite: Bool?
    /// The tags to add.
    package var addTags: [String]?
    /// The tags to remove.
    package var removeTags: [String]?
    /// Whether the secret part is its new note; without a secret part the note is removed. Nil means no.
    package var note: Bool?
    /// The user's own field whose new value is the secret part; without a secret part the field is removed.
    package var field: String?
    /// Whether ``field`` is shown only on request. Nil means no.
    package var hidden: Bool?
    /// Changed values of a card or an identity.
    package var values: [EntryValue]?
    /// The document of an identity whose new number is the secret part; without a secret part the document is removed.
    package var document: String?

    /// Creates a change.
    package init(
      query: String, kind: VaultEntry.Kind? = nil, title: String? = nil, user: String? = nil, services: [String]? = nil,
      digits: Int? = nil, period: Int? = nil, algorithm: String? = nil, counter: UInt64? = nil, restoreHistory: Int? = nil,
      matching: [String: String]? = nil, favourite: Bool? = nil, addTags: [String]? = nil, removeTags: [String]? = nil,
      note: Bool? = nil, field: String? = nil, hidden: Bool? = nil, values: [EntryValue]? = nil, document: String? = nil
    ) {
      self.query = query
      self.kind = kind
      self.title = title
      self.user = user
      self.services = services
      self.digits = digits
      self.period = period
      self.algorithm = algorithm
      self.counter = counter
      self.restoreHistory = restoreHistory
      self.matching = matching
      self.favourite = favourite
      self.addTags = addTags
      self.removeTags = removeTags
      self.note = note
      self.field = field
      self.hidden = hidden
      self.values = values
      self.document = document
    }
  }
}
