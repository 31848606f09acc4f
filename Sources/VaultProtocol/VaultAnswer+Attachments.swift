// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A file attached to an entry, without its bytes.
package struct AttachedFile: Codable, Hashable, Sendable {
  /// Its name.
  package var name: String
  /// Its length in bytes.
  package var bytes: Int
  /// Its media type, if known.
  package var mediaType: String?
  /// The time at which it was added, in seconds since 1970; nil for one being added.
  package var added: Double?
  /// The reason that its bytes are not here; nil if they are.
  package var missing: Missing?

  /// The reason that the bytes of a file are not here.
  package enum Missing: String, Codable, Sendable {
    /// Another device has them, and they will arrive automatically.
    case onItsWay
    /// Other bytes were received, and were discarded.
    case refused
  }

  /// Creates a file.
  package init(name: String, bytes: Int, mediaType: String? = nil, added: Double? = nil, missing: Missing? = nil) {
    self.name = name
    self.bytes = bytes
    self.mediaType = mediaType
    self.added = added
    self.missing = missing
  }
}

extension VaultAnswer {
  /// The progress of a file into or out of the vault.
  package struct AttachmentState: Codable, Hashable, Sendable {
    /// The entry.
    package var entry: VaultEntry
    /// The file.
    package var file: AttachedFile
    /// The identifier for sending or requesting the next part; nil if nothing is left.
    package var transfer: String?
    /// The number of bytes still to come.
    package var left: Int

    /// Creates a state.
    package init(entry: VaultEntry, file: AttachedFile, transfer: String? = nil, left: Int = 0) {
      self.entry = entry
      self.file = file
      self.transfer = transfer
      self.left = left
    }
  }
}
