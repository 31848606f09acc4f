// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The rules by which a person has passwords made without a page: the vault's generator answers to pages and their rules. The popup has the same.
package struct GeneratorRules: Equatable, Sendable {
  /// A kind of signs.
  package enum Kind: String, CaseIterable, Sendable {
    case lower, upper, digits, symbols

    /// Signs that are told apart in most typefaces; of the symbols those that services refuse most often are left out.
    var signs: [UInt8] {
      let text =
        switch self {
        case .lower: "abcdefghijkmnopqrstuvwxyz"
        case .upper: "ABCDEFGHJKLMNPQRSTUVWXYZ"
        case .digits: "23456789"
        case .symbols: "-_.!?+*=@#%&"
        }
      return Array(text.utf8)
    }
  }

  /// How many signs a password may have.
  package static let lengths = 8...64
  /// What holds where a person chose nothing.
  package static let usual = GeneratorRules(length: 20, kinds: Set(Kind.allCases))

  /// How many signs a password has.
  package let length: Int
  /// The kinds of signs, each of which occurs.
  package let kinds: Set<Kind>

  /// Rules; a length that cannot be is the nearest that can, and without a kind all are taken.
  package init(length: Int, kinds: Set<Kind>) {
    self.length = min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound)
    self.kinds = kinds.isEmpty ? Set(Kind.allCases) : kinds
  }

  /// Reads what ``encoded`` gives; what is not understood counts as not chosen.
  package init(decoding file: [UInt8]) {
    var (length, kinds) = (Self.usual.length, Set<Kind>())
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      switch words.first {
      case "length": length = words.dropFirst().first.flatMap(Int.init) ?? length
      case "kinds": kinds = Set(words.dropFirst().compactMap(Kind.init))
      default: break
      }
    }
    self.init(length: length, kinds: kinds)
  }

  /// A line with the length and one with the kinds.
  package var encoded: [UInt8] {
    Array("length \(length)\nkinds \(Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " "))\n".utf8)
  }

  /// Makes a password with at least one sign of each kind.
  package func makePassword(using random: inout some RandomNumberGenerator) -> SharedSecret {
    let sets = kinds.map(\.signs)
    let all = sets.flatMap(\.self)
    var signs: [UInt8] = []
    // Drawn until each kind occurs, so that every password that meets the rules is as likely as any other.
    repeat {
      signs = (0..<length).map { _ in all[Int.random(in: all.indices, using: &random)] }
    } while !sets.allSatisfy { kind in signs.contains { kind.contains($0) } }
    defer { for index in signs.indices { signs[index] = 0 } }
    return SharedSecret(copying: signs)
  }
}
