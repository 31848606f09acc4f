// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A payment card, as it is printed.
package struct CardRecord: Sendable {
  /// The record's identifier.
  package let id: RecordIdentifier
  /// What a person calls it.
  package var title: String
  /// The name on it; empty where none is kept.
  package var holder: String
  /// Who issued it; empty where that is not kept.
  package var bank: String
  /// The number in ASCII, without spaces where it has digits alone.
  package var number: SharedSecret
  /// The three or four digits that shops on the network ask for.
  package var securityCode: SharedSecret?
  /// What is typed at machines.
  package var pin: SharedSecret?
  /// The last month in which it is good.
  package var expires: CardMonth?
  /// The first month in which it is good.
  package var validFrom: CardMonth?

  /// Puts a record together.
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

  /// What the number's prefix says of the card; nil for a prefix that is not known.
  package var brand: CardBrand? { CardBrand(ofNumber: number) }
}
