// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The user's rules for passwords generated without a page. The vault's own generator serves pages and their rules; the popup uses the same
/// rules as these.
package struct GeneratorRules: Equatable, Sendable {
  /// A class of characters.
  package enum Kind: String, CaseIterable, Sendable {
    case lower, upper, digits, symbols

    /// Characters that most typefaces distinguish, without the symbols that services refuse most often.
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

  /// The range of password lengths, in characters.
  package static let lengths = 8...64
  /// The default rules.
  package static let usual = GeneratorRules(length: 20, kinds: Set(Kind.allCases))

  /// The length of a password in characters.
  package let length: Int
  /// The classes of characters; a password contains each of them.
  package let kinds: Set<Kind>

  /// Creates rules. A length outside the range becomes the nearest one in it, and an empty set of classes becomes all of them.
  package init(length: Int, kinds: Set<Kind>) {
    self.length = min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound)
    self.kinds = kinds.isEmpty ? Set(Kind.allCases) : kinds
  }

  /// Reads the form of ``encoded``; unknown content is ignored.
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

  /// One line with the length and one with the classes.
  package var encoded: [UInt8] {
    Array("length \(length)\nkinds \(Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " "))\n".utf8)
  }

  /// Generates a password with at least one character of each class.
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
