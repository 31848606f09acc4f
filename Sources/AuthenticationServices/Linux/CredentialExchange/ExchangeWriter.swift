// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
package import SecretMemory

/// Writes an export as the bytes of a CXF file, in locked memory. The intermediate bytes are wiped as far as possible.
///
/// The data are encoded twice, the first time to count the bytes: the receiver must learn their number first, and all of them together, in
/// addition to the data themselves, exceed the memory limit of a provider's process.
package struct ExchangeWriter {
  /// The total number of bytes.
  package let byteCount: Int
  private var pieces: ExchangePieces
  /// The encoded bytes, and the position up to which they were written.
  private var piece = Data()
  private var position = 0

  /// Counts the bytes.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialExport` if the data exceed the limit for an export.
  package init(_ data: ASExportedCredentialData) throws {
    guard data.accounts.reduce(0, { $0 + $1.items.count }) <= ExchangeBounds.itemCount else {
      throw AuthorizationFailure.tooMuchToExport.error
    }
    var (count, counted) = (0, ExchangePieces(data))
    while var piece = try counted.next() {
      count += piece.count
      piece.resetBytes(in: piece.startIndex..<piece.endIndex)
      guard count <= ExchangeBounds.byteCount else { throw AuthorizationFailure.tooMuchToExport.error }
    }
    byteCount = count
    pieces = ExchangePieces(data)
  }

  /// Returns all bytes together.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialExport` if the data exceed the limit for an export.
  package static func write(_ data: ASExportedCredentialData) throws -> SecretMemory.SharedSecret {
    var writer = try Self(data)
    return try writer.next(writer.byteCount)
  }

  /// Returns the given number of further bytes.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialExport` if there are no more bytes.
  package mutating func next(_ wanted: Int) throws -> SecretMemory.SharedSecret {
    var part = SecretBytes(byteCount: wanted)
    var filled = 0
    while filled < wanted {
      if position == piece.count {
        guard let next = try pieces.next() else { throw AuthorizationFailure.tooMuchToExport.error }
        (piece, position) = (next, 0)
      }
      let count = min(wanted - filled, piece.count - position)
      let (source, target) = (position..<position + count, filled..<filled + count)
      part.withMutableBytes { part in
        piece.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(rebasing: part[target]).copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[source]))
        }
      }
      position += count
      filled += count
      if position == piece.count { piece.resetBytes(in: piece.startIndex..<piece.endIndex) }
    }
    return SecretMemory.SharedSecret(part)
  }
}
