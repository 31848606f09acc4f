// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import VaultProtocol

@Suite("The health of a password")
struct PasswordHealthTests {
  private func password(bits: Double = 60, changed: Double = 0) -> VaultAnswer.PasswordHealth {
    VaultAnswer.PasswordHealth(
      entry: VaultEntry(record: "00", kind: .password, title: "Shop", services: [], user: ""), bits: bits, changed: changed, likeness: "a")
  }

  @Test("is weak below ten thousand million guesses", arguments: [(33.1, true), (33.2, false), (60, false), (0, true)])
  func weak(bits: Double, isWeak: Bool) { #expect(password(bits: bits).isWeak == isWeak) }

  @Test("is old after five years, and never before it was set", arguments: [(5.01, true), (5, false), (0, false), (-1, false)])
  func old(years: Double, isOld: Bool) {
    let changed = 1_000_000.0
    #expect(password(changed: changed).isOld(at: changed + years * 365.25 * 86_400) == isOld)
  }
}
