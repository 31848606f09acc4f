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
    /// The part of the country.
    public var territory: ASImportableEditableField?
    /// The country.
    public var country: ASImportableEditableField?
    /// The telephone number.
    public var telephone: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
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

  /// Somebody's name in its parts.
  public struct PersonName: Codable, Hashable, Sendable {
    /// What stands before the name, such as Dr.
    public var title: ASImportableEditableField?
    /// The given name.
    public var given: ASImportableEditableField?
    /// What friends say.
    public var givenInformal: ASImportableEditableField?
    /// Further given names.
    public var given2: ASImportableEditableField?
    /// What stands before the family name, such as van.
    public var surnamePrefix: ASImportableEditableField?
    /// The family name.
    public var surname: ASImportableEditableField?
    /// A second family name.
    public var surname2: ASImportableEditableField?
    /// What stands behind the name, such as PhD.
    public var credentials: ASImportableEditableField?
    /// Which of the same name, such as Jr.
    public var generation: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
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
