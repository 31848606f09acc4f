// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// A licence to drive.
  public struct DriversLicense: Codable, Hashable, Sendable {
    /// The name in it.
    public var fullName: ASImportableEditableField?
    /// The day of birth.
    public var birthDate: ASImportableEditableField?
    /// The day on which it was issued.
    public var issueDate: ASImportableEditableField?
    /// The last day on which it is good.
    public var expiryDate: ASImportableEditableField?
    /// Who issued it.
    public var issuingAuthority: ASImportableEditableField?
    /// The part of the country that it is of.
    public var territory: ASImportableEditableField?
    /// The country that it is of.
    public var country: ASImportableEditableField?
    /// Its number.
    public var licenseNumber: ASImportableEditableField?
    /// What it is a licence to drive.
    public var licenseClass: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
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

  /// A document that says who somebody is.
  public struct IdentityDocument: Codable, Hashable, Sendable {
    /// The country that issued it.
    public var issuingCountry: ASImportableEditableField?
    /// Its number.
    public var documentNumber: ASImportableEditableField?
    /// The person's number.
    public var identificationNumber: ASImportableEditableField?
    /// The nationality.
    public var nationality: ASImportableEditableField?
    /// The name in it.
    public var fullName: ASImportableEditableField?
    /// The day of birth.
    public var birthDate: ASImportableEditableField?
    /// The place of birth.
    public var birthPlace: ASImportableEditableField?
    /// The sex.
    public var sex: ASImportableEditableField?
    /// The day on which it was issued.
    public var issueDate: ASImportableEditableField?
    /// The last day on which it is good.
    public var expiryDate: ASImportableEditableField?
    /// Who issued it.
    public var issuingAuthority: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
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
    /// The country that issued it.
    public var issuingCountry: ASImportableEditableField?
    /// The kind of passport.
    public var passportType: ASImportableEditableField?
    /// Its number.
    public var passportNumber: ASImportableEditableField?
    /// The person's number.
    public var nationalIdentificationNumber: ASImportableEditableField?
    /// The nationality.
    public var nationality: ASImportableEditableField?
    /// The name in it.
    public var fullName: ASImportableEditableField?
    /// The day of birth.
    public var birthDate: ASImportableEditableField?
    /// The place of birth.
    public var birthPlace: ASImportableEditableField?
    /// The sex.
    public var sex: ASImportableEditableField?
    /// The day on which it was issued.
    public var issueDate: ASImportableEditableField?
    /// The last day on which it is good.
    public var expiryDate: ASImportableEditableField?
    /// Who issued it.
    public var issuingAuthority: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
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
