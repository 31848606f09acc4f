// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Base64 (RFC 4648 §4 and §5) to and from secret memory.
enum Base64Text {
  /// The characters that may occur in the text and are skipped.
  enum Skipped {
    case nothing, lineBreaks, whiteSpace
  }

  /// Decodes either alphabet; padding may be missing.
  ///
  /// - Returns: nil for any other character, more than two padding characters, or an impossible number of characters.
  static func decode(_ text: UnsafeRawBufferPointer, skipping skipped: Skipped = .whiteSpace) -> SecretBytes? {
    func isSkipped(_ byte: UInt8) -> Bool {
      switch skipped {
      case .nothing: false
      case .lineBreaks: byte == 0x0A || byte == 0x0D
      case .whiteSpace: byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      }
    }
    var count = 0
    var end = text.count
    for (place, byte) in text.enumerated() {
      if byte == UInt8(ascii: "=") {
        end = place
        break
      }
      if Self.values[Int(byte)] < 64 { count += 1 } else if !isSkipped(byte) { return nil }
    }
    let padding = text[end...].filter { !isSkipped($0) }
    guard count % 4 != 1, padding.count <= 2, padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
    var decoded = SecretBytes(byteCount: count * 3 / 4)
    decoded.withMutableBytes { decoded in
      var (pending, bits, written): (UInt32, UInt32, Int) = (0, 0, 0)
      for byte in text[..<end] {
        let value = Self.values[Int(byte)]
        guard value < 64 else { continue }
        pending = (pending << 6 | UInt32(value)) & 0xFFFF
        bits += 6
        guard bits >= 8 else { continue }
        bits -= 8
        decoded[written] = UInt8(truncatingIfNeeded: pending >> bits)
        written += 1
      }
    }
    return decoded
  }

  /// Decodes like ``decode(_:skipping:)``, for read-only use.
  static func shared(_ text: UnsafeRawBufferPointer, skipping skipped: Skipped = .whiteSpace) -> SharedSecret? {
    guard let bytes = decode(text, skipping: skipped) else { return nil }
    return SharedSecret(bytes)
  }

  /// Decodes like ``shared(_:skipping:)``, for a secret text.
  static func shared(_ text: SharedSecret, skipping skipped: Skipped = .whiteSpace) -> SharedSecret? {
    text.withBytes { shared($0, skipping: skipped) }
  }

  /// Encodes bytes in the standard alphabet, with padding.
  static func text(of bytes: SharedSecret) -> SharedSecret { text(of: bytes, isForURL: false) }

  /// Encodes bytes in the alphabet for URLs, without padding.
  static func urlText(of bytes: SharedSecret) -> SharedSecret { text(of: bytes, isForURL: true) }

  private static func text(of bytes: SharedSecret, isForURL: Bool) -> SharedSecret {
    var text = SecretBuilder(capacity: (bytes.byteCount + 2) / 3 * 4)
    bytes.withBytes { append($0, isForURL: isForURL, to: &text) }
    return text.secret()
  }

  /// Appends bytes in Base64: in the standard alphabet with padding, or in the alphabet for URLs without.
  static func append(_ bytes: UnsafeRawBufferPointer, isForURL: Bool = false, to text: inout SecretBuilder) {
    let alphabet = isForURL ? urlAlphabet : usualAlphabet
    let whole = (bytes.count + 2) / 3 * 4
    let missing = (3 - bytes.count % 3) % 3
    text.append(count: isForURL ? whole - missing : whole) { output in
      for index in output.indices {
        let (group, place) = (index / 4 * 3, index % 4)
        func byte(_ offset: Int) -> UInt32 { group + offset < bytes.count ? UInt32(bytes[group + offset]) : 0 }
        guard index < whole - missing else {
          output[index] = UInt8(ascii: "=")
          continue
        }
        output[index] = alphabet[Int((byte(0) << 16 | byte(1) << 8 | byte(2)) >> UInt32(18 - 6 * place) & 63)]
      }
    }
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let usualAlphabet = Array((letters + "+/").utf8)
  private static let urlAlphabet = Array((letters + "-_").utf8)
  // 255 stands for a character of neither alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for alphabet in [usualAlphabet, urlAlphabet] {
      for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    }
    return values
  }()
}
