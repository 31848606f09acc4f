// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
package import SecretMemory

/// A file of a record, without its bytes, which are stored encrypted in separate chunks.
package struct RecordAttachment: Sendable {
  /// The maximum length of one file in bytes: 10 MiB.
  package static let longest = 10 << 20
  /// The maximum total length of all files of a record in bytes: 100 MiB.
  package static let longestOfRecord = 100 << 20
  /// The maximum number of files of a record.
  package static let most = 64
  static let longestName = 255

  /// The name under which its chunks are stored. It identifies the file permanently within its record.
  package let blob: BlobName
  /// The name the user gave the file, unique within its record.
  package internal(set) var name: String
  /// Its length in bytes.
  package let byteCount: Int
  /// Its media type, such as `image/png`, if known.
  package let mediaType: String?
  /// The time at which it was added.
  package let added: Date
  let contentKey: SharedSecret
  let digest: [UInt8]

  /// Whether the file has exactly these bytes.
  package func holds(_ content: SharedSecret) -> Bool {
    var digest = ContentDigest()
    digest.update(content)
    return byteCount == content.byteCount && self.digest == digest.bytes
  }

  var cipher: BlobCipher { BlobCipher(contentKey: contentKey, blob: blob, byteCount: byteCount) }

  /// Whether the name is allowed for a file: 1 to 255 bytes, no slash, and no terminal control characters.
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
