// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory
package import VaultProtocol

extension CardRecord: PlainRecord {
  private enum Name {
    static let number = "number"
    static let securityCode = "security-code"
    static let pin = "pin"
  }

  /// The maximum number of bytes of a number, a security code and a PIN.
  private static let longestSecret = 64

  package var values: [EntryValue] {
    var values = [
      EntryValue(.brand, brand?.rawValue ?? ""), EntryValue(.bank, bank), EntryValue(.holder, holder),
      EntryValue(.expires, expires?.description ?? ""), EntryValue(.validFrom, validFrom?.description ?? ""),
    ]
    values.removeAll(where: \.value.isEmpty)
    return values
  }

  package var secretNames: [String] { VaultCall.NewEntry.cardSecrets.filter { secret(named: $0) != nil } }
  package var mainSecret: String? { Name.number }

  package mutating func set(_ value: EntryValue) throws(VaultFailure) {
    guard value.label == nil else { throw VaultFailure(.badRequest) }
    switch value.name {
    case .holder: holder = try value.line
    case .bank: bank = try value.line
    case .expires: expires = try value.parsed(CardMonth.init)
    case .validFrom: validFrom = try value.parsed(CardMonth.init)
    default: throw VaultFailure(.wrongKind)
    }
  }

  package func secret(named name: String) -> SharedSecret? {
    switch name {
    case Name.number: number
    case Name.securityCode: securityCode
    case Name.pin: pin
    default: nil
    }
  }

  package func takesSecret(named name: String) -> Bool { VaultCall.NewEntry.cardSecrets.contains(name) }

  package mutating func setSecret(named name: String, to secret: SharedSecret?, at date: Date) throws(VaultFailure) {
    let secret = secret.flatMap { $0.byteCount > 0 ? $0 : nil }
    guard secret?.byteCount ?? 0 <= Self.longestSecret else { throw VaultFailure(.badValue, detail: name) }
    switch name {
    case Name.number:
      guard let secret else { throw VaultFailure(.badValue, detail: name) }
      number = CardNumber.normalized(secret)
    case Name.securityCode: securityCode = secret
    case Name.pin: pin = secret
    default: throw VaultFailure(.wrongKind)
    }
  }
}
