// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory

/// A payment card, as it is printed.
package struct ExchangedCard: Sendable {
  /// The name on it; empty where none is kept.
  package var holder: String
  /// Who issued it; empty where that is not kept.
  package var bank: String
  /// The number in ASCII, as ``CardNumber/normalized(_:)`` has it; nil where the source keeps none.
  package var number: SharedSecret?
  /// The three or four digits that shops on the network ask for.
  package var securityCode: SharedSecret?
  /// What is typed at machines.
  package var pin: SharedSecret?
  /// The last month in which it is good.
  package var expires: CardMonth?
  /// The first month in which it is good.
  package var validFrom: CardMonth?

  /// Puts a card together.
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
