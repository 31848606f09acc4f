// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

extension PasswordGenerator {
  /// The minimum number of words in a passphrase: 66 bits.
  public static let minimumWordCount = 6

  /// Generates a passphrase of independently drawn words; nil if the rules leave no room for one.
  ///
  /// If the rules require upper-case letters, every word begins with one; if they require a digit, one is appended.
  public func generatePassphrase(using generator: inout some RandomNumberGenerator) -> SharedSecret? {
    let characters = rules.characters ?? .printable
    let words = PassphraseWords.all
    guard let separator = "-._ ".utf8.first(where: characters.contains), let longest = words.map(\.count).max(),
      let shortest = words.map(\.count).min()
    else { return nil }
    let capitals = rules.required.contains { $0.intersection(.lower).isEmpty && !$0.intersection(.upper).isEmpty }
    let letters = PasswordCharacters.upper.union(.lower)
    let unmet = rules.required.first { $0.intersection(letters).isEmpty && !$0.contains(separator) }
    let digits = unmet?.intersection(.digit).characters ?? []
    func length(_ count: Int, of wordLength: Int) -> Int { count * (wordLength + 1) - 1 + (digits.isEmpty ? 0 : 1) }
    var count = Self.minimumWordCount
    while length(count, of: shortest) < rules.minimumLength ?? 0, count < Self.maximumLength { count += 1 }
    guard length(count, of: longest) <= rules.maximumLength ?? Self.maximumLength else { return nil }
    // Only doubled letters can violate a rule by chance.
    for _ in 0..<100 {
      var passphrase = SecretBytes(byteCount: length(count, of: longest))
      var end = 0
      passphrase.withMutableBytes { bytes in
        func append(_ byte: UInt8) {
          bytes[end] = byte
          end += 1
        }
        for position in 0..<count {
          if position > 0 { append(separator) }
          let word = words[Int.random(in: words.indices, using: &generator)]
          for (index, letter) in word.enumerated() { append(index == 0 && capitals ? letter & 0xDF : letter) }
        }
        if let digit = digits.randomElement(using: &generator) { append(digit) }
      }
      let made = passphrase.withBytes { SecretBytes(copying: $0.prefix(end)) }
      if made.withBytes({ rules.allows($0) }) { return SharedSecret(made) }
    }
    return nil
  }
}
