// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// Which credential is meant.
  package struct EntryQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must hold, or a record's identifier.
    package var query: String
    /// The kind that is meant; nil fits all.
    package var kind: VaultEntry.Kind?

    /// Means one credential.
    package init(query: String, kind: VaultEntry.Kind? = nil) {
      self.query = query
      self.kind = kind
    }
  }

  /// What in the trash is to be erased.
  package struct ErasureQuery: Codable, Hashable, Sendable {
    /// Which credential, as in ``EntryQuery/query``; nil means everything that is in the trash.
    package var query: String?
    /// The kind that is meant; nil fits all.
    package var kind: VaultEntry.Kind?

    /// Means one credential, or without a query the whole trash.
    package init(query: String? = nil, kind: VaultEntry.Kind? = nil) {
      self.query = query
      self.kind = kind
    }
  }

  /// Which entries of a list are wanted.
  package struct ListQuery: Codable, Hashable, Sendable {
    /// Words that title, service or account must hold; nil and an empty text fit all.
    package var query: String?
    /// The kind that is meant; nil fits all.
    package var kind: VaultEntry.Kind?
    /// How many of the entries that fit are left out at the start; nil is none.
    package var offset: Int?
    /// The record of the last entry that came: what follows it is wanted, also where entries before it have come or gone since. Where it does
    /// not fit any more, `offset` counts.
    package var after: String?
    /// The most entries that are wanted; an answer holds no more than fit into a frame. Nil is as many as fit.
    package var limit: Int?
    /// Whether the credentials of one account are one entry, where no kind is named and no trash is meant; nil is no.
    package var joined: Bool?

    /// Asks for entries.
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

  /// Which part of the log of releases is wanted.
  package struct ReleasesQuery: Codable, Hashable, Sendable {
    /// Only releases before the one of this number; nil begins with the newest.
    package var before: UInt64?
    /// How many rows are wanted, at most ``VaultAnswer/ReleaseList/longest``, which nil means too.
    package var limit: Int?

    /// Asks for a part of the log.
    package init(before: UInt64? = nil, limit: Int? = nil) {
      self.before = before
      self.limit = limit
    }
  }

  /// What is to change about one credential; what is nil stays.
  package struct EntryEdit: Codable, Hashable, Sendable {
    /// Which credential, as in ``EntryQuery/query``.
    package var query: String
    /// The kind that is meant; nil fits all.
    package var kind: VaultEntry.Kind?
    /// The entry's new title; nil leaves the one that it has.
    package var title: String?
    /// The account's name.
    package var user: String?
    /// The domains and URLs it is for, all of them.
    package var services: [String]?
    /// The length of the codes in characters.
    package var digits: Int?
    /// How long a code is good, in seconds.
    package var period: Int?
    /// The hash: "SHA1", "SHA256" or "SHA512".
    package var algorithm: String?
    /// The number of the next counter-based code.
    package var counter: UInt64?
    /// Which element of ``EntryDetails/history``, counted from 0, becomes the current set-up again.
    package var restoreHistory: Int?
    /// The rules by which services match ("domain", "host", "exact", "never"), by the services' names.
    package var matching: [String: String]?
    /// Whether it comes first where the person looks.
    package var favourite: Bool?
    /// Tags that it gets.
    package var addTags: [String]?
    /// Tags that it loses.
    package var removeTags: [String]?
    /// Whether the secret part is its new note, and nothing without a secret part. Nil is no.
    package var note: Bool?
    /// The person's own field whose new value the secret part is; without a secret part the field goes.
    package var field: String?
    /// Whether ``field`` is shown only where the person asks for it. Nil is no.
    package var hidden: Bool?
    /// What changes of a card or an identity.
    package var values: [EntryValue]?
    /// The document of an identity whose new number the secret part is; without a secret part the document goes.
    package var document: String?

    /// Describes a change.
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
