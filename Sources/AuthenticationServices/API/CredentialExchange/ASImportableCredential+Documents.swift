// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// A driving licence.
  public struct DriversLicense: Codable, Hashable, Sendable {
    /// The full name.
    public var fullName: ASImportableEditableField?
    /// The date of birth.
    public var birthDate: ASImportableEditableField?
    /// The date of issue.
    public var issueDate: ASImportableEditableField?
    /// The last day of its validity.
    public var expiryDate: ASImportableEditableField?
    /// The issuing authority.
    public var issuingAuthority: ASImportableEditableField?
    /// The state or province.
    public var territory: ASImportableEditableField?
    /// The country.
    public var country: ASImportableEditableField?
    /// The number.
    public var licenseNumber: ASImportableEditableField?
    /// The class of vehicles.
    public var licenseClass: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(
      fullName: ASImportableEditableField?, birthDate: ASImportableEditableField?, issueDate: ASImportableEditableField?,
      expiryDate: ASImportableEditableField?, issuingAuthority: ASImportableEditableField?, territory: ASImportableEditableField?,
      country: ASImportableEditableField?, licenseNumber: ASImportableEditableField?, licenseClass: ASImportableEditableField?
    ) {
      self.fullName = fullName
      self.birthDate = birthDate
      self.issueDate = issueDate
      self.expiryDate = expiryDate
      self.issuingAuthority = issuingAuthority
      self.territory = territory
      self.country = country
      self.licenseNumber = licenseNumber
      self.licenseClass = licenseClass
    }
  }

  /// An identity document.
  public struct IdentityDocument: Codable, Hashable, Sendable {
    /// The issuing country.
    public var issuingCountry: ASImportableEditableField?
    /// The number.
    public var documentNumber: ASImportableEditableField?
    /// The user's identification number.
    public var identificationNumber: ASImportableEditableField?
    /// The nationality.
    public var nationality: ASImportableEditableField?
    /// The full name.
    public var fullName: ASImportableEditableField?
    /// The date of birth.
    public var birthDate: ASImportableEditableField?
    /// The place of birth.
    public var birthPlace: ASImportableEditableField?
    /// The sex.
    public var sex: ASImportableEditableField?
    /// The date of issue.
    public var issueDate: ASImportableEditableField?
    /// The last day of its validity.
    public var expiryDate: ASImportableEditableField?
    /// The issuing authority.
    public var issuingAuthority: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(
      issuingCountry: ASImportableEditableField?, documentNumber: ASImportableEditableField?,
      identificationNumber: ASImportableEditableField?, nationality: ASImportableEditableField?, fullName: ASImportableEditableField?,
      birthDate: ASImportableEditableField?, birthPlace: ASImportableEditableField?, sex: ASImportableEditableField?,
      issueDate: ASImportableEditableField?, expiryDate: ASImportableEditableField?, issuingAuthority: ASImportableEditableField?
    ) {
      self.issuingCountry = issuingCountry
      self.documentNumber = documentNumber
      self.identificationNumber = identificationNumber
      self.nationality = nationality
      self.fullName = fullName
      self.birthDate = birthDate
      self.birthPlace = birthPlace
      self.sex = sex
      self.issueDate = issueDate
      self.expiryDate = expiryDate
      self.issuingAuthority = issuingAuthority
    }
  }

  /// A passport.
  public struct Passport: Codable, Hashable, Sendable {
    /// The issuing country.
    public var issuingCountry: ASImportableEditableField?
    /// The type of passport.
    public var passportType: ASImportableEditableField?
    /// The number.
    public var passportNumber: ASImportableEditableField?
    /// The user's identification number.
    public var nationalIdentificationNumber: ASImportableEditableField?
    /// The nationality.
    public var nationality: ASImportableEditableField?
    /// The full name.
    public var fullName: ASImportableEditableField?
    /// The date of birth.
    public var birthDate: ASImportableEditableField?
    /// The place of birth.
    public var birthPlace: ASImportableEditableField?
    /// The sex.
    public var sex: ASImportableEditableField?
    /// The date of issue.
    public var issueDate: ASImportableEditableField?
    /// The last day of its validity.
    public var expiryDate: ASImportableEditableField?
    /// The issuing authority.
    public var issuingAuthority: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(
      issuingCountry: ASImportableEditableField?, passportType: ASImportableEditableField?, passportNumber: ASImportableEditableField?,
      nationalIdentificationNumber: ASImportableEditableField?, nationality: ASImportableEditableField?,
      fullName: ASImportableEditableField?, birthDate: ASImportableEditableField?, birthPlace: ASImportableEditableField?,
      sex: ASImportableEditableField?, issueDate: ASImportableEditableField?, expiryDate: ASImportableEditableField?,
      issuingAuthority: ASImportableEditableField?
    ) {
      self.issuingCountry = issuingCountry
      self.passportType = passportType
      self.passportNumber = passportNumber
      self.nationalIdentificationNumber = nationalIdentificationNumber
      self.nationality = nationality
      self.fullName = fullName
      self.birthDate = birthDate
      self.birthPlace = birthPlace
      self.sex = sex
      self.issueDate = issueDate
      self.expiryDate = expiryDate
      self.issuingAuthority = issuingAuthority
    }
  }
}
