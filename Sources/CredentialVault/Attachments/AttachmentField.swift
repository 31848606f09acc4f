// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials
import SecretMemory
package import SyncModel

/// The files of a record: elements with their own stamps, encoded and decoded in secret memory because they contain keys.
extension RecordBody {
  private static let label = "passfold/attachment/v1"
  private static let partCount: UInt64 = 7
  private static let null: [UInt8] = [0xF6]

  /// Returns the record's files, oldest first. Files with the same name from two devices get a number to distinguish them.
  /// - Throws: `recordTooNew` for a value that this version does not know.
  package func attachments() throws(CredentialVaultError) -> [RecordAttachment] {
    guard let field = fields[RecordFields.attachments] else { return [] }
    guard let elements = StampedElements(field.value) else { throw CredentialVaultError(.recordTooNew) }
    var attachments: [RecordAttachment] = []
    for encoded in elements.values.values {
      guard let attachment = Self.attachment(encoded) else { throw CredentialVaultError(.recordTooNew) }
      attachments.append(attachment)
    }
    attachments.sort {
      $0.added == $1.added ? $0.blob.bytes.lexicographicallyPrecedes($1.blob.bytes) : $0.added < $1.added
    }
    var taken: Set<String> = []
    for index in attachments.indices {
      let name = attachments[index].name
      var number = 1
      while !taken.insert(attachments[index].name).inserted {
        number += 1
        attachments[index].name = "\(name) (\(number))"
      }
    }
    return attachments
  }

  /// The blobs that the record refers to. Removing the record permanently must also remove their chunks.
  package var blobNames: [BlobName] { ((try? attachments()) ?? []).map(\.blob) }

  /// Adds a file.
  mutating func attach(_ attachment: RecordAttachment, stamp: FieldStamp) {
    changeAttachments(stamp) { $0[Self.identifier(attachment.blob)] = Self.encode(attachment) }
  }

  /// Removes a file and its key.
  mutating func detach(_ blob: BlobName, stamp: FieldStamp) {
    changeAttachments(stamp) { $0[Self.identifier(blob)] = nil }
  }

  private mutating func changeAttachments(_ stamp: FieldStamp, _ change: (inout [[UInt8]: SharedSecret]) -> Void) {
    var elements = fields[RecordFields.attachments].flatMap { StampedElements($0.value) } ?? StampedElements()
    var values = elements.values
    change(&values)
    elements.replace(with: values, stamp: stamp)
    set(RecordFields.attachments, to: elements.encoded, stamp: stamp)
  }

  private static func identifier(_ blob: BlobName) -> [UInt8] { StampedElements.identifier(label, blob.bytes) }

  /// `[name, length, media type or null, added, blob, content key, digest]`.
  private static func encode(_ attachment: RecordAttachment) -> SharedSecret {
    func text(_ text: String) -> [UInt8] { SecretCBORCursor.head(.text, UInt64(text.utf8.count)) + Array(text.utf8) }
    func bytes(_ bytes: [UInt8]) -> [UInt8] { SecretCBORCursor.head(.bytes, UInt64(bytes.count)) + bytes }
    var pieces = SecretPieces()
    pieces.append(SecretCBORCursor.head(.array, partCount))
    pieces.append(text(attachment.name))
    pieces.append(SecretCBORCursor.head(.unsigned, UInt64(attachment.byteCount)))
    pieces.append(attachment.mediaType.map(text) ?? null)
    pieces.append(SecretCBORCursor.head(.unsigned, milliseconds(attachment.added)))
    pieces.append(bytes(attachment.blob.bytes))
    pieces.append(byteString: attachment.contentKey)
    pieces.append(bytes(attachment.digest))
    return pieces.joined()
  }

  private static func attachment(_ encoded: SharedSecret) -> RecordAttachment? {
    encoded.withBytes { bytes in
      var cursor = SecretCBORCursor(bytes)
      return try? read(&cursor)
    }
  }

  private static func read(_ cursor: inout SecretCBORCursor) throws(SecretCBORCursor.Malformed) -> RecordAttachment {
    guard try cursor.readHead() == (.array, partCount) else { throw SecretCBORCursor.Malformed() }
    let name = try cursor.readText()
    let byteCount = try cursor.readUnsigned()
    let type = try cursor.skipItem()
    var mediaType: String?
    if !type.elementsEqual(null) {
      var typeCursor = SecretCBORCursor(UnsafeRawBufferPointer(rebasing: type))
      mediaType = try typeCursor.readText()
    }
    let added = date(try cursor.readUnsigned())
    let blob = BlobName(try cursor.readBytes())
    let contentKey = SharedSecret(copying: try cursor.readBytes())
    let digest = Array(try cursor.readBytes())
    // A chunk number has four bytes. Lengths from a newer version that no chunks could hold are rejected before any arithmetic.
    guard let blob, RecordAttachment.isName(name), byteCount < 1 << 40, contentKey.byteCount == BlobCipher.keyByteCount, digest.count == 32,
      cursor.isAtEnd
    else { throw SecretCBORCursor.Malformed() }
    return RecordAttachment(
      blob: blob, name: name, byteCount: Int(byteCount), mediaType: mediaType, added: added, contentKey: contentKey, digest: digest)
  }
}
