// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Crypto
import FoundationEssentials
import SecretMemory

/// Challenges that are not stored: each contains a mark made with a key of the database, and its session prevents reuse.
struct Challenges: Sendable {
  private static let randomByteCount = 16

  private let key: SymmetricKey
  private let life: Duration

  init(key: SymmetricKey, life: Duration) {
    self.key = key
    self.life = life
  }

  /// Returns 16 random bytes and the mark that binds them to account, member and time.
  func make(for account: AccountIdentifier, _ member: DeviceIdentifier, at milliseconds: UInt64, random: [UInt8]) -> [UInt8] {
    random + mark(account, member, milliseconds, random)
  }

  /// Whether a server of this database recently made the challenge for that member. Two servers' clocks differ, so its time may be slightly
  /// in the future.
  func accept(
    _ challenge: [UInt8], for account: AccountIdentifier, _ member: DeviceIdentifier, at milliseconds: UInt64, now: UInt64
  ) -> Bool {
    let age = max(now, milliseconds) - min(now, milliseconds)
    guard challenge.count == ServerStatement.challengeByteCount, age <= UInt64(life / .milliseconds(1)) else { return false }
    let random = Array(challenge.prefix(Self.randomByteCount))
    return constantTimeEquals(Array(challenge.dropFirst(Self.randomByteCount)), mark(account, member, milliseconds, random))
  }

  private func mark(_ account: AccountIdentifier, _ member: DeviceIdentifier, _ milliseconds: UInt64, _ random: [UInt8]) -> [UInt8] {
    let time = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> (56 - 8 * $0)) }
    let code = HMAC<SHA256>.authenticationCode(for: account.bytes + member.bytes + time + random, using: key)
    return Array(code.prefix(ServerStatement.challengeByteCount - Self.randomByteCount))
  }
}
