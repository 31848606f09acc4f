// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport

extension VaultCall {
  /// A file that is to be kept with a credential; its bytes follow in parts.
  package struct NewAttachment: Codable, Hashable, Sendable {
    /// Which credential, as in ``EntryQuery/query``.
    package var query: String
    /// The kind that is meant; nil fits all.
    package var kind: VaultEntry.Kind?
    /// What to call the file; without a slash.
    package var name: String
    /// Its length in bytes.
    package var bytes: Int
    /// What it is, such as `image/png`.
    package var mediaType: String?

    /// Describes a file.
    package init(query: String, kind: VaultEntry.Kind? = nil, name: String, bytes: Int, mediaType: String? = nil) {
      self.query = query
      self.kind = kind
      self.name = name
      self.bytes = bytes
      self.mediaType = mediaType
    }
  }

  /// Which file of which credential is meant.
  package struct AttachmentQuery: Codable, Hashable, Sendable {
    /// Which credential, as in ``EntryQuery/query``.
    package var query: String
    /// The kind that is meant; nil fits all.
    package var kind: VaultEntry.Kind?
    /// The file's name.
    package var name: String

    /// Means one file.
    package init(query: String, kind: VaultEntry.Kind? = nil, name: String) {
      self.query = query
      self.kind = kind
      self.name = name
    }
  }

  /// Which file on its way is meant.
  package struct TransferQuery: Codable, Hashable, Sendable {
    /// The length in bytes of every part but the last, which has what is left.
    package static let partByteCount = SocketFrameLimits.secret

    /// What ``VaultAnswer/AttachmentState/transfer`` said.
    package var transfer: String

    /// Means one file on its way.
    package init(transfer: String) { self.transfer = transfer }
  }
}
