// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory

/// Everything that one import stores, as one step.
package struct ImportBatch: Sendable {
  /// A file that comes along with a record.
  package struct File: Sendable {
    /// What it is called; no two files of a record have the same name.
    package var name: String
    /// What it is, such as `image/png`, where that is known.
    package var mediaType: String?
    /// When it was kept elsewhere; nil for now.
    package var added: Date?
    /// Its bytes.
    package var content: SharedSecret

    /// Puts a file together.
    package init(name: String, mediaType: String? = nil, added: Date? = nil, content: SharedSecret) {
      self.name = name
      self.mediaType = mediaType
      self.added = added
      self.content = content
    }
  }

  /// A record that the vault does not have.
  package struct Addition: Sendable {
    /// The record, with an identifier of its own.
    package var record: CredentialRecord
    /// What comes with it.
    package var annotations: RecordAnnotations
    /// The files that it holds.
    package var files: [File]
    /// Whether it goes straight to the trash, where it lay before.
    package var isTrashed: Bool

    /// Puts an addition together.
    package init(
      record: CredentialRecord, annotations: RecordAnnotations = RecordAnnotations(), files: [File] = [], isTrashed: Bool = false
    ) {
      self.record = record
      self.annotations = annotations
      self.files = files
      self.isTrashed = isTrashed
    }
  }

  /// More for a record that the vault has.
  package struct Merging: Sendable {
    /// The record as it is to be.
    package var record: CredentialRecord
    /// What a person has added, as it is to be.
    package var annotations: RecordAnnotations
    /// The files that it gets beside its own.
    package var files: [File]

    /// Puts a change together.
    package init(record: CredentialRecord, annotations: RecordAnnotations, files: [File] = []) {
      self.record = record
      self.annotations = annotations
      self.files = files
    }
  }

  /// The new records.
  package var additions: [Addition]
  /// The records that get more.
  package var mergings: [Merging]

  /// Gathers what is to be stored.
  package init(additions: [Addition] = [], mergings: [Merging] = []) {
    self.additions = additions
    self.mergings = mergings
  }

  /// Whether there is nothing to store.
  package var isEmpty: Bool { additions.isEmpty && mergings.isEmpty }
}
