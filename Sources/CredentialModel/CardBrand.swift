// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The network of a card.
package enum CardBrand: String, Hashable, Sendable, CaseIterable {
  case americanExpress = "American Express"
  case dinersClub = "Diners Club"
  case discover = "Discover"
  case jcb = "JCB"
  case maestro = "Maestro"
  case mastercard = "Mastercard"
  case mir = "Mir"
  case troy = "Troy"
  case unionPay = "UnionPay"
  case visa = "Visa"

  /// Prefixes of four digits (ISO/IEC 7812-1 issuer identification numbers), narrower ranges first.
  private static let prefixes: [(ClosedRange<Int>, CardBrand)] = [
    (2200...2204, .mir), (2221...2720, .mastercard), (3000...3059, .dinersClub), (3095...3095, .dinersClub),
    (3400...3499, .americanExpress),
    (3528...3589, .jcb), (3600...3699, .dinersClub), (3700...3799, .americanExpress), (3800...3999, .dinersClub), (4000...4999, .visa),
    (5100...5599, .mastercard), (5018...5018, .maestro), (5020...5020, .maestro), (5038...5038, .maestro), (5600...5899, .maestro),
    (6011...6011, .discover), (6200...6299, .unionPay), (6304...6304, .maestro), (6440...6599, .discover), (6700...6799, .maestro),
    (8100...8199, .unionPay), (9792...9792, .troy),
  ]

  /// Determines the brand from a number's first four digits; nil for any other prefix or text.
  package init?(ofNumber number: SharedSecret) {
    let prefix = number.withBytes { bytes -> Int? in
      let digits = bytes.prefix(4)
      guard digits.count == 4, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    guard let prefix, let brand = Self.prefixes.first(where: { $0.0.contains(prefix) })?.1 else { return nil }
    self = brand
  }
}
