// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A file attached to an entry, with its bytes.
package struct ExchangedAttachment: Sendable {
  /// Its name in the source; the vault decides whether it is valid.
  package var name: String
  /// Its media type, such as `image/png`, if known.
  package var mediaType: String?
  /// The time at which it was added, if known.
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
