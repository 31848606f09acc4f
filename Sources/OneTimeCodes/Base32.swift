// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

/// Reads and writes Base32 as used for one-time-code secrets (RFC 4648 §6), in locked memory.
///
/// Decoding is strict about the alphabet and the length. Secrets are printed in groups and typed by hand, so it tolerates spaces, dashes
/// and underscores anywhere, including the other Unicode spaces and dashes that web pages print; lower case; any number of `=` at the end;
/// and nonzero unused bits in the last character.
/// `0`, `1`, `8` and `9` are not in the alphabet. They are rejected and never read as `O`, `I` or `B`.
public enum Base32 {
  /// Decodes a secret.
  ///
  /// - Throws: `missingSecret` if the text contains no characters, `secretNotBase32` with the position, the character and possibly a
  ///   suggestion, `secretIncomplete`, or `secretTooLong`.
  public static func decode(_ text: String) throws(OneTimeCodesError) -> SecretBytes {
    let characters = SecretBytes(copying: text.utf8)
    return try characters.withBytes { (bytes) throws(OneTimeCodesError) in try decode(bytes) }
  }

  /// Decodes a secret from UTF-8 bytes, so that a secret that is already in locked memory need not become a `String`.
  ///
  /// - Throws: The same errors as ``decode(_:)-(String)``.
  public static func decode(_ utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) -> SecretBytes {
    try decode(PercentDecoder(utf8[...], .none, parameter: "secret"))
  }

  /// Decodes a secret that is part of a larger text.
  static func decode(_ encoded: PercentDecoder) throws(OneTimeCodesError) -> SecretBytes {
    let symbolCount = try countSymbols(encoded)
    guard symbolCount > 0 else { throw OneTimeCodesError(.missingSecret, parameter: "secret") }
    guard ![1, 3, 6].contains(symbolCount % 8) else { throw OneTimeCodesError(.secretIncomplete, parameter: "secret") }
    guard symbolCount * 5 / 8 <= OneTimeCodeParameters.maximumSecretByteCount else {
      throw OneTimeCodesError(.secretTooLong, parameter: "secret")
    }
    var secret = SecretBytes(byteCount: symbolCount * 5 / 8)
    try secret.withMutableBytes { (output) throws(OneTimeCodesError) in
      var rest = encoded
      var pending: UInt32 = 0
      var pendingBits = 0
      var written = 0
      while let byte = try rest.next() {
        guard let value = value(of: byte) else { continue }
        pending = pending << 5 | UInt32(value)
        pendingBits += 5
        if pendingBits >= 8 {
          pendingBits -= 8
          output[written] = UInt8(truncatingIfNeeded: pending >> UInt32(pendingBits))
          written += 1
        }
      }
      pending = 0
    }
    return secret
  }

  /// Encodes bytes in upper case without padding.
  public static func encode(_ bytes: RawSpan) -> SecretBytes { bytes.withUnsafeBytes { encode($0) } }

  /// Encodes bytes in upper case without padding.
  public static func encode(_ bytes: UnsafeRawBufferPointer) -> SecretBytes {
    var text = SecretBytes(byteCount: (bytes.count * 8 + 4) / 5)
    text.withMutableBytes { output in
      for index in output.indices {
        let bit = index * 5
        let high = UInt16(bytes[bit / 8]) << 8
        let low = bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
        let value = UInt8((high | low) >> UInt16(11 - bit % 8) & 0x1F)
        output[index] = value < 26 ? UInt8(ascii: "A") + value : UInt8(ascii: "2") + value - 26
      }
    }
    return text
  }

  /// Counts the characters of the alphabet. Throws for any other character that is not tolerated.
  private static func countSymbols(_ encoded: PercentDecoder) throws(OneTimeCodesError) -> Int {
    var rest = encoded
    var count = 0
    var isPadded = false
    var isLowerCase = false
    while let byte = try rest.next() {
      if value(of: byte) != nil, !isPadded {
        count += 1
        isLowerCase = byte >= UInt8(ascii: "a")
        continue
      }
      if byte == UInt8(ascii: "=") {
        isPadded = true
        continue
      }
      let scalar = try rest.scalar(startingWith: byte)
      if separates(scalar) { continue }
      throw rest.fault(
        .secretNotBase32, character: Character(scalar), suggestion: isPadded ? nil : lookAlike(of: scalar, amongLowerCase: isLowerCase))
    }
    return count
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a")
    case UInt8(ascii: "2")...UInt8(ascii: "7"): byte - UInt8(ascii: "2") + 26
    default: nil
    }
  }

  /// Whether a character only separates groups: a space, dash, underscore or line break, in ASCII or beyond.
  private static func separates(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "-", "_", "\t", "\n", "\r": true
    // No-break, thin and zero-width spaces, the word joiner and the byte-order mark are often copied along with a web page's text.
    case "\u{A0}", "\u{2000}"..."\u{200B}", "\u{202F}", "\u{2060}", "\u{3000}", "\u{FEFF}": true
    // Word processors replace the keyboard's hyphen with these hyphens and dashes.
    case "\u{2010}"..."\u{2015}", "\u{2212}": true
    default: false
    }
  }

  /// The letter that was probably meant. Among lower-case letters, a `1` is more likely an `l`.
  private static func lookAlike(of scalar: Unicode.Scalar, amongLowerCase: Bool) -> Character? {
    switch scalar {
    case "0": "O"
    case "1": amongLowerCase ? "L" : "I"
    case "8": "B"
    default: nil
    }
  }
}
