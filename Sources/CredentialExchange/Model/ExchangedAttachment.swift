// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A file that an entry holds, with its bytes.
package struct ExchangedAttachment: Sendable {
  /// What the source calls it; the vault judges whether a file may have the name.
  package var name: String
  /// What it is, such as `image/png`, where the source says so.
  package var mediaType: String?
  /// When it was kept, where the source says so.
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
