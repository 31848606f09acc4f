// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory

/// Everything that one import stores in one step.
package struct ImportBatch: Sendable {
  /// A file that comes with a record.
  package struct File: Sendable {
    /// Its name, unique within its record.
    package var name: String
    /// Its media type, such as `image/png`, if known.
    package var mediaType: String?
    /// The time at which it was added elsewhere; nil for now.
    package var added: Date?
    /// Its bytes.
    package var content: SharedSecret

    /// Creates a file.
    package init(name: String, mediaType: String? = nil, added: Date? = nil, content: SharedSecret) {
      self.name = name
      self.mediaType = mediaType
      self.added = added
      self.content = content
    }
  }

  /// A record that the vault does not have yet.
  package struct Addition: Sendable {
    /// The record, with a new identifier.
    package var record: CredentialRecord
    /// The user's additions that come with it.
    package var annotations: RecordAnnotations
    /// Its files.
    package var files: [File]
    /// Whether it goes directly to the trash, where it was before.
    package var isTrashed: Bool

    /// Creates an addition.
    package init(
      record: CredentialRecord, annotations: RecordAnnotations = RecordAnnotations(), files: [File] = [], isTrashed: Bool = false
    ) {
      self.record = record
      self.annotations = annotations
      self.files = files
      self.isTrashed = isTrashed
    }
  }

  /// Additions to a record that the vault has.
  package struct Merging: Sendable {
    /// The record after the change.
    package var record: CredentialRecord
    /// The user's additions after the change.
    package var annotations: RecordAnnotations
    /// The files to add to its existing ones.
    package var files: [File]

    /// Creates a merging.
    package init(record: CredentialRecord, annotations: RecordAnnotations, files: [File] = []) {
      self.record = record
      self.annotations = annotations
      self.files = files
    }
  }

  /// The new records.
  package var additions: [Addition]
  /// The records with additions.
  package var mergings: [Merging]

  /// Creates a batch.
  package init(additions: [Addition] = [], mergings: [Merging] = []) {
    self.additions = additions
    self.mergings = mergings
  }

  /// Whether there is nothing to store.
  package var isEmpty: Bool { additions.isEmpty && mergings.isEmpty }
}
