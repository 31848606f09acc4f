// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A file that a credential holds, without its bytes.
package struct AttachedFile: Codable, Hashable, Sendable {
  /// Its name.
  package var name: String
  /// Its length in bytes.
  package var bytes: Int
  /// What it is, where that was said.
  package var mediaType: String?
  /// When it was kept, in seconds since 1970; nil for one that is on its way in.
  package var added: Double?
  /// Where its bytes are not here: `onItsWay` from another device, or `refused` where something else was brought; else nil.
  package var missing: Missing?

  /// Why the bytes of a file are not here.
  package enum Missing: String, Codable, Sendable {
    /// Another device has them, and they come by themselves.
    case onItsWay
    /// What was brought is not the file, and was not kept.
    case refused
  }

  /// Describes a file.
  package init(name: String, bytes: Int, mediaType: String? = nil, added: Double? = nil, missing: Missing? = nil) {
    self.name = name
    self.bytes = bytes
    self.mediaType = mediaType
    self.added = added
    self.missing = missing
  }
}

extension VaultAnswer {
  /// How far a file is on its way into the vault or out of it.
  package struct AttachmentState: Codable, Hashable, Sendable {
    /// Whose it is.
    package var entry: VaultEntry
    /// The file.
    package var file: AttachedFile
    /// By what the next part is sent or asked for; nil where nothing is left.
    package var transfer: String?
    /// How many bytes are still to come.
    package var left: Int

    /// Describes a file on its way.
    package init(entry: VaultEntry, file: AttachedFile, transfer: String? = nil, left: Int = 0) {
      self.entry = entry
      self.file = file
      self.transfer = transfer
      self.left = left
    }
  }
}
