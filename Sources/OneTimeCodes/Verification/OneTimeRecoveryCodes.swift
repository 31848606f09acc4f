// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

/// A set of recovery codes in the form shown to the user, once: the store holds only hashes.
public struct OneTimeRecoveryCodes: Sendable {
  /// The number of codes per set.
  public static let count = 10
  /// The number of Base32 characters per code: 120 random bits.
  public static let characterCount = 24

  /// The codes, in groups of four characters separated by dashes.
  public let codes: [SharedSecret]

  /// Generates a set and its stored form.
  static func generate(using generator: inout some RandomNumberGenerator) -> (OneTimeRecoveryCodes, [StoredRecoveryCode]) {
    var shown: [SharedSecret] = []
    var stored: [StoredRecoveryCode] = []
    for _ in 0..<count {
      let bits = SecretBytes.random(byteCount: characterCount * 5 / 8, using: &generator)
      let characters = bits.withBytes { Base32.encode($0) }
      let salt = (0..<16).map { _ -> UInt8 in generator.next() }
      stored.append(StoredRecoveryCode(salt: salt, hash: characters.withBytes { StoredRecoveryCode.hash($0, salt: salt) }))
      shown.append(grouped(characters))
    }
    return (OneTimeRecoveryCodes(codes: shown), stored)
  }

  private static func grouped(_ characters: borrowing SecretBytes) -> SharedSecret {
    var text = SecretBytes(byteCount: characterCount + characterCount / 4 - 1)
    characters.withBytes { source in
      text.withMutableBytes { target in
        for index in target.indices { target[index] = index % 5 == 4 ? UInt8(ascii: "-") : source[index - index / 5] }
      }
    }
    return SharedSecret(text)
  }

  /// Returns the characters of a typed code in upper case, without spaces and dashes, or `nil` if the text cannot be a recovery code.
  static func characters(_ typed: String) -> SecretBytes? {
    guard typed.utf8.count <= 128 else { return nil }
    var kept = typed.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
      .map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }
    let isCode =
      kept.count == characterCount
      && kept.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0) }
    let characters = SecretBytes(wiping: &kept)
    guard isCode else { return nil }
    return characters
  }
}
