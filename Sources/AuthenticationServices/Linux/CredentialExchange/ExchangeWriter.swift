// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
package import SecretMemory

/// Writes what is handed over as the bytes of a CXF file, in memory for secrets; those that they were made of are wiped as far as they can be reached.
///
/// The data are written twice, once to count the bytes: whoever takes them hears first how many they are, and all of them at once are more than
/// the process of a provider may hold beside what it has of them.
package struct ExchangeWriter {
  /// How many bytes there are.
  package let byteCount: Int
  private var pieces: ExchangePieces
  /// What was encoded, and how far it was written.
  private var piece = Data()
  private var position = 0

  /// Counts the bytes.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialExport` for more than may be handed over.
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

  /// All bytes at once.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialExport` for more than may be handed over.
  package static func write(_ data: ASExportedCredentialData) throws -> SecretMemory.SharedSecret {
    var writer = try Self(data)
    return try writer.next(writer.byteCount)
  }

  /// The next bytes, as many as are asked for.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialExport` where there are no more.
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
