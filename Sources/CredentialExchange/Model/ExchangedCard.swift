// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory

/// A payment card as printed.
package struct ExchangedCard: Sendable {
  /// The name on it; empty if none is stored.
  package var holder: String
  /// The issuer; empty if not stored.
  package var bank: String
  /// The number in ASCII, in the form of ``CardNumber/normalized(_:)``; nil if the source has none.
  package var number: SharedSecret?
  /// The three or four digits that online shops ask for.
  package var securityCode: SharedSecret?
  /// The number typed at machines.
  package var pin: SharedSecret?
  /// The last month of validity.
  package var expires: CardMonth?
  /// The first month of validity.
  package var validFrom: CardMonth?

  /// Creates a card.
  package init(
    holder: String = "", bank: String = "", number: SharedSecret? = nil, securityCode: SharedSecret? = nil, pin: SharedSecret? = nil,
    expires: CardMonth? = nil, validFrom: CardMonth? = nil
  ) {
    self.holder = holder
    self.bank = bank
    self.number = number
    self.securityCode = securityCode
    self.pin = pin
    self.expires = expires
    self.validFrom = validFrom
  }
}
