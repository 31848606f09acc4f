// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A payment card as printed.
package struct CardRecord: Sendable {
  /// The record's identifier.
  package let id: RecordIdentifier
  /// The user's name for it.
  package var title: String
  /// The name on it; empty if none is stored.
  package var holder: String
  /// The issuer; empty if not stored.
  package var bank: String
  /// The number in ASCII, without spaces if it otherwise has only digits.
  package var number: SharedSecret
  /// The three or four digits that online shops ask for.
  package var securityCode: SharedSecret?
  /// The number typed at machines.
  package var pin: SharedSecret?
  /// The last month of validity.
  package var expires: CardMonth?
  /// The first month of validity.
  package var validFrom: CardMonth?

  /// Creates a record.
  package init(
    id: RecordIdentifier, title: String, holder: String = "", bank: String = "", number: SharedSecret, securityCode: SharedSecret? = nil,
    pin: SharedSecret? = nil, expires: CardMonth? = nil, validFrom: CardMonth? = nil
  ) {
    self.id = id
    self.title = title
    self.holder = holder
    self.bank = bank
    self.number = number
    self.securityCode = securityCode
    self.pin = pin
    self.expires = expires
    self.validFrom = validFrom
  }

  /// The brand according to the number's prefix; nil for an unknown prefix.
  package var brand: CardBrand? { CardBrand(ofNumber: number) }
}
