// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// Something in a file, or in the vault on its way into one, that did not become what it was.
  package struct ExchangeFinding: Codable, Hashable, Sendable {
    /// The number of the entry, from 1; nil for what belongs to the whole.
    package var entry: Int?
    /// The title of the entry.
    package var title: String
    /// Where in the entry, such as `login.uris[2]`.
    package var path: String
    /// Why: `unknownMember`, `malformedValue`, `noPlace`, `unsupportedCode` and the like; a newer vault may send others.
    package var reason: String
    /// What was made of it: `kept-as-field`, `kept-in-part`, `read-leniently` or `left-out`.
    package var outcome: String
    /// The name of the field or file that has it now.
    package var field: String?

    /// Describes a finding.
    package init(entry: Int?, title: String, path: String, reason: String, outcome: String, field: String? = nil) {
      self.entry = entry
      self.title = title
      self.path = path
      self.reason = reason
      self.outcome = outcome
      self.field = field
    }
  }

  /// A record of a file that the vault has otherwise.
  package struct ImportDifference: Codable, Hashable, Sendable {
    /// By what it is chosen, such as `12.0`.
    package var place: String
    /// The vault's own.
    package var entry: VaultEntry
    /// What differs: `password`, `secret`, `expires`, `rule` and the like.
    package var parts: [String]
    /// What the file calls it; nil from an older vault, as below.
    package var title: String?
    /// The user name in the file.
    package var user: String?
    /// Which of them is kept: `mine`, `theirs` or `both`; before it was chosen, what is kept without a choice.
    package var kept: String?

    /// Describes a difference.
    package init(place: String, entry: VaultEntry, parts: [String], title: String? = nil, user: String? = nil, kept: String? = nil) {
      self.place = place
      self.entry = entry
      self.parts = parts
      (self.title, self.user, self.kept) = (title, user, kept)
    }
  }

  /// What is in a file, and what taking it in would do; or did.
  package struct ImportReport: Codable, Hashable, Sendable {
    /// The most differences and the most findings that a report lists.
    package static let longest = 400

    /// The file's format, such as `kdbx`.
    package var format: String
    /// How many entries the file has.
    package var read: Int
    /// How many records come new into the vault.
    package var new: Int
    /// How many of them of each kind.
    package var kinds: [String: Int]
    /// How many records of the vault get more.
    package var merged: Int
    /// How many of them of each kind; nil from an older vault, as below.
    package var mergedKinds: [String: Int]?
    /// How many records are there already, with all that the file says of them.
    package var present: Int
    /// How many of them of each kind.
    package var presentKinds: [String: Int]?
    /// How many differ.
    package var differing: Int
    /// How many of them of each kind.
    package var differingKinds: [String: Int]?
    /// Those, as far as the report goes.
    package var differences: [ImportDifference]
    /// How many things have no place, or are not understood.
    package var found: Int
    /// Those, as far as the report goes.
    package var findings: [ExchangeFinding]
    /// How many entries say when they were made or changed, which the vault does not keep.
    package var dated: Int

    /// Describes a file.
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

  /// How far an import is.
  package struct ImportState: Codable, Hashable, Sendable {
    /// By what the next part is sent, and the import applied; nil once it was.
    package var transfer: String?
    /// How many bytes are still to come.
    package var left: Int
    /// What is in the file, once it was read.
    package var report: ImportReport?

    /// Describes an import on its way.
    package init(transfer: String?, left: Int = 0, report: ImportReport? = nil) {
      self.transfer = transfer
      self.left = left
      self.report = report
    }
  }

  /// What became of an import that was taken back.
  package struct ImportUndone: Codable, Hashable, Sendable {
    /// How many records that it had made are gone.
    package var removed: Int
    /// How many records hold again what they held before.
    package var restored: Int
    /// How many stay as they are, since they were changed after it.
    package var kept: Int

    /// Describes it.
    package init(removed: Int, restored: Int, kept: Int) {
      self.removed = removed
      self.restored = restored
      self.kept = kept
    }
  }

  /// How far a file with what the vault has is.
  package struct ExportState: Codable, Hashable, Sendable {
    /// By what the next part is asked for; nil where nothing is left.
    package var transfer: String?
    /// The file's length in bytes.
    package var bytes: Int
    /// How many bytes are still to come.
    package var left: Int
    /// How many records are in it, by kind.
    package var kinds: [String: Int]
    /// How many things the format cannot hold.
    package var found: Int
    /// Those, as far as the answer goes.
    package var findings: [ExchangeFinding]
    /// What another provider would not get as it is, as far as the answer goes; for a preview in the format that providers speak.
    package var losses: [HandoverLoss]?

    /// Describes a file on its way.
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
