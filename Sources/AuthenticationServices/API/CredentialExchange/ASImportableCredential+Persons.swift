// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// A postal address with a telephone number.
  public struct Address: Codable, Hashable, Sendable {
    /// Street and number.
    public var streetAddress: ASImportableEditableField?
    /// The postal code.
    public var postalCode: ASImportableEditableField?
    /// The town.
    public var city: ASImportableEditableField?
    /// The state or province.
    public var territory: ASImportableEditableField?
    /// The country.
    public var country: ASImportableEditableField?
    /// The telephone number.
    public var telephone: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(
      streetAddress: ASImportableEditableField?, postalCode: ASImportableEditableField?, city: ASImportableEditableField?,
      territory: ASImportableEditableField?, country: ASImportableEditableField?, telephone: ASImportableEditableField?
    ) {
      self.streetAddress = streetAddress
      self.postalCode = postalCode
      self.city = city
      self.territory = territory
      self.country = country
      self.telephone = telephone
    }

    private enum CodingKeys: String, CodingKey {
      case telephone = "tel"
      case streetAddress, postalCode, city, territory, country
    }
  }

  /// A person's name, in its parts.
  public struct PersonName: Codable, Hashable, Sendable {
    /// A title before the name, such as Dr.
    public var title: ASImportableEditableField?
    /// The given name.
    public var given: ASImportableEditableField?
    /// An informal given name.
    public var givenInformal: ASImportableEditableField?
    /// Additional given names.
    public var given2: ASImportableEditableField?
    /// A prefix of the family name, such as van.
    public var surnamePrefix: ASImportableEditableField?
    /// The family name.
    public var surname: ASImportableEditableField?
    /// A second family name.
    public var surname2: ASImportableEditableField?
    /// Credentials after the name, such as PhD.
    public var credentials: ASImportableEditableField?
    /// A generation suffix, such as Jr.
    public var generation: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(
      title: ASImportableEditableField?, given: ASImportableEditableField?, givenInformal: ASImportableEditableField?,
      given2: ASImportableEditableField?, surnamePrefix: ASImportableEditableField?, surname: ASImportableEditableField?,
      surname2: ASImportableEditableField?, credentials: ASImportableEditableField?, generation: ASImportableEditableField?
    ) {
      self.title = title
      self.given = given
      self.givenInformal = givenInformal
      self.given2 = given2
      self.surnamePrefix = surnamePrefix
      self.surname = surname
      self.surname2 = surname2
      self.credentials = credentials
      self.generation = generation
    }
  }
}
