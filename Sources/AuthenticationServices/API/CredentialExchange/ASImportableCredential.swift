// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A part of an item's content (CXF `Credential`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public enum ASImportableCredential: Codable, Hashable, Sendable {
  /// A postal address with a telephone number.
  case address(Address)
  /// An API key.
  case apiKey(APIKey)
  /// A user name with a password.
  case basicAuthentication(BasicAuthentication)
  /// A payment card.
  case creditCard(CreditCard)
  /// Custom fields.
  case customFields(CustomFields)
  /// A driving licence.
  case driversLicense(DriversLicense)
  /// A generated password that does not belong to an account yet.
  case generatedPassword(GeneratedPassword)
  /// An identity document.
  case identityDocument(IdentityDocument)
  /// A reference to another item.
  case itemReference(ItemReference)
  /// A text.
  case note(Note)
  /// A passkey with its private key.
  case passkey(Passkey)
  /// A passport.
  case passport(Passport)
  /// A person's name.
  case personName(PersonName)
  /// An SSH key.
  case sshKey(SSHKey)
  /// The secret of time-based codes.
  case totp(TOTP)
  /// A wireless network.
  case wifi(WiFi)
}
