// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// Writes values for the pipe between the vault and the programs that read and write other programs' files.
///
/// Numbers take eight bytes, big-endian. Texts and secrets are their length and then their bytes, lists their count and then their
/// elements. Optional values are a number, 0 or 1, and then the value. Secrets are not copied until they go into the pipe.
package struct CarriageWriter {
  private enum Piece {
    case plain([UInt8])
    case secret(SharedSecret)
  }

  private var pieces: [Piece] = []

  /// Creates an empty writer.
  package init() {}

  /// The number of bytes written.
  package var byteCount: Int {
    pieces.reduce(0) { count, piece in
      switch piece {
      case .plain(let bytes): count + bytes.count
      case .secret(let secret): count + secret.byteCount
      }
    }
  }

  /// Writes a number.
  package mutating func number(_ number: UInt64) {
    append((0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) })
  }

  /// Writes a number that may be negative.
  package mutating func integer(_ number: Int) { self.number(UInt64(bitPattern: Int64(number))) }

  /// Writes a Boolean value.
  package mutating func boolean(_ value: Bool) { number(value ? 1 : 0) }

  /// Writes non-secret bytes.
  package mutating func bytes(_ bytes: [UInt8]) {
    number(UInt64(bytes.count))
    append(bytes)
  }

  /// Writes a non-secret text.
  package mutating func text(_ text: String) { bytes(Array(text.utf8)) }

  /// Writes a secret.
  package mutating func secret(_ secret: SharedSecret) {
    number(UInt64(secret.byteCount))
    pieces.append(.secret(secret))
  }

  /// Writes a point in time with millisecond precision.
  package mutating func date(_ date: Date) {
    integer(Int(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? .max)
  }

  /// Writes an optional value.
  package mutating func optional<Value>(_ value: Value?, _ write: (inout CarriageWriter, Value) -> Void) {
    boolean(value != nil)
    if let value { write(&self, value) }
  }

  /// Writes a list.
  package mutating func list<Value>(_ values: [Value], _ write: (inout CarriageWriter, Value) -> Void) {
    number(UInt64(values.count))
    for value in values { write(&self, value) }
  }

  private mutating func append(_ bytes: [UInt8]) {
    guard case .plain(var last)? = pieces.last else { return pieces.append(.plain(bytes)) }
    // Keeps a single reference to the array while it grows, which avoids copies.
    pieces.removeLast()
    last += bytes
    pieces.append(.plain(last))
  }

  /// Passes on everything written, piece by piece; `body` returns whether to continue.
  package func withPieces(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .plain(let bytes): bytes.withUnsafeBytes(body)
      case .secret(let secret): secret.withBytes { body($0) }
      }
    }
  }

  /// Returns everything written, in secret memory.
  package func joined() -> SharedSecret {
    var whole = SecretBytes(byteCount: byteCount)
    var place = 0
    whole.withMutableBytes { target in
      _ = withPieces { piece in
        UnsafeMutableRawBufferPointer(rebasing: target[place..<place + piece.count]).copyMemory(from: piece)
        place += piece.count
        return true
      }
    }
    return SharedSecret(whole)
  }
}
