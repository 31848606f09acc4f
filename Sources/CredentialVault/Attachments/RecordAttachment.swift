// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
package import SecretMemory

/// A file that a record holds: everything but its bytes, which lie sealed in chunks of their own.
package struct RecordAttachment: Sendable {
  /// The most bytes of one file: 10 MiB.
  package static let longest = 10 << 20
  /// The most bytes of all files of a record together: 100 MiB.
  package static let longestOfRecord = 100 << 20
  /// The most files of a record.
  package static let most = 64
  static let longestName = 255

  /// Under which its chunks are stored; what tells two files of a record apart for good.
  package let blob: BlobName
  /// What a person calls it; no two files of a record have the same name.
  package internal(set) var name: String
  /// Its length in bytes.
  package let byteCount: Int
  /// What it is, such as `image/png`, where that was said.
  package let mediaType: String?
  /// When it was kept.
  package let added: Date
  let contentKey: SharedSecret
  let digest: [UInt8]

  /// Whether the file has just these bytes.
  package func holds(_ content: SharedSecret) -> Bool {
    var digest = ContentDigest()
    digest.update(content)
    return byteCount == content.byteCount && self.digest == digest.bytes
  }

  var cipher: BlobCipher { BlobCipher(contentKey: contentKey, blob: blob, byteCount: byteCount) }

  /// Whether a file may have the name: 1 to 255 bytes, no slash, and nothing that drives a terminal.
  package static func isName(_ name: String) -> Bool {
    guard (1...longestName).contains(name.utf8.count), name != ".", name != ".." else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: scalar != "/"
      }
    }
  }
}
