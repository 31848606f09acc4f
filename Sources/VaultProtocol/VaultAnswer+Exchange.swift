// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// Data in a file, or in the vault during an export, that was not transferred unchanged.
  package struct ExchangeFinding: Codable, Hashable, Sendable {
    /// The number of the entry, starting at 1; nil for the file as a whole.
    package var entry: Int?
    /// The title of the entry.
    package var title: String
    /// The path within the entry, such as `login.uris[2]`.
    package var path: String
    /// The reason: `unknownMember`, `malformedValue`, `noPlace`, `unsupportedCode` and the like; a newer vault may send others.
    package var reason: String
    /// The outcome: `kept-as-field`, `kept-in-part`, `read-leniently` or `left-out`.
    package var outcome: String
    /// The name of the field or file that contains it now.
    package var field: String?
    /// The kind of the entry's part to which the path leads, by the names of ``VaultEntry/Kind``; nil for other paths, and from an older
    /// vault.
    package var kind: String?

    /// Creates a finding.
    package init(
      entry: Int?, title: String, path: String, reason: String, outcome: String, field: String? = nil, kind: String? = nil
    ) {
      self.entry = entry
      self.title = title
      self.path = path
      self.reason = reason
      self.outcome = outcome
      self.field = field
      self.kind = kind
    }
  }

  /// A record of a file that differs from the vault's.
  package struct ImportDifference: Codable, Hashable, Sendable {
    /// The identifier for choosing it, such as `12.0`.
    package var place: String
    /// The vault's own entry.
    package var entry: VaultEntry
    /// The differing parts: `password`, `secret`, `expires`, `rule` and the like.
    package var parts: [String]
    /// The title in the file; nil from an older vault, as for the following members.
    package var title: String?
    /// The user name in the file.
    package var user: String?
    /// The side that is kept: `mine`, `theirs` or `both`; before a choice, the default.
    package var kept: String?

    /// Creates a difference.
    package init(place: String, entry: VaultEntry, parts: [String], title: String? = nil, user: String? = nil, kept: String? = nil) {
      self.place = place
      self.entry = entry
      self.parts = parts
      (self.title, self.user, self.kept) = (title, user, kept)
    }
  }

  /// The contents of a file, and the effects of importing it, before or after the import.
  package struct ImportReport: Codable, Hashable, Sendable {
    /// The maximum number of differences, and of findings, in a report.
    package static let longest = 400

    /// The file's format, such as `kdbx`.
    package var format: String
    /// The number of entries in the file.
    package var read: Int
    /// The number of new records.
    package var new: Int
    /// Their number by kind.
    package var kinds: [String: Int]
    /// The number of records of the vault with additions.
    package var merged: Int
    /// Their number by kind; nil from an older vault, as for the following members.
    package var mergedKinds: [String: Int]?
    /// The number of records that already contain everything from the file.
    package var present: Int
    /// Their number by kind.
    package var presentKinds: [String: Int]?
    /// The number of records that differ.
    package var differing: Int
    /// Their number by kind.
    package var differingKinds: [String: Int]?
    /// The differences, up to the report's limit.
    package var differences: [ImportDifference]
    /// The number of items that have no place, or are not understood.
    package var found: Int
    /// The findings, up to the report's limit.
    package var findings: [ExchangeFinding]
    /// The number of entries with dates of creation or change, which the vault does not store.
    package var dated: Int

    /// Creates a report.
    package init(
      format: String, read: Int, new: Int, kinds: [String: Int], merged: Int, mergedKinds: [String: Int]? = nil, present: Int,
      presentKinds: [String: Int]? = nil, differing: Int, differingKinds: [String: Int]? = nil, differences: [ImportDifference],
      found: Int, findings: [ExchangeFinding], dated: Int
    ) {
      self.format = format
      self.read = read
      self.new = new
      self.kinds = kinds
      self.merged = merged
      (self.mergedKinds, self.presentKinds, self.differingKinds) = (mergedKinds, presentKinds, differingKinds)
      self.present = present
      self.differing = differing
      self.differences = differences
      self.found = found
      self.findings = findings
      self.dated = dated
    }
  }

  /// The progress of an import.
  package struct ImportState: Codable, Hashable, Sendable {
    /// The identifier for sending the next part and for applying the import; nil once it is applied.
    package var transfer: String?
    /// The number of bytes still to come.
    package var left: Int
    /// The contents of the file, once it was read.
    package var report: ImportReport?

    /// Creates a state.
    package init(transfer: String?, left: Int = 0, report: ImportReport? = nil) {
      self.transfer = transfer
      self.left = left
      self.report = report
    }
  }

  /// The result of undoing an import.
  package struct ImportUndone: Codable, Hashable, Sendable {
    /// The number of records created by the import that are gone.
    package var removed: Int
    /// The number of records restored to their previous content.
    package var restored: Int
    /// The number of records left as they are, because they were changed after the import.
    package var kept: Int
    /// How many files that it had added to records of before lie in notes in the trash.
    package var files: Int

    /// Creates a result.
    package init(removed: Int, restored: Int, kept: Int, files: Int = 0) {
      self.files = files
      self.removed = removed
      self.restored = restored
      self.kept = kept
    }
  }

  /// The progress of an export.
  package struct ExportState: Codable, Hashable, Sendable {
    /// The identifier for requesting the next part; nil if nothing is left.
    package var transfer: String?
    /// The file's length in bytes.
    package var bytes: Int
    /// The number of bytes still to come.
    package var left: Int
    /// The number of records in it, by kind.
    package var kinds: [String: Int]
    /// The number of items that the format cannot hold.
    package var found: Int
    /// The findings, up to the answer's limit.
    package var findings: [ExchangeFinding]
    /// The losses for another provider, up to the answer's limit; for a preview in the providers' exchange format.
    package var losses: [HandoverLoss]?

    /// Creates a state.
    package init(
      transfer: String?, bytes: Int, left: Int, kinds: [String: Int], found: Int, findings: [ExchangeFinding],
      losses: [HandoverLoss]? = nil
    ) {
      self.losses = losses
      self.transfer = transfer
      self.bytes = bytes
      self.left = left
      self.kinds = kinds
      self.found = found
      self.findings = findings
    }
  }
}
