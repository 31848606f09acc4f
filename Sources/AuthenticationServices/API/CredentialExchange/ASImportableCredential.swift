// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One of the things that an item holds (CXF `Credential`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public enum ASImportableCredential: Codable, Hashable, Sendable {
  /// A postal address with a telephone number.
  case address(Address)
  /// A key for a programming interface.
  case apiKey(APIKey)
  /// A user name with a password.
  case basicAuthentication(BasicAuthentication)
  /// A payment card.
  case creditCard(CreditCard)
  /// Fields of the person's own.
  case customFields(CustomFields)
  /// A licence to drive.
  case driversLicense(DriversLicense)
  /// A password that was made and is of no account yet.
  case generatedPassword(GeneratedPassword)
  /// A document that says who somebody is.
  case identityDocument(IdentityDocument)
  /// Another item.
  case itemReference(ItemReference)
  /// A text.
  case note(Note)
  /// A passkey with its private key.
  case passkey(Passkey)
  /// A passport.
  case passport(Passport)
  /// Somebody's name.
  case personName(PersonName)
  /// A key for SSH.
  case sshKey(SSHKey)
  /// The secret behind time-based codes.
  case totp(TOTP)
  /// A wireless network.
  case wifi(WiFi)
}
