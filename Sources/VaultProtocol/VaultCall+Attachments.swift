// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport

extension VaultCall {
  /// A file to be attached to an entry; its bytes follow in parts.
  package struct NewAttachment: Codable, Hashable, Sendable {
    /// The entry, as in ``EntryQuery/query``.
    package var query: String
    /// The kind of the entry; nil matches all.
    package var kind: VaultEntry.Kind?
    /// The name of the file, without a slash.
    package var name: String
    /// Its length in bytes.
    package var bytes: Int
    /// Its media type, such as `image/png`.
    package var mediaType: String?

    /// Creates a value.
    package init(query: String, kind: VaultEntry.Kind? = nil, name: String, bytes: Int, mediaType: String? = nil) {
      self.query = query
      self.kind = kind
      self.name = name
      self.bytes = bytes
      self.mediaType = mediaType
    }
  }

  /// A file of an entry.
  package struct AttachmentQuery: Codable, Hashable, Sendable {
    /// The entry, as in ``EntryQuery/query``.
    package var query: String
    /// The kind of the entry; nil matches all.
    package var kind: VaultEntry.Kind?
    /// The file's name.
    package var name: String

    /// Creates a query.
    package init(query: String, kind: VaultEntry.Kind? = nil, name: String) {
      self.query = query
      self.kind = kind
      self.name = name
    }
  }

  /// A file being transferred.
  package struct TransferQuery: Codable, Hashable, Sendable {
    /// The length in bytes of every part but the last, which has the remainder.
    package static let partByteCount = SocketFrameLimits.secret

    /// The value of ``VaultAnswer/AttachmentState/transfer``.
    package var transfer: String

    /// Creates a query.
    package init(transfer: String) { self.transfer = transfer }
  }
}
