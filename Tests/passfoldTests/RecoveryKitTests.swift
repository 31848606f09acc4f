// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Testing
import VaultProtocol
import passfold

@Suite("The recovery kit")
struct RecoveryKitTests {
  private static let key = "KBIV-EU2U-KVLF-OWCZ-LJNV-YXK6-L5QG-CYTD-MRSW-MZ3I-NFVG-W3DN-NZXQ-RXC7"
  private let kit = VaultAnswer.RecoveryKit(account: "75310e8790c3541a5129d4dc1333cb6c", made: 1_790_000_000)

  private func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  private func written(_ pieces: [OutputPiece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .secret(let secret): secret.withBytes { String(decoding: $0, as: UTF8.self) }
      }
    }.joined()
  }

  @Test("contains the key, its date, its account and its purpose")
  func text() {
    let text = written(RecoveryKitPage.text(kit, secret(Self.key)))
    #expect(text.contains("Key      \(Self.key)\n"))
    // Each group has its number below it.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = lines.firstIndex { $0.contains(Self.key) }.map { $0 + 1 }
    let numbers = place.map { Array(lines[$0]) } ?? []
    #expect((0..<14).allSatisfy { String(numbers.dropFirst(9 + 5 * $0).prefix { $0 != " " }) == String($0 + 1) })
    #expect(text.contains("7531 0e87 90c3 541a 5129 d4dc 1333 cb6c"))
    #expect(text.contains("2026-09-2"))
    #expect(text.contains("passfold recover"))
  }

  @Test("as a page has the key in two lines and a separate QR code")
  func picture() {
    let page = written(RecoveryKitPage.picture(kit, secret(Self.key), symbol: secret("<svg viewBox=\"0 0 3 3\"></svg>")))
    #expect(page.contains(">\(Self.key.prefix(34))</text>"))
    #expect(page.contains(">\(Self.key.dropFirst(35))</text>"))
    // Each group has its number above it.
    for number in 1...14 { #expect(page.contains(">\(number)</text>")) }
    // The number of characters of this size that fit between the margins, including wide ones.
    let uses = page.matches(of: #/font-size="4">([^<]*)</#).map(\.1)
    #expect(uses.count == 5 && uses.allSatisfy { $0.count <= 88 })
    #expect(page.contains("<svg x=\"60\" y=\"95\" width=\"90\" height=\"90\" viewBox=\"0 0 3 3\"></svg>"))
  }

  @Test("is confirmed by the requested group, however it is typed, and by no other")
  func groups() {
    let key = secret(Self.key)
    for typed in ["EU2U", "eu2u", " eu-2u "] { #expect(RecoveryKeyOnScreen.isGroup(1, of: key, secret(typed))) }
    for typed in ["", "EU2", "EU2UU", "KVLF", "KBIV"] { #expect(!RecoveryKeyOnScreen.isGroup(1, of: key, secret(typed))) }
    #expect(RecoveryKeyOnScreen.isGroup(13, of: key, secret("RXC7")))
  }
}
