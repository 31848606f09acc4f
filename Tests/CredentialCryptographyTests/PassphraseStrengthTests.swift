// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The strength estimate of a passphrase")
struct PassphraseStrengthTests {
  private static func strength(_ text: String) -> PassphraseStrength { PassphraseStrength(of: SecretBytes(copying: text.utf8)) }

  @Test(
    "rates words, keyboard rows, dates, substitutions and repetitions as weak",
    arguments: [
      "password", "12345678", "qwertyuiop", "summer2024!", "Passfold1", "correct horse", "P@ssw0rd", "aaaaaaaaaaaaaaaaaaaaaaaa", "",
    ])
  func weak(text: String) { #expect(Self.strength(text).isWeak) }

  @Test(
    "rates several unrelated words and random characters as strong",
    arguments: ["quartz violin meadow", "correct horse battery staple", "x7#Kq92.vLm", "кошка стол лампа"])
  func strong(text: String) { #expect(!Self.strength(text).isWeak) }

  @Test("handles a passphrase of any length and does not rate a longer one as weaker")
  func long() {
    let random = String((0..<4000).map { _ in Character(UnicodeScalar(UInt8.random(in: 33...126))) })
    #expect(!Self.strength(random).isWeak)
    #expect(Self.strength("quartz violin meadow " + String(repeating: "a", count: 4000)).bits >= Self.strength("quartz violin meadow").bits)
  }
}
