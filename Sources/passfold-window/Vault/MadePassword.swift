// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A random password for a person, made without a page: the vault's generator answers to pages and their rules. The popup makes the same.
enum MadePassword {
  /// Signs that are told apart in most typefaces; of the symbols those that services refuse most often are left out.
  private static let kinds = ["abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-_.!?+*=@#%&"].map { Array($0.utf8) }
  /// Signs of one password.
  static let length = 20

  /// Makes one with at least one sign of each kind.
  static func make(using random: inout some RandomNumberGenerator) -> SharedSecret {
    let all = kinds.flatMap(\.self)
    var signs: [UInt8] = []
    // Drawn until each kind occurs, so that every password that meets the rules is as likely as any other.
    repeat {
      signs = (0..<length).map { _ in all[Int.random(in: all.indices, using: &random)] }
    } while !kinds.allSatisfy { kind in signs.contains { kind.contains($0) } }
    defer { for index in signs.indices { signs[index] = 0 } }
    return SharedSecret(copying: signs)
  }
}
